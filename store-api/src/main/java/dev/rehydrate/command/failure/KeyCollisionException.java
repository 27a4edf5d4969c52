// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;

/**
 * A key that the instance was to have belongs to another instance, which {@link #holderInstance()} names, or was completed by
 * this instance. Nothing was changed, no key was taken (contract §2.4 step 4). Usually a routing mistake.
 */
public final class KeyCollisionException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    private final transient InstanceId holderInstance;

    /**
     * Describes the collision.
     *
     * @param instance the instance that was to have the key
     * @param key the key
     * @param holderInstance the instance that has it
     */
    public KeyCollisionException(InstanceId instance, InstanceKey key, InstanceId holderInstance) {
        super(
                "the key belongs to instance " + holderInstance + ", nothing was changed:",
                Subject.of(instance, key),
                Effect.NONE,
                Remedy.NONE,
                null);
        this.holderInstance = holderInstance;
    }

    /** {@return the instance that has the key} */
    public InstanceId holderInstance() {
        return holderInstance;
    }
}
