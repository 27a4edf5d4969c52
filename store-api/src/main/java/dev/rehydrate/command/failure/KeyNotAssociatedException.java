// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;

/**
 * A key that was to be completed, released or described is not one the instance has, or was to be released without being
 * completed. Nothing was changed (contract §2.4 steps 5 and 6).
 */
public final class KeyNotAssociatedException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the key.
     *
     * @param instance the instance
     * @param key the key
     */
    public KeyNotAssociatedException(InstanceId instance, InstanceKey key) {
        super(
                "the instance has no such key, or it is not completed yet, nothing was changed:",
                Subject.of(instance, key),
                Effect.NONE,
                Remedy.NONE,
                null);
    }
}
