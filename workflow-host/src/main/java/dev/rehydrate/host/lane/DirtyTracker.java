// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.codec.PrimitiveValues;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.ValueBag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the values of an instance that have changed since they were stored, so that a save is a delta. A value that an
 * application can change in place is compared with its stored form, if that is at hand; else it counts as changed. So does
 * an object of a class of the application, unless it is a record.
 */
public final class DirtyTracker {

    private final Map<String, Kept> kept;
    private final boolean sharesWithOthers;

    private DirtyTracker(Map<String, Kept> kept, boolean sharesWithOthers) {
        this.kept = kept;
        this.sharesWithOthers = sharesWithOthers;
    }

    /** A stored value. */
    private sealed interface Kept {

        boolean isEqualTo(@Nullable Object value);

        /** In its stored form, decoded anew for each comparison, so that the application cannot have changed it. */
        record Stored(ValueBag bag, String name) implements Kept {
            @Override
            public boolean isEqualTo(@Nullable Object value) {
                return value == null
                        ? bag.find(name, Object.class).isEmpty()
                        : DeepEquality.of(bag.get(name, value.getClass()), value);
            }
        }

        /** A value that cannot be changed. */
        record Simple(@Nullable Object value) implements Kept {
            @Override
            public boolean isEqualTo(@Nullable Object other) {
                return Objects.equals(value, other);
            }
        }

        /** There, and perhaps another by now. */
        record Unknown() implements Kept {
            @Override
            public boolean isEqualTo(@Nullable Object value) {
                return false;
            }
        }
    }

    /** Nothing is stored. */
    public static DirtyTracker none() {
        return new DirtyTracker(Map.of(), false);
    }

    /** What was loaded, all of which is known here. */
    public static DirtyTracker of(ValueBag data) {
        return of(data, data.names(), false);
    }

    /** What was loaded. Values that are not known here, which another release may have, write-only ones too, stay as they are. */
    static DirtyTracker ofKnown(ValueBag data, Set<String> known) {
        return of(data, known, true);
    }

    private static DirtyTracker of(ValueBag data, Set<String> known, boolean sharesWithOthers) {
        Map<String, Kept> kept = new HashMap<>();
        for (String name : data.names()) {
            if (known.contains(name)) {
                kept.put(name, new Kept.Stored(data, name));
            }
        }
        return new DirtyTracker(kept, sharesWithOthers);
    }

    /**
     * A way from what is stored to what is to be stored.
     *
     * @param change what to write
     * @param after what is stored then
     */
    public record Step(DataChange<InstanceValue> change, DirtyTracker after) {}

    /**
     * The way to these values. A single value is not compared with what is stored: that would cost more than it saves. Write-only
     * ones are never known, so with one all are written.
     */
    public Step to(Map<String, InstanceValue> values) {
        boolean comparing = !kept.isEmpty()
                && values.size() > 1
                && values.values().stream().noneMatch(value -> value.has(Option.WRITE_ONLY));
        Map<String, InstanceValue> put = new HashMap<>();
        Map<String, Kept> next = new HashMap<>();
        values.forEach((name, value) -> {
            Kept stored = comparing ? kept.get(name) : null;
            if (stored != null && isEqual(stored, value)) {
                next.put(name, stored);
            } else {
                put.put(name, value);
                next.put(name, keptFrom(value));
            }
        });
        return new Step(change(values, put), new DirtyTracker(next, sharesWithOthers));
    }

    private DataChange<InstanceValue> change(Map<String, InstanceValue> values, Map<String, InstanceValue> put) {
        if (put.size() == values.size() && !sharesWithOthers) {
            return new DataChange.Replace<>(values);
        }
        Set<String> remove = new HashSet<>(kept.keySet());
        remove.removeAll(values.keySet());
        return put.isEmpty() && remove.isEmpty()
                ? new DataChange.Unchanged<>()
                : new DataChange.Change<>(new ValueDelta<>(put, remove));
    }

    private static Kept keptFrom(InstanceValue value) {
        Object object = value.value();
        return PrimitiveValues.covers(object) && !(object instanceof byte[])
                ? new Kept.Simple(object)
                : new Kept.Unknown();
    }

    private static boolean isEqual(Kept stored, InstanceValue value) {
        try {
            return stored.isEqualTo(value.value());
        } catch (RuntimeException otherType) {
            return false;
        }
    }
}
