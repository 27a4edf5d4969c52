// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.PromotedValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a promoted value: within bounds, both included. An instance without the value, or with one of another
 * kind, does not meet it.
 *
 * @param name the name of the value
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
     * @throws IllegalArgumentException if there is no bound, or both are of different kinds
     */
    public PromotedCondition {
        Objects.requireNonNull(name, "name");
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

    private boolean atLeastLowest(PromotedValue value) {
        return lowest == null || (lowest.kind() == value.kind() && lowest.compareTo(value) <= 0);
    }

    private boolean atMostHighest(PromotedValue value) {
        return highest == null || (highest.kind() == value.kind() && highest.compareTo(value) >= 0);
    }
}
