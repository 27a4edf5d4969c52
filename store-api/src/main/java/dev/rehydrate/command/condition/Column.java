// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.command.condition.Condition.Differs;
import dev.rehydrate.command.condition.Condition.OneOf;
import dev.rehydrate.command.condition.Condition.Present;
import dev.rehydrate.instance.PromotedValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * What a query can compare for equality. The columns are in {@link Columns}. Immutable.
 *
 * @param <T> what it is compared with
 */
public sealed class Column<T> permits OrderedColumn {

    private final Subject subject;
    private final Function<? super T, PromotedValue> values;

    Column(Subject subject, Function<? super T, PromotedValue> values) {
        this.subject = subject;
        this.values = values;
    }

    /** {@return what of an instance is compared} */
    public Subject subject() {
        return subject;
    }

    /**
     * Equal.
     *
     * @param value a value
     * @return a condition that is met by instances that have this value
     * @throws IllegalArgumentException if the value cannot be compared with this column
     */
    public Condition equalTo(T value) {
        return new OneOf(subject, List.of(comparable(value)));
    }

    /**
     * Not equal. An instance that has no value here does not meet it.
     *
     * @param value a value
     * @return a condition that is met by instances that have another value
     * @throws IllegalArgumentException if the value cannot be compared with this column
     */
    public Condition notEqualTo(T value) {
        return new Differs(subject, comparable(value));
    }

    /**
     * IN.
     *
     * @param first a value
     * @param more further values
     * @return a condition that is met by instances that have one of these values
     * @throws IllegalArgumentException if the values are of different kinds, cannot be compared with this column, or are too many
     */
    @SafeVarargs
    public final Condition in(T first, T... more) {
        List<T> all = new ArrayList<>();
        all.add(first);
        for (T each : more) {
            all.add(each);
        }
        return in(all);
    }

    /**
     * IN.
     *
     * @param any the values, at least one
     * @return a condition that is met by instances that have one of these values
     * @throws IllegalArgumentException if there is no value, or the values are of different kinds, cannot be compared with this
     *     column, or are too many
     */
    public final Condition in(Collection<? extends T> any) {
        return new OneOf(subject, any.stream().map(this::comparable).toList());
    }

    /** {@return a condition that is met by instances that have a value here} */
    public Condition exists() {
        return new Present(subject, true);
    }

    /** {@return a condition that is met by instances that have no value here} */
    public Condition missing() {
        return new Present(subject, false);
    }

    PromotedValue comparable(T value) {
        return values.apply(value);
    }
}
