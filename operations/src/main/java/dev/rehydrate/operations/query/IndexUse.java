// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import java.util.List;
import java.util.Optional;

/** What no store has an index for, with the reason, so that people see beforehand what a list or its order costs. */
public final class IndexUse {

    /** Why a list by the time of the last change is slow. */
    public static final String NO_INDEX_OF_UPDATED =
            "No store has an index of the time of the last change, because it moves with every save.";

    /** What the order by the time of the last change costs. */
    public static final String NO_ORDER =
            NO_INDEX_OF_UPDATED + " In its order, each page reads and sorts all instances that meet the conditions.";

    private static final String READS_ALL =
            "No index finds what meets these conditions: each instance is read until the page is full. Add a condition"
                    + " on a state, a definition, a time other than that of the last change, or a promoted value.";

    private IndexUse() {}

    /**
     * Looks at a query.
     *
     * @param query the query
     * @return what is to be said if the query sorts by the time of the last change, or has conditions and no store finds one of them
     *     by an index; empty otherwise
     */
    public static Optional<String> warning(InstanceQuery query) {
        if (query.sortBy() == Attribute.UPDATED) {
            return Optional.of(NO_ORDER);
        }
        List<Condition> conjuncts = query.conjuncts();
        return conjuncts.isEmpty() || conjuncts.stream().anyMatch(IndexUse::isFound)
                ? Optional.empty()
                : Optional.of(READS_ALL);
    }

    private static boolean isFound(Condition condition) {
        if (condition instanceof Condition.OneOf equal) {
            return hasIndex(equal.subject());
        }
        if (condition instanceof Condition.Range range) {
            return hasIndex(range.subject());
        }
        if (condition instanceof Condition.Present present) {
            return present.there() && hasIndex(present.subject());
        }
        if (condition instanceof Condition.All all) {
            return all.conditions().stream().anyMatch(IndexUse::isFound);
        }
        return condition instanceof Condition.Any any
                && any.conditions().stream().allMatch(IndexUse::isFound);
    }

    private static boolean hasIndex(Subject subject) {
        return subject != Attribute.UPDATED;
    }
}
