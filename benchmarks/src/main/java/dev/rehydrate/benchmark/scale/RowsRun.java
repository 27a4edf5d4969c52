// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.option.Arguments;
import dev.rehydrate.benchmark.option.Launcher;
import dev.rehydrate.benchmark.option.Section;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.benchmark.server.PostgresServer;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A table of a thousand rows and one of a million on PostgreSQL: how long a start, pages and timers take. */
public final class RowsRun {

    private static final String WHERE = "rows";
    private static final int FEW = 1_000;
    private static final int MANY = Integer.getInteger("bench.rows", 1_000_000);
    private static final int PAGE = 50;
    private static final int WARM_UP = 100;
    private static final int CALLS = 200;
    private static final double PAGES_GOAL = 2;
    private static final double START_GOAL_MILLIS = 5_000;

    private final Arguments arguments;
    private final Results results;

    public RowsRun(Arguments arguments, Results results) {
        this.arguments = arguments;
        this.results = results;
    }

    public void run() {
        Path directory = Path.of("target", "postgres-" + ProcessHandle.current().pid());
        try (PostgresServer server = PostgresServer.start(directory.toAbsolutePath())) {
            ManyRows.fill(server.url(), "few", FEW);
            ManyRows.fill(server.url(), "many", MANY);
            measureStart(server.url());
            try (JdbcInstanceStore few = JdbcInstanceStore.open(options(server.url(), "few"));
                    JdbcInstanceStore many = JdbcInstanceStore.open(options(server.url(), "many"))) {
                measurePages(few, many);
                try (TimerStorm storm = new TimerStorm(many, WHERE)) {
                    storm.measure(results);
                }
            }
        }
    }

    private static JdbcStoreOptions options(String url, String schema) {
        ValueEncoding values = ValueEncoding.with(JacksonCodec.builder().build());
        return JdbcStoreOptions.of(url, "postgres", "")
                .withSchema(schema)
                .withStore(StoreOptions.defaults().withValues(values));
    }

    /** The base is what is demanded, so that the ratio is the share of it. */
    private void measureStart(String url) {
        List<Double> millis = new ArrayList<>();
        for (int start = 0; start < 5; start++) {
            millis.add(start(url));
        }
        List<Double> demanded = millis.stream().map(each -> START_GOAL_MILLIS).toList();
        results.add(ResultRow.of(WHERE, "process to first load by key / 5 s", "ms", Ratio.of(demanded, millis), 1));
    }

    private double start(String url) {
        try {
            Process process = new Launcher(arguments.jvm())
                    .builder(Section.START, RowsStart.class, List.of(url, "many"))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return Double.parseDouble(said.strip());
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void measurePages(JdbcInstanceStore few, JdbcInstanceStore many) {
        Condition ofStatus = Columns.promoted(ManyRows.STATUS).equalTo(ManyRows.status(2));
        compare("page of 50 by id", few, many, InstanceQuery.builder());
        compare(
                "page of 50 by status, one of five",
                few,
                many,
                InstanceQuery.builder().sortBy(ManyRows.STATUS, false));
        compare(
                "page of 50 by status, descending",
                few,
                many,
                InstanceQuery.builder().sortBy(ManyRows.STATUS, true));
        compare("page of 50 of a status", few, many, InstanceQuery.builder().where(ofStatus));
        compare(
                "page of 50 of a status, by status",
                few,
                many,
                InstanceQuery.builder().where(ofStatus).sortBy(ManyRows.STATUS, true));
        compare(
                "page of 50 of a status, by customer",
                few,
                many,
                InstanceQuery.builder().where(ofStatus).sortBy(ManyRows.CUSTOMER, false));
        compare("10 of a customer, counted", List.of(ofCustomer(few, FEW), ofCustomer(many, MANY)));
    }

    private void compare(String name, JdbcInstanceStore few, JdbcInstanceStore many, InstanceQuery.Builder query) {
        InstanceQuery first = query.page(0, PAGE).uncounted().build();
        compare(name, List.of(walk(few, first), walk(many, first)));
    }

    private void compare(String name, List<Runnable> calls) {
        List<List<Double>> took = Turns.medians(calls, WARM_UP, CALLS);
        String row = String.format(Locale.ROOT, "%s, %,d / 1,000", name, MANY);
        results.add(ResultRow.of(WHERE, row, "us", Ratio.of(took.get(0), took.get(1)), PAGES_GOAL));
    }

    /** Goes on from page to page; at the end it begins again. */
    private static Runnable walk(JdbcInstanceStore store, InstanceQuery first) {
        InstanceQuery[] next = {first};
        return () -> {
            InstanceQuery asked = next[0];
            InstancePage page = store.commands().execute(QueryInstances.of(asked));
            requireFound(!page.isEmpty() || asked.after() != null);
            next[0] = asked.following(page).orElse(first);
        };
    }

    private static Runnable ofCustomer(JdbcInstanceStore store, int rows) {
        SplittableRandom draw = new SplittableRandom(1);
        return () -> {
            Condition drawn = Columns.promoted(ManyRows.CUSTOMER).equalTo(ManyRows.customer(draw.nextInt(rows)));
            InstancePage page = store.commands()
                    .execute(QueryInstances.of(
                            InstanceQuery.builder().where(drawn).build()));
            requireFound(page.total() == ManyRows.OF_A_CUSTOMER);
        };
    }

    private static void requireFound(boolean found) {
        if (!found) {
            throw new IllegalStateException("a query did not find what is there");
        }
    }
}
