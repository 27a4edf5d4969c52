// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Proves with the first value of each class that what a codec writes of it can be read again, before that value is stored.
 * Later values of the class cost one look into a set. Classes are not kept from being unloaded. Safe for use by many threads.
 */
final class RoundTrip {

    /** By class, the names of the types as which its values are read again. */
    private final ClassValue<Set<String>> proven = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(Class<?> type) {
            return ConcurrentHashMap.newKeySet();
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
     * @param readAs the type that readers will ask for
     * @throws ValueCodingException if it cannot be read again, or not without a loss
     */
    void prove(Object value, byte[] written, Class<?> readAs) {
        Set<String> known = proven.get(value.getClass());
        if (known.contains(readAs.getName())) {
            return;
        }
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
        known.add(readAs.getName());
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
        } catch (RuntimeException cannotCompare) {
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
