// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import dev.rehydrate.instance.ValueBag;
import java.lang.invoke.MethodType;
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
     * The type that values have: one that is said to be an {@code int} is an {@code Integer}.
     *
     * @param said a type, which may be a primitive one
     * @param <T> that type
     * @return the type, or that of the wrapper
     */
    @SuppressWarnings("unchecked") // The class of a primitive type is a Class of its wrapper.
    static <T> Class<T> boxed(Class<T> said) {
        return said.isPrimitive()
                ? (Class<T>) MethodType.methodType(said).wrap().returnType()
                : said;
    }

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
            return boxed(type).cast(value);
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
