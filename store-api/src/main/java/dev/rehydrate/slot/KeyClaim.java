// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.InstanceId;
import java.util.Objects;

/**
 * What stands in the slot of a key: which instance means to have it, or has it. A claim is only the way to an instance;
 * the key belongs to the instance if, and only if, the instance's record lists it.
 *
 * @param instance the instance
 * @param epoch the claim epoch of that instance's slot under which the key was claimed; a commit that presents a smaller
 *     epoch than the slot has is refused
 */
public record KeyClaim(InstanceId instance, long epoch) {

    /** Checks that nothing is missing. */
    public KeyClaim {
        Objects.requireNonNull(instance, "instance");
    }
}
