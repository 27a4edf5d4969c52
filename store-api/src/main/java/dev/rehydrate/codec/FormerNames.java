// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether stored bytes are those of the type that a reader asks for. Types are compared by the names that stand before the
 * payload; no class is looked up by a name.
 *
 * @param now the names that application types have now, by those they had
 */
record FormerNames(Map<String, String> now) {

    static final FormerNames NONE = new FormerNames(Map.of());

    FormerNames {
        now = Map.copyOf(now);
    }

    /**
     * Refuses what was written as another type. A subtype that the codec itself has told apart is the type asked for. A type of
     * the JDK, such as {@code Map} or {@code Object}, says nothing about the application's type and is left to the codec.
     *
     * @param stored the name of the type that was written
     * @param value what the codec made of it
     * @param type what the reader asks for
     * @throws ValueCodingException if it is another type
     */
    void requireSame(String stored, @Nullable Object value, Class<?> type) {
        if (value == null || stored.equals(type.getName()) || isOfJdk(type)) {
            return;
        }
        String made = value.getClass().getName();
        String renamed = now.getOrDefault(stored, stored);
        if (!renamed.equals(type.getName()) && !renamed.equals(made)) {
            throw new ValueCodingException(
                    Reason.OTHER_TYPE,
                    "holds a " + stored + ", not a " + type.getName()
                            + "; if the class was renamed or moved, tell the encoding its former name");
        }
    }

    static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }
}
