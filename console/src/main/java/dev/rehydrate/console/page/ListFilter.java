// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.UUID;

/** The query of an address, so that a list can be shared by its address; and back. */
final class ListFilter {

    static final String STATE = "state";
    static final String DEFINITION = "definition";
    static final String HOST_TYPE = "host-type";
    static final String SUSPENDED = "suspended";
    static final String HOLDER = "holder";
    static final String VALUE_NAME = "value";
    static final String VALUE_FROM = "from";
    static final String VALUE_TO = "to";
    static final String SORT = "sort";
    static final String DESCENDING = "descending";
    static final String AFTER = "after";
    static final String AFTER_VALUE = "after-value";

    static final int PAGE = 50;

    private ListFilter() {}

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if a value cannot be; the message is for people
     */
    static InstanceQuery query(Parameters parameters, int limit) {
        InstanceQuery.Builder query = InstanceQuery.builder().page(0, limit).uncounted();
        parameters.find(STATE).ifPresent(state -> query.in(state(state)));
        parameters.find(DEFINITION).ifPresent(query::ofDefinition);
        parameters.find(HOST_TYPE).ifPresent(query::ofHostType);
        parameters.find(SUSPENDED).ifPresent(yes -> query.suspended(yes.equals("yes")));
        parameters.find(HOLDER).ifPresent(holder -> query.heldBy(owner(holder)));
        parameters.find(VALUE_NAME).ifPresent(name -> condition(parameters, name, query));
        parameters
                .find(SORT)
                .ifPresent(
                        name -> query.sortBy(name, parameters.find(DESCENDING).isPresent()));
        parameters.find(AFTER).ifPresent(after -> query.after(position(parameters, after)));
        return query.build();
    }

    private static InstanceState state(String text) {
        try {
            return InstanceState.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("there is no state '" + text + "'", unknown);
        }
    }

    private static void condition(Parameters parameters, String name, InstanceQuery.Builder query) {
        PromotedValue from = parameters.find(VALUE_FROM).map(ListFilter::value).orElse(null);
        PromotedValue to = parameters.find(VALUE_TO).map(ListFilter::value).orElse(from);
        if (from != null || to != null) {
            query.where(new PromotedCondition(name, from, to));
        }
    }

    /** A number, a time or a boolean if it looks like one; text otherwise, or in quotes. */
    static PromotedValue value(String text) {
        if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
            return PromotedValue.of(text.substring(1, text.length() - 1));
        }
        if (text.equals("true") || text.equals("false")) {
            return PromotedValue.of(Boolean.valueOf(text));
        }
        try {
            return PromotedValue.of(new BigDecimal(text));
        } catch (NumberFormatException notANumber) {
            return timeOrText(text);
        }
    }

    private static PromotedValue timeOrText(String text) {
        try {
            return PromotedValue.of(Instant.parse(text));
        } catch (DateTimeParseException notATime) {
            return PromotedValue.of(text);
        }
    }

    private static OwnerId owner(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            return new OwnerId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        } catch (IllegalArgumentException notAnOwner) {
            throw new IllegalArgumentException("'" + text + "' is not the id of an owner", notAnOwner);
        }
    }

    private static InstanceQuery.Position position(Parameters parameters, String after) {
        PromotedValue value = parameters.find(AFTER_VALUE).map(ListFilter::kept).orElse(null);
        return new InstanceQuery.Position(InstanceId.parse(after), value);
    }

    /** The address of the page that follows. */
    static Parameters following(Parameters parameters, InstanceQuery.Position last) {
        PromotedValue value = last.value();
        return parameters
                .with(AFTER, last.id().toString())
                .with(AFTER_VALUE, value == null ? null : value.kind() + ":" + value);
    }

    private static PromotedValue kept(String text) {
        int at = text.indexOf(':');
        String value = text.substring(at + 1);
        return switch (PromotedValue.Kind.valueOf(text.substring(0, Math.max(0, at)))) {
            case BOOLEAN -> PromotedValue.of(Boolean.valueOf(value));
            case NUMBER -> PromotedValue.of(new BigDecimal(value));
            case TEXT -> PromotedValue.of(value);
            case INSTANT -> PromotedValue.of(Instant.parse(value));
            case UUID -> PromotedValue.of(UUID.fromString(value));
        };
    }
}
