// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.command.condition.Condition.Range;
import dev.rehydrate.instance.PromotedValue;
import java.util.function.Function;

/**
 * What a query can compare for equality and by order. A value of another kind, such as a text where a number is compared, does
 * not meet a comparison by order.
 *
 * @param <T> what it is compared with
 */
public final class OrderedColumn<T> extends Column<T> {

    OrderedColumn(Subject subject, Function<? super T, PromotedValue> values) {
        super(subject, values);
    }

    /**
     * Less.
     *
     * @param value a value
     * @return a condition that is met by instances with a smaller or earlier value
     * @throws IllegalArgumentException if the value cannot be compared with this column
     */
    public Condition lessThan(T value) {
        return new Range(subject(), null, new Bound(comparable(value), false));
    }

    /**
     * Less or equal.
     *
     * @param value a value
     * @return a condition that is met by instances with this value or a smaller or earlier one
     * @throws IllegalArgumentException if the value cannot be compared with this column
     */
    public Condition atMost(T value) {
        return new Range(subject(), null, new Bound(comparable(value), true));
    }

    /**
     * Greater.
     *
     * @param value a value
     * @return a condition that is met by instances with a greater or later value
     * @throws IllegalArgumentException if the value cannot be compared with this column
     */
    public Condition greaterThan(T value) {
        return new Range(subject(), new Bound(comparable(value), false), null);
    }

    /**
     * Greater or equal.
     *
     * @param value a value
     * @return a condition that is met by instances with this value or a greater or later one
     * @throws IllegalArgumentException if the value cannot be compared with this column
     */
    public Condition atLeast(T value) {
        return new Range(subject(), new Bound(comparable(value), true), null);
    }

    /**
     * Between two values, both included.
     *
     * @param lowest the lower end
     * @param highest the upper end
     * @return a condition that is met by instances with one of these values or one between them
     * @throws IllegalArgumentException if both are of different kinds, or cannot be compared with this column
     */
    public Condition between(T lowest, T highest) {
        return new Range(subject(), new Bound(comparable(lowest), true), new Bound(comparable(highest), true));
    }
}
