// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import org.jspecify.annotations.Nullable;

/** The host has as many instances in memory as it may. Nothing was done: try again later, or at another host. */
public final class HostFullException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the host.
     *
     * @param node its name
     * @param limit how many instances it may have in memory
     * @param instance the instance, or null if it is not known where the key leads
     * @param key the text of the key by which the message came, or null
     */
    public HostFullException(String node, int limit, @Nullable InstanceId instance, @Nullable String key) {
        super(
                "the host has " + limit
                        + " instances in memory and takes no more, nothing was done: try again when some are"
                        + " idle, or at another host; node=" + node
                        + concerning(instance, key),
                null);
    }
}
