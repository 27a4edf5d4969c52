// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.outcome.InstancePage;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Lists instances, for tools. The handle needs an owner and no instance. What is listed was true for each instance at some
 * moment of the query, not for all at one moment.
 *
 * @param query which instances, in which order, how many
 */
public record QueryInstances(InstanceQuery query) implements PersistenceCommand<InstancePage> {

    /** Checks that nothing is missing. */
    public QueryInstances {
        Objects.requireNonNull(query, "query");
    }

    /**
     * A new query.
     *
     * @param query which instances, in which order, how many
     * @return the command
     */
    public static QueryInstances of(InstanceQuery query) {
        return new QueryInstances(query);
    }

    @Override
    public CompletionStage<InstancePage> dispatchTo(CommandHandler handler) {
        return handler.queryInstances(query);
    }

    @Override
    public boolean canChange() {
        return false;
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
