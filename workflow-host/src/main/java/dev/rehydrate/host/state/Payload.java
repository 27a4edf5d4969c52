// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import dev.rehydrate.instance.ValueBag;
import org.jspecify.annotations.Nullable;

/** A value of the application that is stored under a name of its own, and is decoded only when it is used. */
public interface Payload {

    /**
     * Returns the value.
     *
     * @param type what it is expected to be
     * @param <T> that type
     * @return the value, or null if a null was kept
     * @throws RuntimeException if it cannot be read, or is of another type
     */
    <T> @Nullable T as(Class<T> type);

    /**
     * A value that is not stored yet.
     *
     * @param value the value, or null
     * @return the payload
     */
    static Payload of(@Nullable Object value) {
        return new Given(value);
    }

    /**
     * A value that is stored.
     *
     * @param bag where
     * @param name under which name
     * @return the payload
     */
    static Payload in(ValueBag bag, String name) {
        return new Stored(bag, name);
    }

    /**
     * Not stored yet, or just stored.
     *
     * @param value the value, or null
     */
    record Given(@Nullable Object value) implements Payload {
        @Override
        public <T> @Nullable T as(Class<T> type) {
            return type.cast(value);
        }
    }

    /**
     * Stored.
     *
     * @param bag where
     * @param name under which name
     */
    record Stored(ValueBag bag, String name) implements Payload {
        @Override
        public <T> @Nullable T as(Class<T> type) {
            return bag.get(name, type);
        }
    }
}
