// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.inspection;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key, looked at from both sides.
 *
 * @param key the key
 * @param claimedBy the instance that the claim in the slot of the key names, or null if there is no claim. The home key of an
 *     instance has none.
 * @param listedBy the instance that has the key, because its record lists it, or null if none does
 * @param state how that instance uses the key, or null if none has it
 */
public record KeySighting(
        InstanceKey key,
        @Nullable InstanceId claimedBy,
        @Nullable InstanceId listedBy,
        @Nullable KeyState state) {

    /** Checks that nothing is missing. */
    public KeySighting {
        Objects.requireNonNull(key, "key");
    }

    /**
     * Tells whether the key was claimed and belongs to no instance. A save that is under way looks so for a moment; if it lasts,
     * the host that claimed the key has died before its save.
     *
     * @return whether the claim dangles
     */
    public boolean isDangling() {
        return claimedBy != null && listedBy == null;
    }
}
