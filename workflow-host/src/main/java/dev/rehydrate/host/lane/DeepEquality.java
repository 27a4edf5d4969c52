// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.codec.PrimitiveValues;
import java.lang.reflect.Array;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the content of two values without calling {@code equals} of the application, which may compare only a part, such
 * as an id, so that a change of another part would be lost. Values that cannot be compared count as different.
 */
final class DeepEquality {

    /** So many parts are compared. Of a value that shares its parts, each is met again and again, and could be without an end. */
    private static final int MOST = 1_000_000;

    private int left = MOST;

    private DeepEquality() {}

    static boolean of(@Nullable Object one, @Nullable Object other) {
        try {
            return new DeepEquality().areEqual(one, other);
        } catch (StackOverflowError deep) {
            // It is nested too deep, or contains itself.
            return false;
        }
    }

    private boolean areEqual(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        if (left == 0) {
            return false;
        }
        left--;
        boolean simple = PrimitiveValues.covers(one) || one instanceof Enum<?>;
        return simple ? Objects.deepEquals(one, other) : ofParts(one, other);
    }

    private boolean ofParts(Object one, Object other) {
        if (one instanceof Collection<?> all && other instanceof Collection<?> others) {
            return ofOneKind(all, others) && ofAll(all, others);
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> otherMap) {
            return ofAll(map.keySet(), otherMap.keySet()) && ofAll(map.values(), otherMap.values());
        }
        return one.getClass() == other.getClass() && ofOneClass(one, other);
    }

    /** A codec may make another list of what was a list, but no set. */
    private static boolean ofOneKind(Collection<?> all, Collection<?> others) {
        return all instanceof List == others instanceof List && all instanceof Set == others instanceof Set;
    }

    private boolean ofOneClass(Object one, Object other) {
        return one instanceof Record ? ofRecords(one, other) : one.getClass().isArray() && ofArrays(one, other);
    }

    /** In the same order, which for sets and maps may be chance; but a new order of a linked one is a change. */
    private boolean ofAll(Collection<?> all, Collection<?> others) {
        if (all.size() != others.size()) {
            return false;
        }
        Iterator<?> next = others.iterator();
        return all.stream().allMatch(each -> next.hasNext() && areEqual(each, next.next()));
    }

    /** A record that does not let the host look into it counts as changed. */
    private boolean ofRecords(Object one, Object other) {
        try {
            for (RecordComponent component : one.getClass().getRecordComponents()) {
                Method part = component.getAccessor();
                part.setAccessible(true);
                if (!areEqual(part.invoke(one), part.invoke(other))) {
                    return false;
                }
            }
            return true;
        } catch (ReflectiveOperationException | InaccessibleObjectException closed) {
            return false;
        }
    }

    private boolean ofArrays(Object one, Object other) {
        int length = Array.getLength(one);
        boolean same = length == Array.getLength(other);
        for (int i = 0; same && i < length; i++) {
            same = areEqual(Array.get(one, i), Array.get(other, i));
        }
        return same;
    }
}
