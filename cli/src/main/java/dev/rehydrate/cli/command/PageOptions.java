// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Filled;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.operations.reading.QueryTexts;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which page of the instances that conditions find. */
final class PageOptions {

    private final int usual;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "How many instances that conditions find at most, 1 to 1000; default 50 for a list, else 200.")
    private @Nullable Integer limit;

    @Option(
            names = "--after",
            paramLabel = "PLACE",
            preprocessor = Filled.class,
            description = "Go on after the place that the last run gave.")
    private @Nullable String after;

    /** Options with a limit for those who give none. */
    PageOptions(int usual) {
        this.usual = usual;
    }

    int limit() {
        return limit == null ? usual : limit;
    }

    boolean isGiven() {
        return limit != null || after != null;
    }

    /** Looks at the limit before anything is opened. */
    void check() {
        if (limit() < 1 || limit() > InstanceQuery.MAX_LIMIT) {
            throw usage("--limit is from 1 to " + InstanceQuery.MAX_LIMIT);
        }
    }

    /** Refuses a page where it would be ignored. */
    void refuseWith(String other) {
        if (isGiven()) {
            throw usage("--limit and --after choose a page of what conditions find; they mean nothing with " + other);
        }
    }

    /** The page of a query. A mistake in a condition or in a place is one of the command line. */
    InstanceQuery of(Supplier<InstanceQuery.Builder> conditions) {
        try {
            InstanceQuery.Builder query = conditions.get().page(0, limit());
            if (after != null) {
                query.after(QueryTexts.place(after));
            }
            InstanceQuery page = query.build();
            requireOfItsOrder(page);
            return page;
        } catch (IllegalArgumentException cannotBeRead) {
            throw usage(String.valueOf(cannotBeRead.getMessage()));
        }
    }

    /** Every instance has the moments by which a list is sorted, but for due: after a place without one, nothing would follow. */
    private static void requireOfItsOrder(InstanceQuery page) {
        InstanceQuery.Position place = page.after();
        boolean isSorted = page.sortBy() instanceof Attribute sorted && sorted.isAlwaysThere();
        if (isSorted && place != null && place.value() == null) {
            throw new IllegalArgumentException(
                    "'" + QueryTexts.place(place.id(), null)
                            + "' is a place in the order of ids; give one that a list in this order has given. Nothing was done.");
        }
    }

    /** How to go on after a page, if more may follow. */
    static Optional<String> next(InstanceQuery query, InstancePage page) {
        return query.following(page)
                .map(InstanceQuery::after)
                .map(place -> "--after " + QueryTexts.place(place.id(), place.value()));
    }

    private ParameterException usage(String message) {
        if (command == null) {
            throw new IllegalStateException("the options belong to no command");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
