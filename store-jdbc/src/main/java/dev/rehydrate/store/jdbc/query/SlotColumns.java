// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.store.jdbc.database.GroupRows;
import dev.rehydrate.store.jdbc.database.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comparisons of the columns of a slot that repeat what is in its header. */
final class SlotColumns {

    private static final String ALWAYS = "1 = 1";
    private static final String NEVER = "1 = 0";

    private final QueryParameters parameters;

    SlotColumns(QueryParameters parameters) {
        this.parameters = parameters;
    }

    String oneOf(String slot, Attribute attribute, Condition.OneOf condition) {
        String column = column(slot, attribute);
        List<PromotedValue> values = condition.values();
        return values.size() == 1
                ? column + " = " + parameter(attribute, values.get(0))
                : values.stream()
                        .map(each -> parameter(attribute, each))
                        .collect(Collectors.joining(", ", column + " in (", ")"));
    }

    String differs(String slot, Attribute attribute, Condition.Differs condition) {
        return column(slot, attribute) + " <> " + parameter(attribute, condition.value());
    }

    String range(String slot, Attribute attribute, Condition.Range condition) {
        List<String> ends = new ArrayList<>();
        add(ends, slot, attribute, condition.low(), ">");
        add(ends, slot, attribute, condition.high(), "<");
        return String.join(" and ", ends);
    }

    private void add(List<String> ends, String slot, Attribute attribute, @Nullable Bound bound, String direction) {
        if (bound != null) {
            String operator = bound.included() ? direction + "=" : direction;
            ends.add(column(slot, attribute) + " " + operator + " " + parameter(attribute, bound.value()));
        }
    }

    static String present(String slot, Attribute attribute, boolean there) {
        if (attribute.isAlwaysThere()) {
            return there ? ALWAYS : NEVER;
        }
        return column(slot, attribute) + (there ? " is not null" : " is null");
    }

    private static String column(String slot, Attribute attribute) {
        return slot + "." + name(attribute);
    }

    /** The name of the column that repeats an attribute. */
    static String name(Attribute attribute) {
        return switch (attribute) {
            case STATE -> "state";
            case SUSPENDED -> "suspended";
            case DEFINITION -> "definition";
            case HOST_TYPE -> "host_type";
            case HOLDER -> "holder";
            case CREATED -> "created_at";
            case UPDATED -> "updated_at";
            case DUE -> "due_at";
        };
    }

    /** A flag is a word of the statement: the index of suspended instances is used only if the planner knows which it is. */
    private String parameter(Attribute attribute, PromotedValue value) {
        return switch (attribute) {
            case SUSPENDED -> value.equals(PromotedValue.of(true)) ? "true" : "false";
            case STATE -> parameters.add(GroupRows.code(InstanceState.valueOf(value.toString())));
            case DEFINITION, HOST_TYPE -> parameters.add(SplitSlot.storable(value.toString()));
            case HOLDER -> parameters.add(UUID.fromString(value.toString()));
            case CREATED, UPDATED, DUE -> parameters.add(Times.micros((Instant) value.value()));
        };
    }
}
