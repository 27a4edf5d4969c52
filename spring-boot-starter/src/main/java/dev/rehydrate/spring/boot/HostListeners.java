// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.TurnObserver;
import dev.rehydrate.instance.SafeText;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of an application as the one that a host has. One that fails keeps no event from the others.
 *
 * @param all the listeners, in order
 */
record HostListeners(List<HostListener> all) implements HostListener {

    private static final Logger LOG = LoggerFactory.getLogger(HostListeners.class);

    @Override
    public void on(HostEvent event) {
        for (HostListener each : all) {
            try {
                each.on(event);
            } catch (Exception | Error broken) {
                LOG.warn(
                        "a host listener failed, the others and the host go on: node={} event={} listener={}",
                        event.node(),
                        event.kind(),
                        each.getClass().getName(),
                        SafeText.failure(broken));
            }
        }
    }

    /** The first that follows turns, because one trace is stored with an instance. Asked each time: meters may be told later. */
    @Override
    public TurnObserver turns() {
        return all.stream()
                .map(HostListener::turns)
                .filter(observer -> observer != TurnObserver.NONE)
                .findFirst()
                .orElse(TurnObserver.NONE);
    }
}
