// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.PromotedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a promoted value: within bounds, both included. An instance without the value, or with one of another
 * kind, does not meet it. {@code Columns.promoted} makes more kinds of conditions.
 *
 * @param name the name of the value, not blank
 * @param lowest the lower bound, or null for none
 * @param highest the upper bound, or null for none
 */
public record PromotedCondition(
        String name,
        @Nullable PromotedValue lowest,
        @Nullable PromotedValue highest) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the name is blank, there is no bound, or both are of different kinds
     */
    public PromotedCondition {
        // Judges the name.
        var unused = new Subject.Promoted(name);
        if (lowest == null && highest == null) {
            throw new IllegalArgumentException("a condition needs a bound");
        }
        if (lowest != null && highest != null && lowest.kind() != highest.kind()) {
            throw new IllegalArgumentException("the bounds are of different kinds");
        }
    }

    /**
     * The value is equal to another.
     *
     * @param name the name of the value
     * @param value text, number, boolean, instant or UUID
     * @return the condition
     * @throws IllegalArgumentException if the value is of another type
     */
    public static PromotedCondition equal(String name, Object value) {
        PromotedValue bound = PromotedValue.of(value);
        return new PromotedCondition(name, bound, bound);
    }

    /**
     * The value lies between two others, both included.
     *
     * @param name the name of the value
     * @param lowest the lower bound
     * @param highest the upper bound
     * @return the condition
     * @throws IllegalArgumentException if a bound is of another type, or both are of different kinds
     */
    public static PromotedCondition between(String name, Object lowest, Object highest) {
        return new PromotedCondition(name, PromotedValue.of(lowest), PromotedValue.of(highest));
    }

    /**
     * Decides about a value.
     *
     * @param value the promoted value of an instance, or null if it has none of that name
     * @return whether the condition is met
     */
    public boolean isMetBy(@Nullable PromotedValue value) {
        return value != null && atLeastLowest(value) && atMostHighest(value);
    }

    /** {@return the same condition as a part of a tree} */
    public Condition asCondition() {
        Subject subject = new Subject.Promoted(name);
        if (lowest != null && lowest.equals(highest)) {
            return new Condition.OneOf(subject, List.of(lowest));
        }
        return new Condition.Range(
                subject,
                lowest == null ? null : new Bound(lowest, true),
                highest == null ? null : new Bound(highest, true));
    }

    private boolean atLeastLowest(PromotedValue value) {
        return lowest == null || (lowest.kind() == value.kind() && lowest.compareTo(value) <= 0);
    }

    private boolean atMostHighest(PromotedValue value) {
        return highest == null || (highest.kind() == value.kind() && highest.compareTo(value) >= 0);
    }
}
