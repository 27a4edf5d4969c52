// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import org.jspecify.annotations.Nullable;

/**
 * The caller's deadline passed before the turn could be saved. Nothing of it was kept: send the message again, with more time
 * if the turn needs it.
 */
public final class DeadlinePassedException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the call.
     *
     * @param operation the operation
     * @param instance the instance, or null if it is not known where the key leads
     * @param key the text of the key by which the message came, or null
     * @param when what the time was spent on
     */
    public DeadlinePassedException(String operation, @Nullable InstanceId instance, @Nullable String key, String when) {
        super(
                "the deadline passed " + when + ", nothing was changed: send the message again; operation=" + operation
                        + concerning(instance, key),
                null);
    }
}
