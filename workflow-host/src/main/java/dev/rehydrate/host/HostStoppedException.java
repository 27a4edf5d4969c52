// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/** The host takes no more messages. Nothing was done for this one: send it to another host. */
public final class HostStoppedException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the host.
     *
     * @param node its name
     */
    public HostStoppedException(String node) {
        super("the host has stopped, nothing was changed: send the message to another host; node=" + node, null);
    }
}
