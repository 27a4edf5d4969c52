// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.reading.QueryTexts;

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
        parameters.find(STATE).ifPresent(state -> query.in(QueryTexts.state(state)));
        parameters.find(DEFINITION).ifPresent(query::ofDefinition);
        parameters.find(HOST_TYPE).ifPresent(query::ofHostType);
        parameters.find(SUSPENDED).ifPresent(yes -> query.suspended(yes.equals("yes")));
        parameters.find(HOLDER).ifPresent(holder -> query.heldBy(QueryTexts.owner(holder)));
        parameters.find(VALUE_NAME).ifPresent(name -> condition(parameters, name, query));
        parameters
                .find(SORT)
                .ifPresent(
                        name -> query.sortBy(name, parameters.find(DESCENDING).isPresent()));
        parameters.find(AFTER).ifPresent(after -> query.after(position(parameters, after)));
        return query.build();
    }

    private static void condition(Parameters parameters, String name, InstanceQuery.Builder query) {
        PromotedValue from = parameters.find(VALUE_FROM).map(QueryTexts::value).orElse(null);
        PromotedValue to = parameters.find(VALUE_TO).map(QueryTexts::value).orElse(from);
        if (from != null || to != null) {
            query.where(new PromotedCondition(name, from, to));
        }
    }

    private static InstanceQuery.Position position(Parameters parameters, String after) {
        PromotedValue value = parameters.find(AFTER_VALUE).map(QueryTexts::kept).orElse(null);
        return new InstanceQuery.Position(InstanceId.parse(after), value);
    }

    /** The address of the page that follows. */
    static Parameters following(Parameters parameters, InstanceQuery.Position last) {
        PromotedValue value = last.value();
        return parameters
                .with(AFTER, last.id().toString())
                .with(AFTER_VALUE, value == null ? null : QueryTexts.kept(value));
    }
}
