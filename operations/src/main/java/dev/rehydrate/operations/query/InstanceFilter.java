// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.reading.QueryTexts;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A query by named words, each of which may be given several times. The command line has them as options, the console as parameters
 * of the address of a list, so that one can be told from the other. All words that are given must hold. Several states, definitions,
 * host types or owners mean any of them.
 */
public final class InstanceFilter {

    /** A condition of {@link WhereParser}; if it is given several times, all must hold. */
    public static final String WHERE = "where";
    /** A state. */
    public static final String STATE = "state";
    /** The name of a definition, in all its versions. */
    public static final String DEFINITION = "definition";
    /** A host type. */
    public static final String HOST_TYPE = "host-type";
    /** The id of an owner that holds it, also of one that has expired. */
    public static final String HOLDER = "holder";
    /** {@code yes} or {@code no}. */
    public static final String SUSPENDED = "suspended";
    /** Due before a moment. */
    public static final String DUE_BEFORE = "due-before";
    /** Due after a moment. */
    public static final String DUE_AFTER = "due-after";
    /** Created before a moment. */
    public static final String CREATED_BEFORE = "created-before";
    /** Created after a moment. */
    public static final String CREATED_AFTER = "created-after";
    /** Last changed before a moment. */
    public static final String UPDATED_BEFORE = "updated-before";
    /** Last changed after a moment. */
    public static final String UPDATED_AFTER = "updated-after";

    /** All words, in the order in which people are shown them. */
    public static final List<String> WORDS = List.of(
            WHERE,
            STATE,
            DEFINITION,
            HOST_TYPE,
            HOLDER,
            SUSPENDED,
            DUE_BEFORE,
            DUE_AFTER,
            CREATED_BEFORE,
            CREATED_AFTER,
            UPDATED_BEFORE,
            UPDATED_AFTER);

    private final Function<String, List<String>> given;
    private final Instant now;
    private final InstanceQuery.Builder query = InstanceQuery.builder().uncounted();

    private InstanceFilter(Function<String, List<String>> given, Instant now) {
        this.given = given;
        this.now = now;
    }

    /**
     * Reads a query.
     *
     * @param given the values of each word of {@link #WORDS}, empty if it is not given; blank values count as not given
     * @param now the moment from which relative times such as {@code -1h} are counted
     * @return a query with these conditions, uncounted, in the order of ids
     * @throws IllegalArgumentException if a value cannot be read, or all together are too large; the message is for people
     */
    public static InstanceQuery.Builder read(Function<String, List<String>> given, Instant now) {
        return new InstanceFilter(given, now).read();
    }

    /**
     * Reads a bound of a promoted value that stands alone, as a condition reads it.
     *
     * @param text the value: a number, a time, also such as {@code -1h}, a UUID, a boolean or a text, which may be in double quotes
     * @param now the moment from which relative times are counted
     * @return the value
     * @throws IllegalArgumentException if it cannot be read, or is longer than a promoted value can be; the message is for people
     */
    public static PromotedValue bound(String text, Instant now) {
        return WhereColumn.promotedValue(text, now);
    }

    private InstanceQuery.Builder read() {
        all(WHERE).forEach(text -> query.where(WhereParser.parse(text, now)));
        states();
        either(DEFINITION, query::ofDefinition, Columns.DEFINITION::in);
        either(HOST_TYPE, query::ofHostType, Columns.HOST_TYPE::in);
        either(
                HOLDER,
                owner -> query.heldBy(QueryTexts.owner(owner)),
                owners ->
                        Columns.HOLDER.in(owners.stream().map(QueryTexts::owner).toList()));
        either(
                SUSPENDED,
                text -> query.suspended(WhereColumn.yesOrNo(text)),
                texts -> Columns.SUSPENDED.in(
                        texts.stream().map(WhereColumn::yesOrNo).toList()));
        compare(DUE_BEFORE, "due", "<");
        compare(DUE_AFTER, "due", ">");
        compare(CREATED_BEFORE, "created", "<");
        compare(CREATED_AFTER, "created", ">");
        compare(UPDATED_BEFORE, "updated", "<");
        compare(UPDATED_AFTER, "updated", ">");
        return query;
    }

    private List<String> all(String word) {
        return given.apply(word).stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
    }

    private void states() {
        Set<InstanceState> states = EnumSet.noneOf(InstanceState.class);
        all(STATE).forEach(text -> states.add(QueryTexts.state(text)));
        if (!states.isEmpty()) {
            query.in(states.iterator().next(), states.toArray(InstanceState[]::new));
        }
    }

    /** One value is asked for as it always was, so that a farm with members of an earlier version answers it. */
    private void either(String word, Consumer<String> one, Function<List<String>, Condition> many) {
        List<String> values = all(word);
        if (values.size() == 1) {
            one.accept(values.get(0));
        } else if (!values.isEmpty()) {
            query.where(many.apply(values));
        }
    }

    private void compare(String word, String column, String operator) {
        for (String text : all(word)) {
            try {
                query.where(WhereColumn.of(column, now).compared(operator, text));
            } catch (IllegalArgumentException cannotBeRead) {
                throw new IllegalArgumentException(word + ": " + cannotBeRead.getMessage(), cannotBeRead);
            }
        }
    }
}
