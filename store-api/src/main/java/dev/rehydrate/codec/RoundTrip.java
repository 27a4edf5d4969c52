// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Proves that what a codec writes of a value can be read again, before it is stored: with the first value of each class, and with
 * each that holds an object of a class of the application that none before it has held. Other values cost a look into a set for
 * each of their classes. Classes are not kept from being unloaded. Safe for use by many threads.
 */
final class RoundTrip {

    /** By class: the names of the types as which its values are read again, and for each those of the classes within. */
    private final ClassValue<Map<String, Set<String>>> proven = new ClassValue<>() {
        @Override
        protected Map<String, Set<String>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final ValueCodec codec;
    private final FormerNames names;

    RoundTrip(ValueCodec codec, FormerNames names) {
        this.codec = codec;
        this.names = names;
    }

    /**
     * Proves it, unless it is proven.
     *
     * @param value what was written
     * @param written its bytes
     * @param within the classes of the objects in it, as far as the codec tells of them
     * @param readAs the type that readers will ask for
     * @throws ValueCodingException if it cannot be read again, or not without a loss
     */
    void prove(Object value, byte[] written, Set<Class<?>> within, Class<?> readAs) {
        Map<String, Set<String>> byReader = proven.get(value.getClass());
        Set<String> known = byReader.get(readAs.getName());
        if (known == null || hasNew(known, within)) {
            requireReadable(value, written, readAs);
            known = byReader.computeIfAbsent(readAs.getName(), reader -> ConcurrentHashMap.newKeySet());
            for (Class<?> each : within) {
                known.add(each.getName());
            }
        }
    }

    /** How a list or map of the JDK is written does not depend on its class. */
    private static boolean hasNew(Set<String> known, Set<Class<?>> within) {
        for (Class<?> each : within) {
            if (!known.contains(each.getName()) && !FormerNames.isOfJdk(each)) {
                return true;
            }
        }
        return false;
    }

    private void requireReadable(Object value, byte[] written, Class<?> readAs) {
        Object back;
        try {
            back = codec.decode(written.clone(), readAs, codec.schemaVersion());
            if (!readAs.isInstance(back)) {
                throw new ValueCodingException(
                        Reason.OTHER_TYPE,
                        "it read "
                                + (back == null
                                        ? "nothing"
                                        : "a " + back.getClass().getName()));
            }
            names.requireSame(value.getClass().getName(), back, readAs);
        } catch (RuntimeException unreadable) {
            String why = unreadable instanceof ValueCodingException refused ? ": " + refused.getMessage() : "";
            throw refusal(value, "cannot read it again as a " + readAs.getName() + why, unreadable);
        }
        if (!isEqual(value, back) && losesContent(value, written, back)) {
            throw refusal(
                    value,
                    "loses a part of it on the way back: what is read is written as other bytes; let the codec see every"
                            + " property in both directions, or give the class an equals method",
                    null);
        }
    }

    private ValueCodingException refusal(Object value, String what, @Nullable Throwable cause) {
        return new ValueCodingException(
                Reason.NOT_ENCODABLE,
                "codec '" + codec.id() + "' can write a " + value.getClass().getName() + " but " + what,
                cause);
    }

    private static boolean isEqual(Object value, @Nullable Object back) {
        try {
            return value.equals(back);
        } catch (RuntimeException | StackOverflowError cannotCompare) {
            return false;
        }
    }

    /** A codec that writes one value differently each time, with the time of writing for example, proves nothing by its bytes. */
    private boolean losesContent(Object value, byte[] written, Object back) {
        try {
            int[] first = counted(written);
            return !Arrays.equals(first, counted(codec.encode(back)))
                    && Arrays.equals(first, counted(codec.encode(value)));
        } catch (RuntimeException cannotBeWrittenAgain) {
            return true;
        }
    }

    /** How often each byte occurs: hash tables may come back in another order, which is no loss. */
    private static int[] counted(byte[] bytes) {
        int[] counts = new int[1 << Byte.SIZE];
        for (byte each : bytes) {
            counts[Byte.toUnsignedInt(each)]++;
        }
        return counts;
    }
}
