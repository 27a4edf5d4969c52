// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.query.InstanceFilter;
import dev.rehydrate.operations.query.ListOrder;
import dev.rehydrate.operations.reading.QueryTexts;
import java.time.Instant;

/**
 * The query of an address, so that a list can be shared by its address; and back. The conditions are those of the command line; beside
 * them an address has a range of one promoted value, which a form asks for in three fields.
 */
final class ListFilter {

    static final String VALUE_NAME = "value";
    static final String VALUE_FROM = "from";
    static final String VALUE_TO = "to";
    static final String SORT = "sort";
    static final String DESCENDING = "descending";
    static final String AFTER = "after";

    static final int PAGE = 50;

    private ListFilter() {}

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if a value cannot be; the message is for people
     */
    static InstanceQuery query(Parameters parameters, int limit, Instant now) {
        InstanceQuery.Builder query = InstanceFilter.read(parameters::all, now).page(0, limit);
        parameters.find(VALUE_NAME).ifPresent(name -> condition(parameters, name, query));
        parameters
                .find(SORT)
                .ifPresent(name -> query.sortBy(
                        ListOrder.read(name), parameters.find(DESCENDING).isPresent()));
        parameters.find(AFTER).map(QueryTexts::place).ifPresent(query::after);
        return query.build();
    }

    private static void condition(Parameters parameters, String name, InstanceQuery.Builder query) {
        PromotedValue from = parameters.find(VALUE_FROM).map(QueryTexts::value).orElse(null);
        PromotedValue to = parameters.find(VALUE_TO).map(QueryTexts::value).orElse(from);
        if (from != null || to != null) {
            query.where(new PromotedCondition(name, from, to));
        }
    }

    /** The address of the page that follows. */
    static Parameters following(Parameters parameters, InstanceQuery.Position last) {
        return parameters.with(AFTER, QueryTexts.place(last.id(), last.value()));
    }
}
