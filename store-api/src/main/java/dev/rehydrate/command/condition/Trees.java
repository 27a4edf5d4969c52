// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.instance.PromotedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every condition must keep to. */
final class Trees {

    private Trees() {}

    static void requireValues(Subject subject, List<PromotedValue> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    subject + " is compared with no value, which no instance meets: leave the query out");
        }
        if (values.get(0).kind() != values.get(values.size() - 1).kind()) {
            throw new IllegalArgumentException(subject + " is compared with values of the kinds "
                    + values.get(0).kind() + " and "
                    + values.get(values.size() - 1).kind()
                    + ": make one comparison for each kind and join them by OR");
        }
        requireSize(values.size());
    }

    static @Nullable Bound comparable(Subject subject, @Nullable Bound bound) {
        return bound == null ? null : new Bound(subject.comparable(bound.value()), bound.included());
    }

    static void requireRange(Subject subject, @Nullable Bound low, @Nullable Bound high) {
        if (!subject.isOrdered()) {
            throw new IllegalArgumentException(subject + " has no order: compare it for equality");
        }
        if (low == null && high == null) {
            throw new IllegalArgumentException(
                    "the range of " + subject + " has no end: give one, or ask whether the value exists");
        }
        if (low != null && high != null && low.value().kind() != high.value().kind()) {
            throw new IllegalArgumentException("the ends of the range of " + subject + " are of the kinds "
                    + low.value().kind() + " and " + high.value().kind() + ": give two of one kind");
        }
    }

    static void requireTree(String name, List<Condition> conditions) {
        if (conditions.isEmpty()) {
            throw new IllegalArgumentException(
                    name + " of no conditions: leave it out, or give it at least one condition");
        }
        int depth = depthOver(conditions);
        if (depth > Condition.MAX_DEPTH) {
            throw new IllegalArgumentException("a condition contains conditions " + depth + " deep; the limit is "
                    + Condition.MAX_DEPTH + ": write it with fewer levels of AND and OR");
        }
        requireSize(sizeOf(conditions));
    }

    static void requireSize(int size) {
        if (size > Condition.MAX_SIZE) {
            throw new IllegalArgumentException("a condition compares with " + size + " values; the limit is "
                    + Condition.MAX_SIZE + ": ask several queries, or promote a value that says the same");
        }
    }

    static int sizeOf(List<Condition> conditions) {
        return conditions.stream().mapToInt(Condition::size).sum();
    }

    static int depthOver(List<Condition> conditions) {
        return 1 + conditions.stream().mapToInt(Condition::depth).max().orElse(0);
    }
}
