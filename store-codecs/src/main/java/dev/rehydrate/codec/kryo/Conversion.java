// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Member;
import org.jspecify.annotations.Nullable;

/** Fits stored values to fields whose type may have changed since: what Java widens without loss is widened. */
final class Conversion {

    private Conversion() {}

    static @Nullable Object toFit(Class<?> type, @Nullable Object value, Member member) {
        if (value == null && !type.isPrimitive()) {
            return null;
        }
        Class<?> wanted = MethodType.methodType(type).wrap().returnType();
        Object fitting = wanted.isInstance(value) ? value : widened(wanted, value);
        if (fitting == null) {
            throw Refusal.otherType(member.getDeclaringClass().getName() + "." + member.getName() + " is a "
                    + type.getTypeName() + ", but what was stored is "
                    + (value == null ? "null" : "a " + value.getClass().getTypeName()));
        }
        return fitting;
    }

    /** What a field of this type holds before anything is assigned to it. */
    static @Nullable Object absent(Class<?> type) {
        return Array.get(Array.newInstance(type, 1), 0);
    }

    private static @Nullable Object widened(Class<?> wanted, @Nullable Object value) {
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return widenedInteger(wanted, ((Number) value).intValue(), value instanceof Byte);
        }
        return value instanceof Float number && wanted == Double.class ? number.doubleValue() : null;
    }

    private static @Nullable Object widenedInteger(Class<?> wanted, int number, boolean wasByte) {
        if (wanted == Long.class) {
            return (long) number;
        }
        if (wanted == Double.class) {
            return (double) number;
        }
        // An Integer itself would have fitted, so this was a byte or a short.
        if (wanted == Integer.class) {
            return number;
        }
        return wanted == Short.class && wasByte ? (Short) (short) number : null;
    }
}
