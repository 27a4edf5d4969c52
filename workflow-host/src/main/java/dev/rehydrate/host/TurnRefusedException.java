// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;

/**
 * The handler of an operation has refused the message with {@link Turn#refuse}; the message says why. Nothing of the turn was
 * kept, and the instance goes on.
 */
public final class TurnRefusedException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    private final transient InstanceId instance;

    /**
     * Describes the refusal.
     *
     * @param instance the instance
     * @param reason for the caller
     */
    public TurnRefusedException(InstanceId instance, String reason) {
        super(reason, null);
        this.instance = instance;
    }

    /** {@return the instance} */
    public InstanceId instance() {
        return instance;
    }
}
