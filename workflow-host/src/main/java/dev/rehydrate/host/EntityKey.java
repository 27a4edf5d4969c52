// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key of an instance, with the role of the entity that it identifies.
 *
 * @param key the key
 * @param role which part the entity plays in the instance, or null if it was not said
 * @param text the text from which the key was made, or null if it is not known
 */
public record EntityKey(
        InstanceKey key, @Nullable String role, @Nullable String text) {

    /** The name of the key's metadata value that holds the role. */
    public static final String ROLE = "KeyRole";

    /** Checks that there is a key. */
    public EntityKey {
        Objects.requireNonNull(key, "key");
    }

    /**
     * Describes a key that was made here.
     *
     * @param key the key
     * @param role which part the entity plays, or null
     * @return the key with its role and text
     */
    public static EntityKey of(CorrelationKey key, @Nullable String role) {
        return new EntityKey(key.key(), role, key.text());
    }

    /**
     * Describes a stored key.
     *
     * @param stored the key
     * @return the key, with role and text if they are stored with it
     */
    public static EntityKey of(InstanceKeyView stored) {
        return new EntityKey(
                stored.key(),
                stored.metadata().find(ROLE, String.class).orElse(null),
                stored.metadata().find(CorrelationKey.TEXT, String.class).orElse(null));
    }
}
