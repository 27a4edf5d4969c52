// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.stability.Experimental;

/** Gets the events of a host, for logs, metrics and pages. */
@FunctionalInterface
public interface HostListener {

    /**
     * Is called once for each event, on a thread of the host, events of one instance in their order. It must be quick; what
     * it throws is logged and changes nothing.
     *
     * @param event what happened
     */
    void on(HostEvent event);

    /**
     * Tells who follows the turns of the host, for traces. What turns are part of is stored with their instances.
     *
     * @return the observer; by default none, and nothing is stored
     */
    @Experimental
    default TurnObserver turns() {
        return TurnObserver.NONE;
    }
}
