// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;

/**
 * A key was to create an instance whose id is in use by an initialized one. Nothing was changed (contract §2.6). Choose a
 * fresh id, or the home id of the key.
 */
public final class InstanceCollisionException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the collision.
     *
     * @param instance the id that is in use
     * @param key the key that was looked up
     */
    public InstanceCollisionException(InstanceId instance, InstanceKey key) {
        super(
                "the id for the new instance is in use, nothing was changed:",
                Subject.of(instance, key),
                Effect.NONE,
                Remedy.NONE,
                null);
    }
}
