// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has to meet to be listed. Made by the columns of {@link Columns} and joined by {@link #all}, {@link #any},
 * {@link #and} and {@link #or}:
 *
 * <pre>{@code
 * promoted("author").in("Anna", "Olga").and(DUE.lessThan(now).or(SUSPENDED.equalTo(true)))
 * }</pre>
 *
 * <p>A comparison is not met by an instance that does not have what is compared; only {@link Present} asks for that.
 */
public sealed interface Condition {

    /** How many conditions may contain each other, this one and the innermost one included. */
    int MAX_DEPTH = 10;

    /** How many values all comparisons of a condition may be compared with together. */
    int MAX_SIZE = 500;

    /**
     * Decides about an instance.
     *
     * @param header the header of the instance
     * @param promoted its promoted values by name
     * @return whether the instance meets the condition
     */
    boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted);

    /** {@return how many comparisons this has, each counted by its values} */
    int size();

    /** {@return how many conditions contain each other: 1 for a comparison} */
    default int depth() {
        return 1;
    }

    /**
     * This condition and another one.
     *
     * @param other the other one
     * @return a condition that is met if both are
     * @throws IllegalArgumentException if it would be too deep or too large
     */
    default Condition and(Condition other) {
        return all(List.of(this, other));
    }

    /**
     * This condition or another one.
     *
     * @param other the other one
     * @return a condition that is met if at least one of both is
     * @throws IllegalArgumentException if it would be too deep or too large
     */
    default Condition or(Condition other) {
        return any(List.of(this, other));
    }

    /**
     * All conditions of a list.
     *
     * @param conditions the conditions, at least one
     * @return a condition that is met if all are
     * @throws IllegalArgumentException if there is none, or it would be too deep or too large
     */
    static Condition all(List<? extends Condition> conditions) {
        return conditions.size() == 1 ? conditions.get(0) : new All(List.copyOf(conditions));
    }

    /**
     * Any condition of a list.
     *
     * @param conditions the conditions, at least one
     * @return a condition that is met if at least one is
     * @throws IllegalArgumentException if there is none, or it would be too deep or too large
     */
    static Condition any(List<? extends Condition> conditions) {
        return conditions.size() == 1 ? conditions.get(0) : new Any(List.copyOf(conditions));
    }

    /**
     * The subject has one of some values; with one value, equality.
     *
     * @param subject what is compared
     * @param values the values, all of one kind; kept in their order and without repeats
     */
    record OneOf(Subject subject, List<PromotedValue> values) implements Condition {

        /**
         * Sorts the values.
         *
         * @throws IllegalArgumentException if there is no value, there are too many, they are of different kinds, or of one that the
         *     subject never has
         */
        public OneOf {
            Objects.requireNonNull(subject, "subject");
            values =
                    values.stream().map(subject::comparable).distinct().sorted().toList();
            Trees.requireValues(subject, values);
        }

        @Override
        public boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted) {
            PromotedValue value = subject.in(header, promoted);
            return value != null && values.contains(value);
        }

        @Override
        public int size() {
            return values.size();
        }
    }

    /**
     * The subject is there and has another value than one.
     *
     * @param subject what is compared
     * @param value the value that it must not have
     */
    record Differs(Subject subject, PromotedValue value) implements Condition {

        /**
         * Checks the value.
         *
         * @throws IllegalArgumentException if the value is of a kind that the subject never has
         */
        public Differs {
            value = subject.comparable(value);
        }

        @Override
        public boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted) {
            PromotedValue present = subject.in(header, promoted);
            return present != null && !present.equals(value);
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /**
     * The subject lies in a range of values of its kind. It is not met by a value of another kind.
     *
     * @param subject what is compared
     * @param low the lower end, or null for none
     * @param high the upper end, or null for none
     */
    record Range(
            Subject subject, @Nullable Bound low, @Nullable Bound high) implements Condition {

        /**
         * Checks the ends.
         *
         * @throws IllegalArgumentException if there is no end, both are of different kinds or of one that the subject never has, or
         *     the subject has no order
         */
        public Range {
            Objects.requireNonNull(subject, "subject");
            low = Trees.comparable(subject, low);
            high = Trees.comparable(subject, high);
            Trees.requireRange(subject, low, high);
        }

        /** {@return the kind of the values} */
        public PromotedValue.Kind kind() {
            Bound any = low != null ? low : high;
            return Objects.requireNonNull(any).value().kind();
        }

        @Override
        public boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted) {
            PromotedValue value = subject.in(header, promoted);
            return value != null
                    && value.kind() == kind()
                    && (low == null || low.admitsFromAbove(value))
                    && (high == null || high.admitsFromBelow(value));
        }

        @Override
        public int size() {
            return low != null && high != null ? 2 : 1;
        }
    }

    /**
     * The subject is there, or it is missing.
     *
     * @param subject what is looked for
     * @param there which of both
     */
    record Present(Subject subject, boolean there) implements Condition {

        /** Checks that nothing is missing. */
        public Present {
            Objects.requireNonNull(subject, "subject");
        }

        @Override
        public boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted) {
            return there == (subject.in(header, promoted) != null);
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /**
     * AND.
     *
     * @param conditions all of them must be met; none of them is an AND itself
     */
    record All(List<Condition> conditions) implements Condition {

        /**
         * Takes the conditions of an AND within this one out of it.
         *
         * @throws IllegalArgumentException if there is no condition, or this would be too deep or too large
         */
        public All {
            List<Condition> flat = new ArrayList<>();
            conditions.forEach(each -> flat.addAll(each instanceof All all ? all.conditions : List.of(each)));
            conditions = List.copyOf(flat);
            Trees.requireTree("AND", conditions);
        }

        @Override
        public boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted) {
            return conditions.stream().allMatch(each -> each.isMetBy(header, promoted));
        }

        @Override
        public int size() {
            return Trees.sizeOf(conditions);
        }

        @Override
        public int depth() {
            return Trees.depthOver(conditions);
        }
    }

    /**
     * OR.
     *
     * @param conditions at least one of them must be met; none of them is an OR itself
     */
    record Any(List<Condition> conditions) implements Condition {

        /**
         * Takes the conditions of an OR within this one out of it.
         *
         * @throws IllegalArgumentException if there is no condition, or this would be too deep or too large
         */
        public Any {
            List<Condition> flat = new ArrayList<>();
            conditions.forEach(each -> flat.addAll(each instanceof Any any ? any.conditions : List.of(each)));
            conditions = List.copyOf(flat);
            Trees.requireTree("OR", conditions);
        }

        @Override
        public boolean isMetBy(InstanceHeader header, Map<String, PromotedValue> promoted) {
            return conditions.stream().anyMatch(each -> each.isMetBy(header, promoted));
        }

        @Override
        public int size() {
            return Trees.sizeOf(conditions);
        }

        @Override
        public int depth() {
            return Trees.depthOver(conditions);
        }
    }
}
