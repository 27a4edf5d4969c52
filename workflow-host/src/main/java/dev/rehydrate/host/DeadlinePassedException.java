// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;

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
     * @param instance the instance
     * @param when what the time was spent on
     */
    public DeadlinePassedException(String operation, InstanceId instance, String when) {
        super(
                "the deadline passed " + when + ", nothing was changed: send the message again; operation=" + operation
                        + " instance=" + instance,
                null);
    }
}
