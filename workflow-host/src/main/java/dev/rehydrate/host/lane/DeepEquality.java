// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.codec.PrimitiveValues;
import java.lang.reflect.Array;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the content of two values without calling {@code equals} of the application, which may compare only a part, such
 * as an id, so that a change of another part would be lost. Values that cannot be compared count as different.
 */
final class DeepEquality {

    private DeepEquality() {}

    static boolean of(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        boolean simple = PrimitiveValues.covers(one) || one instanceof Enum<?>;
        return simple ? Objects.deepEquals(one, other) : ofParts(one, other);
    }

    private static boolean ofParts(Object one, Object other) {
        if (one instanceof Collection<?> all && other instanceof Collection<?> others) {
            return ofAll(all, others);
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> otherMap) {
            return ofAll(map.keySet(), otherMap.keySet()) && ofAll(map.values(), otherMap.values());
        }
        return one.getClass() == other.getClass() && ofOneClass(one, other);
    }

    private static boolean ofOneClass(Object one, Object other) {
        return one instanceof Record ? ofRecords(one, other) : one.getClass().isArray() && ofArrays(one, other);
    }

    /** In the same order, which for sets and maps may be chance; but a new order of a linked one is a change. */
    private static boolean ofAll(Collection<?> all, Collection<?> others) {
        if (all.size() != others.size()) {
            return false;
        }
        Iterator<?> next = others.iterator();
        return all.stream().allMatch(each -> next.hasNext() && of(each, next.next()));
    }

    /** A record that does not let the host look into it counts as changed. */
    private static boolean ofRecords(Object one, Object other) {
        try {
            for (RecordComponent component : one.getClass().getRecordComponents()) {
                Method part = component.getAccessor();
                part.setAccessible(true);
                if (!of(part.invoke(one), part.invoke(other))) {
                    return false;
                }
            }
            return true;
        } catch (ReflectiveOperationException | InaccessibleObjectException closed) {
            return false;
        }
    }

    private static boolean ofArrays(Object one, Object other) {
        int length = Array.getLength(one);
        boolean same = length == Array.getLength(other);
        for (int i = 0; same && i < length; i++) {
            same = of(Array.get(one, i), Array.get(other, i));
        }
        return same;
    }
}
