// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;

/** The host has as many instances in memory as it may. Nothing was done: try again later, or at another host. */
public final class HostFullException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the host.
     *
     * @param node its name
     * @param limit how many instances it may have in memory
     * @param asked the instance of the message
     */
    public HostFullException(String node, int limit, InstanceId asked) {
        super(
                "the host has " + limit
                        + " instances in memory and takes no more, nothing was done: try again when some are"
                        + " idle, or at another host; node=" + node + " instance=" + asked,
                null);
    }
}
