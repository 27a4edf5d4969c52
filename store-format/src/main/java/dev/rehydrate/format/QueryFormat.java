// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.format.message.Conditions;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.PromotedValues;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How queries travel. */
public final class QueryFormat {

    static final Frame FRAME = Frame.third("a query", 'Q');

    private static final Frame SECOND = Frame.second("a query", 'Q');

    /** A version 1 would answer as if what it does not know were not asked. What it does know is written as it always was. */
    private static final Frame FIRST = Frame.first("a query", 'Q');

    private QueryFormat() {}

    /**
     * Writes a query.
     *
     * @param query the query
     * @param out where to
     * @throws IOException if the sink fails
     */
    public static void write(InstanceQuery query, DataOutput out) throws IOException {
        Frame older = needsSecond(query) ? SECOND : FIRST;
        Frame frame = needsThird(query) ? FRAME : older;
        frame.write(query, out, (head, it) -> head.section(it, QueryFormat::writeFields));
    }

    /**
     * Reads a query.
     *
     * @param in where from
     * @return the query
     * @throws WireFormatException if these are not the bytes of a query that this version can read
     */
    public static InstanceQuery read(DataInput in) throws WireFormatException {
        return FRAME.read(in, 0, head -> head.section(QueryFormat::readFields));
    }

    /** A member of an older release would take the order of ids for that of a moment, or find no promoted value of this name. */
    private static boolean needsThird(InstanceQuery query) {
        return query.sortBy() instanceof Attribute;
    }

    private static @Nullable String promoted(@Nullable Subject sortBy) {
        return sortBy instanceof Subject.Promoted promoted ? promoted.name() : null;
    }

    private static boolean needsSecond(InstanceQuery query) {
        return needsThird(query)
                || !query.conditions().isEmpty()
                || !query.values().equals(ValueSelection.none())
                || query.limit() == 0;
    }

    private static void writeFields(WireOutput out, InstanceQuery query) {
        out.presence(
                query.hostType(), query.definitionName(), query.suspended(), query.holder(), promoted(query.sortBy()));
        out.sorted(query.states(), Comparator.comparingInt(Codes::of), (each, state) -> each.code(Codes.of(state)));
        out.optional(query.hostType(), WireOutput::text);
        out.optional(query.definitionName(), WireOutput::text);
        out.optional(query.suspended(), WireOutput::flag);
        out.optional(query.holder(), Ids::write);
        out.optional(promoted(query.sortBy()), WireOutput::text);
        out.list(query.promoted(), QueryFormat::writeCondition);
        out.flag(query.descending());
        out.number(query.offset());
        out.number(query.limit());
        boolean second = needsSecond(query);
        if (query.after() != null || !query.counted() || second) {
            out.presence(query.after());
            out.optional(query.after(), QueryFormat::writePosition);
            out.flag(query.counted());
        }
        if (second) {
            out.list(query.conditions(), Conditions::write);
            out.flag(query.values().isAll());
            out.sorted(query.values().names(), Comparator.naturalOrder(), WireOutput::text);
        }
        if (query.sortBy() instanceof Attribute) {
            Conditions.writeSubject(out, query.sortBy());
        }
    }

    private static void writePosition(WireOutput out, Position position) {
        Ids.write(out, position.id());
        out.presence(position.value());
        out.optional(position.value(), PromotedValues::write);
    }

    private static Position position(WireInput in) throws IOException {
        return new Position(Ids.instance(in), in.presence().next(PromotedValues::read));
    }

    private static InstanceQuery readFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        Set<InstanceState> states = in.set(QueryFormat::state);
        String hostType = present.next(WireInput::text);
        String definitionName = present.next(WireInput::text);
        Boolean suspended = present.next(WireInput::flag);
        OwnerId holder = present.next(Ids::owner);
        Subject sortBy = present.next(each -> new Subject.Promoted(each.text()));
        List<PromotedCondition> promoted = in.list(QueryFormat::condition);
        boolean descending = in.flag();
        int offset = in.small();
        int limit = in.small();
        // A query for a first page with its total ends here, as it did before there were others.
        Position after = in.isAtEnd() ? null : in.presence().next(QueryFormat::position);
        boolean counted = in.isAtEnd() || in.flag();
        boolean more = !in.isAtEnd();
        List<Condition> conditions = more ? in.list(Conditions::read) : List.of();
        ValueSelection values = more ? new ValueSelection(in.flag(), in.set(WireInput::text)) : ValueSelection.none();
        if (!in.isAtEnd()) {
            sortBy = Conditions.subject(in);
        }
        return new InstanceQuery(
                states,
                hostType,
                definitionName,
                suspended,
                holder,
                promoted,
                sortBy,
                descending,
                offset,
                limit,
                after,
                counted,
                conditions,
                values);
    }

    private static InstanceState state(WireInput in) throws IOException {
        return Codes.state(in.code());
    }

    private static void writeCondition(WireOutput out, PromotedCondition condition) {
        out.section(condition, (each, it) -> {
            each.presence(it.lowest(), it.highest());
            each.text(it.name());
            each.optional(it.lowest(), PromotedValues::write);
            each.optional(it.highest(), PromotedValues::write);
        });
    }

    private static PromotedCondition condition(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            String name = each.text();
            return new PromotedCondition(name, present.next(PromotedValues::read), present.next(PromotedValues::read));
        });
    }
}
