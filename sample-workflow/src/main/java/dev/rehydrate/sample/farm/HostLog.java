// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Keeps the events of the hosts of all nodes until they are taken. A host reports an event before it replies, so the events of
 * a request are here when its answer arrives.
 */
final class HostLog implements HostListener {

    private final Queue<HostEvent> events = new ConcurrentLinkedQueue<>();

    @Override
    public void on(HostEvent event) {
        events.add(event);
    }

    /** Takes everything that happened to instances since it was last asked. */
    List<Deed> take() {
        List<Deed> taken = new ArrayList<>();
        for (HostEvent event = events.poll(); event != null; event = events.poll()) {
            if (event.instance() != null) {
                taken.add(new Deed(event.kind(), event.bytes()));
            }
        }
        return taken;
    }
}
