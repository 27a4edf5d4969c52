// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.cli.earlier.Parcels;
import dev.rehydrate.cli.earlier.Parcels.Word;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.tck.ManualTime;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an earlier release has stored is read, and goes on. The tables, whole, and an export were written by the code of 24 November 2026
 * (3dde6f2b: slots in version 2, tables of V1, V3 and V4) with {@link Parcels}, while a second host held an instance. They are never
 * written anew; a release that writes another form gets a directory of its own.
 */
@DisplayName("what the release of 24 November 2026 has stored")
class EarlierReleaseTest {

    private static final String WRITTEN = "earlier/2026-11-24/";
    private static final Duration STEP = Duration.ofSeconds(2);
    /** Time is moved while the database works. */
    private static final Duration LONG = Duration.ofHours(12);

    private static final int INSTANCES = 12;

    @TempDir
    Path directory;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-11-24T12:01:00Z"));
    private final List<Word> sent = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("in an H2 file goes on")
    void onH2() throws Exception {
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("store"));
        try (Connection connection = DriverManager.getConnection(file.url(), file.credentials())) {
            execute(connection, "h2.sql");
        }

        goesOn(file);
    }

    @Test
    @DisplayName("in PostgreSQL goes on")
    void onPostgresql() throws Exception {
        Path target = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPort(FreePorts.any())
                .setPGStartupWait(Duration.ofMinutes(2))
                .setDataDirectory(Files.createTempDirectory(target, "postgres").resolve("data"))
                .setCleanDataDirectory(true)
                .start()) {
            String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
            try (Connection connection = DriverManager.getConnection(url, "postgres", "")) {
                execute(connection, "postgresql.sql");
            }

            goesOn(JdbcStoreOptions.of(url, "postgres", "").allowingNotDurable());
        }
    }

    @Test
    @DisplayName("in an export goes on after an import")
    void inAnExport() throws Exception {
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("imported"));
        Path export = directory.resolve("export.jsonl");
        Files.writeString(export, text("export.jsonl"));

        var imported =
                Shell.real("--jdbc", String.valueOf(file.url())).run("import", export.toString(), "--create-tables");

        assertThat(imported.err()).contains("Created " + INSTANCES);
        goesOn(file);
    }

    private void goesOn(JdbcStoreOptions database) throws Exception {
        StoreOptions options = StoreOptions.defaults().withTime(time).withValues(Parcels.values());
        try (InstanceStore store =
                JdbcInstanceStore.open(database.withStore(options).withPatience(LONG))) {
            isListed(store);
            WorkflowHost host = WorkflowHost.builder(store)
                    .node("new")
                    .definition(Parcels.DEFINITION)
                    .time(time)
                    .timeToUnload(Duration.ZERO)
                    .storeTimeout(LONG)
                    .deliveryTime(Duration.ofMinutes(10))
                    .redelivery(new Backoff(STEP, STEP))
                    .sink(message -> {
                        sent.add(message.payload(Word.class));
                        return CompletableFuture.completedFuture(null);
                    })
                    .start();
            answers(host);
            isDeliveredLater(host);
            isListed(store);
        }
    }

    private void isListed(InstanceStore store) throws Exception {
        InstancePage all = store.commands()
                .execute(QueryInstances.of(InstanceQuery.builder().build()));
        assertThat(all.gap()).isNull();
        assertThat(all.total()).isEqualTo(INSTANCES);
        InstanceId rich = store.commands()
                .execute(QueryInstances.of(InstanceQuery.builder()
                        .where(Columns.promoted("total").equalTo(12.5))
                        .build()))
                .entries()
                .get(0)
                .header()
                .id();
        InstanceSnapshot snapshot =
                store.commands().execute(rich, LoadInstance.of(LoadMode.peek())).snapshotOrThrow();
        assertThat(snapshot.data().get("name", String.class)).isEqualTo("ä\nb");
        assertThat(snapshot.data().get("bytes", byte[].class)).isEqualTo(new byte[] {0, -1, 7});
        assertThat(snapshot.metadata().get("note", String.class)).isEqualTo("a note");
        assertThat(snapshot.header().dueAt()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
    }

    private void answers(WorkflowHost host) {
        CallOptions again = CallOptions.DEFAULT.within(LONG).withMessageId("register once");
        assertThat(reply(host.callAsync(Parcels.REGISTER, Parcels.word("once", "twice"), again)))
                .isEqualTo("registered");
        assertThat(call(host, Parcels.CHASE, "once")).isEqualTo("registered+now");
        assertThat(host.find(Parcels.customerOf("idle")).orElseThrow().id()).isEqualTo(home("idle"));
        assertThat(call(host, Parcels.REGISTER, "idle")).isEqualTo("registered+now");
        assertThat(call(host, Parcels.TALK, "talking")).isEqualTo("Ann3");
        assertThat(call(host, Parcels.CHASE, "held")).isEqualTo("registered+now");

        assertThat(outcome(host, "failed")).isInstanceOf(CallOutcome.Suspended.class);
        host.control().retry(home("failed"));
        assertThat(call(host, Parcels.CHASE, "failed")).isEqualTo("registered+now");
        assertThat(outcome(host, "suspended")).isInstanceOf(CallOutcome.Suspended.class);
        host.control().resume(home("suspended"));
        assertThat(call(host, Parcels.CHASE, "suspended")).isEqualTo("registered+now");
        assertThat(outcome(host, "ended")).isInstanceOf(CallOutcome.Completed.class);
    }

    private void isDeliveredLater(WorkflowHost host) throws Exception {
        passesUntil(() -> sent.contains(Parcels.word("unsent", "ship")));
        UnsentMessage dead = host.outboxes()
                .messages(home("dead letter"))
                .get(1, TimeUnit.MINUTES)
                .get(0);
        assertThat(dead.isDead()).isTrue();
        assertThat(host.outboxes().redrive(dead).get(1, TimeUnit.MINUTES)).isTrue();
        passesUntil(() -> sent.contains(Parcels.word("dead letter", "ship")));

        time.advance(Parcels.CHASE_AFTER);
        passesUntil(() -> call(host, Parcels.READ, "timed").equals("registered+chased"));
        time.advance(Duration.ofHours(1));
        passesUntil(() -> outcome(host, "posted") instanceof CallOutcome.Replied);
        assertThat(call(host, Parcels.READ, "posted")).isEqualTo("posted+no");
    }

    private static InstanceId home(String parcel) {
        return InstanceId.atHomeOf(Parcels.key(parcel).key());
    }

    private String call(WorkflowHost host, Operation<Parcels.Parcel, Word, String> operation, String parcel) {
        return reply(host.callAsync(operation, Parcels.word(parcel, "now"), CallOptions.DEFAULT.within(LONG)));
    }

    private CallOutcome<String> outcome(WorkflowHost host, String parcel) {
        return answer(host.callAsync(Parcels.CHASE, Parcels.word(parcel, "no"), CallOptions.DEFAULT.within(LONG)));
    }

    private String reply(CompletableFuture<CallOutcome<String>> call) {
        return String.valueOf(answer(call).replyOrThrow().reply());
    }

    /** What another host held comes with the end of its lease. */
    private CallOutcome<String> answer(CompletableFuture<CallOutcome<String>> call) {
        passesUntil(call::isDone);
        return call.join();
    }

    /** Time passes slowly enough for a turn that has thirty seconds of it. */
    private void passesUntil(BooleanSupplier done) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(200))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    boolean isDone = done.getAsBoolean();
                    if (!isDone) {
                        time.advance(STEP);
                    }
                    return isDone;
                });
    }

    private static void execute(Connection connection, String script) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text(script));
        }
    }

    private static String text(String name) throws IOException {
        try (InputStream resource = EarlierReleaseTest.class.getResourceAsStream(WRITTEN + name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
