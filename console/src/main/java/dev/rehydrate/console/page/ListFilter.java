// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.query.InstanceFilter;
import dev.rehydrate.operations.query.ListOrder;
import dev.rehydrate.operations.reading.QueryTexts;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The query of an address, so that a list can be shared by its address; and back. The conditions are those of the command line; beside
 * them an address has a range of one promoted value, which a form asks for in three fields. What cannot be read is refused, never left
 * out: the list would have more than was asked for, and so would an action on all of it.
 */
final class ListFilter {

    static final String VALUE_NAME = "value";
    static final String VALUE_FROM = "from";
    static final String VALUE_TO = "to";
    static final String SORT = "sort";
    static final String DESCENDING = "descending";
    static final String AFTER = "after";

    static final int PAGE = 50;

    private static final List<String> WORDS = Stream.concat(
                    InstanceFilter.WORDS.stream(), Stream.of(VALUE_NAME, VALUE_FROM, VALUE_TO, SORT, DESCENDING, AFTER))
            .toList();

    private ListFilter() {}

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if a value cannot be; the message is for people
     */
    static InstanceQuery query(Parameters parameters, int limit, Instant now) {
        InstanceQuery.Builder query = InstanceFilter.read(parameters::all, now).page(0, limit);
        range(parameters, query, now);
        order(parameters, query);
        one(parameters, AFTER).map(QueryTexts::place).ifPresent(query::after);
        return query.build();
    }

    private static void range(Parameters parameters, InstanceQuery.Builder query, Instant now) {
        Optional<String> name = one(parameters, VALUE_NAME);
        PromotedValue from = one(parameters, VALUE_FROM)
                .map(text -> InstanceFilter.bound(text, now))
                .orElse(null);
        PromotedValue to = one(parameters, VALUE_TO)
                .map(text -> InstanceFilter.bound(text, now))
                .orElse(from);
        boolean bounded = to != null;
        if (name.isEmpty() && bounded) {
            throw new IllegalArgumentException((from == null ? VALUE_TO : VALUE_FROM)
                    + ": the name of the promoted value is missing; give it as " + VALUE_NAME);
        }
        if (name.isPresent() && !bounded) {
            throw new IllegalArgumentException(VALUE_NAME + ": no bound is given for '" + name.get() + "'; give "
                    + VALUE_FROM + ", " + VALUE_TO + " or both, or write a condition such as 'total exists'");
        }
        name.ifPresent(given -> query.where(new PromotedCondition(given, from, to)));
    }

    private static void order(Parameters parameters, InstanceQuery.Builder query) {
        Optional<String> sort = one(parameters, SORT);
        boolean descending =
                one(parameters, DESCENDING).map(ListFilter::yesOrNo).orElse(false);
        if (descending && sort.isEmpty()) {
            throw new IllegalArgumentException(DESCENDING + " needs " + SORT + ": the order of ids has one direction");
        }
        sort.ifPresent(name -> query.sortBy(ListOrder.read(name), descending));
    }

    private static boolean yesOrNo(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> true;
            case "no", "false" -> false;
            default -> throw new IllegalArgumentException(DESCENDING + ": '" + text + "' is neither yes nor no");
        };
    }

    /** The value of a word that can be given once. */
    private static Optional<String> one(Parameters parameters, String word) {
        long given =
                parameters.all(word).stream().filter(value -> !value.isBlank()).count();
        if (given > 1) {
            throw new IllegalArgumentException(word + " is given " + given + " times, and can be given once");
        }
        return parameters.find(word);
    }

    /** What of an address says which instances are meant, from the first one on. */
    static Parameters selection(Parameters parameters) {
        return parameters.only(WORDS).with(AFTER, null);
    }

    /** What of a text that {@link #following} has made names a place, or empty if nothing does. */
    static Optional<Parameters> place(String query) {
        Parameters read = Parameters.parse(query).only(WORDS);
        return read.find(AFTER).isPresent() ? Optional.of(read) : Optional.empty();
    }

    /** Names the words of an address that nothing is done with, such as one that is misspelt. */
    static void leftOut(Parameters parameters, Html to) {
        TreeSet<String> unknown = new TreeSet<>(parameters.values().keySet());
        WORDS.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            to.element(
                    "p",
                    "Left out, because a list knows no such words: " + String.join(", ", unknown),
                    "class",
                    "finding trouble",
                    "role",
                    "alert");
        }
    }

    /** The address of the page that follows. */
    static Parameters following(Parameters parameters, InstanceQuery.Position last) {
        return selection(parameters).with(AFTER, QueryTexts.place(last.id(), last.value()));
    }
}
