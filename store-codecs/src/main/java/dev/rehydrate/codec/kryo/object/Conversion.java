// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.object;

import dev.rehydrate.codec.kryo.graph.Refusal;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Member;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fits stored values to fields whose type may have changed since: what Java widens without loss is widened, and all else is
 * refused with the name of the field. Kryo fails in the assignment, or has put an object in a field of another type.
 */
final class Conversion {

    private static final Map<Class<?>, Set<Class<?>>> WIDER = Map.of(
            Byte.class, Set.of(Short.class, Integer.class, Long.class, Double.class),
            Short.class, Set.of(Integer.class, Long.class, Double.class),
            Integer.class, Set.of(Long.class, Double.class),
            Float.class, Set.of(Double.class));

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
        if (value == null || !WIDER.getOrDefault(value.getClass(), Set.of()).contains(wanted)) {
            return null;
        }
        Object one = Array.newInstance(MethodType.methodType(wanted).unwrap().returnType(), 1);
        Array.set(one, 0, value);
        return Array.get(one, 0);
    }
}
