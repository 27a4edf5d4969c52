// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.instance.PromotedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a query compares with. Judged when the query is made: an engine that finds it out while it reads can only say that it failed. */
final class QueryTerms {

    private QueryTerms() {}

    /**
     * Checks what a query compares with.
     *
     * @throws IllegalArgumentException if the host type or the name of the definition is too long to be compared with, or the
     *     conditions together compare with too many values
     */
    static void requireComparable(
            @Nullable String hostType, @Nullable String definitionName, List<Condition> conditions) {
        requireShort("host type", hostType);
        requireShort("name of the definition", definitionName);
        if (!conditions.isEmpty()) {
            var unused = Condition.all(conditions);
        }
    }

    private static void requireShort(String what, @Nullable String text) {
        if (text != null && text.length() > PromotedValue.MAX_TEXT) {
            throw new IllegalArgumentException("a query compares the " + what + " with a text of " + text.length()
                    + " characters; the limit is " + PromotedValue.MAX_TEXT
                    + ": one that is longer is not found by its text");
        }
    }
}
