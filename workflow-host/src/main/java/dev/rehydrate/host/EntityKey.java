// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key of an instance, with what is known of the entity for which it stands.
 *
 * @param key the key
 * @param role which part the entity plays in the instance, or null if nobody said
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

    static EntityKey of(CorrelationKey key, @Nullable String role) {
        return new EntityKey(key.key(), role, key.text());
    }

    static EntityKey of(InstanceKeyView stored) {
        return new EntityKey(
                stored.key(),
                stored.metadata().find(ROLE, String.class).orElse(null),
                stored.metadata().find(CorrelationKey.TEXT, String.class).orElse(null));
    }

    /** What is kept with a key that has a role. */
    static Map<String, InstanceValue> metadata(CorrelationKey key, @Nullable String role) {
        Map<String, InstanceValue> values = new HashMap<>(key.metadata());
        if (role != null) {
            values.put(ROLE, InstanceValue.of(role));
        }
        return values;
    }
}
