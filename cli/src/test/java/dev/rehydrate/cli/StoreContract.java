// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OutboundMessage;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands do with a store that hosts of an application work on, whatever keeps it. Each test has definitions of its own. */
abstract class StoreContract {

    private static final Duration LEASE = Duration.ofSeconds(5);

    static {
        // A thread of the engine may end with what a member that goes down, also one of another test, makes of its
        // work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    /** A message to an order. */
    record Order(String id, int total) {}

    /** What is kept of an order. */
    record State(int total) {}

    private final String name = "Order" + InstanceId.random().toString().substring(0, 8);
    private final AtomicBoolean sinkIsOpen = new AtomicBoolean();

    private final Operation<State, Order, String> place = Operation.createOrGet("Place", Order.class)
            .correlatedBy(Correlation.<Order>content(name).part("Order", Order::id))
            .handledBy((turn, state, order) -> String.valueOf(turn.become(new State(order.total()))));
    private final Operation<State, Order, String> ship = Operation.mustExist("Ship", Order.class)
            .correlatedBy(Correlation.<Order>content(name).part("Order", Order::id))
            .handledBy((turn, state, order) -> {
                turn.send("warehouse", order.id());
                return "sent";
            });
    private final Operation<State, Order, String> fail = Operation.mustExist("Fail", Order.class)
            .correlatedBy(Correlation.<Order>content(name).part("Order", Order::id))
            .handledBy((turn, state, order) -> {
                throw new IllegalStateException("the warehouse burns");
            });

    private InstanceStore store;
    private WorkflowHost host;

    /** The store of the application, with the settings that it wants. */
    abstract InstanceStore open(StoreOptions options);

    /** A command line that reaches it. */
    abstract Shell shell();

    @BeforeEach
    void start() {
        store = open(StoreOptions.defaults()
                .withLease(LEASE)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build())));
        host = WorkflowHost.builder(store)
                .definition(WorkflowDefinition.of(name, "1.0", State.class).with(place, ship, fail))
                .node("A")
                .owner(OwnerDescription.ofType(name).describedBy(Map.of("node", "A"), Map.of()))
                .timeToUnload(Duration.ZERO)
                .sink(this::take)
                .redelivery(Backoff.DEFAULT)
                .maxSends(1)
                .start();
    }

    @AfterEach
    void stop() {
        if (host != null) {
            host.close();
        }
        store.commands()
                .execute(QueryInstances.of(
                        InstanceQuery.builder().ofDefinition(name).build()))
                .entries()
                .forEach(entry -> store.commands().execute(entry.header().id(), DeleteInstance.now()));
        store.close();
    }

    private CompletionStage<Void> take(OutboundMessage message) {
        return sinkIsOpen.get()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new IllegalStateException("the warehouse is closed"));
    }

    private String order(String id, int total) {
        return host.call(place, new Order(id, total))
                .replyOrThrow()
                .facts()
                .instance()
                .toString();
    }

    private CommandLineRun run(String... arguments) {
        CommandLineRun run = shell().run(arguments);
        assertThat(run.code())
                .as(String.join(" ", arguments) + "\n" + run.out() + run.err())
                .isZero();
        return run;
    }

    private List<String> listed(String... more) {
        List<String> arguments = new ArrayList<>(List.of("instances", "list", "--definition", name, "--json", "--all"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new)).json().stream()
                .map(line -> line.path("id").asText())
                .toList();
    }

    @Test
    void instancesAreListedByConditionsAndShown() {
        String tea = order("tea", 5);
        String milk = order("milk", 7);
        run("instances", "suspend", milk, "--reason", "inventory", "--yes");

        assertThat(listed("--limit", "1")).containsExactlyInAnyOrder(tea, milk);
        assertThat(listed("--suspended")).containsExactly(milk);
        assertThat(listed("--suspended=no", "--created-after", "-1h")).containsExactly(tea);
        assertThat(listed("--where", "suspended = yes or created > now+1h")).containsExactly(milk);
        assertThat(listed("--definition", "Other", "--updated-after", "-1h", "--where", "due missing"))
                .containsExactlyInAnyOrder(tea, milk);
        assertThat(run("instances", "list", "--definition", name, "--count").out())
                .startsWith("2");
        assertThat(run("instances", "show", milk).out()).contains("SUSPENDED_BY_PERSON", "inventory", "{\"total\":7}");
        assertThat(run("instances", "show", "--scope", name, "--part", "Order=tea", "--json")
                        .json()
                        .get(0)
                        .path("id")
                        .asText())
                .isEqualTo(tea);
        assertThat(run("keys", "show", "--scope", name, "--part", "Order=tea").out())
                .contains(tea);
        assertThat(run("owners", "--watch", "10s").out()).containsPattern("node A .*alive +" + name);
    }

    @Test
    void actionsAreDoneAndVerified() {
        String id = order("tea", 5);
        try {
            host.call(fail, new Order("tea", 5));
        } catch (RuntimeException expected) {
            assertThat(expected).hasMessageContaining("Fail");
        }

        assertThat(run("instances", "show", id).out()).contains("SUSPENDED_BY_FAILURE", "the warehouse burns");
        assertThat(run("instances", "resume", id, "--reason", "it does not burn", "--yes")
                        .out())
                .contains("Done and verified.");
        run("instances", "suspend", id, "--reason", "inventory", "--yes");
        assertThat(run(
                                "instances",
                                "resume",
                                "--definition",
                                name,
                                "--suspended",
                                "--reason",
                                "over",
                                "--yes",
                                "--json")
                        .json())
                .extracting(line -> line.path("result").asText())
                .containsExactly("verified");
        run("instances", "terminate", id, "--reason", "a test", "--yes", "--then-delete");
        assertThat(listed()).isEmpty();
    }

    @Test
    void aDeadLetterIsRedrivenAndThenSentByTheHost() {
        String id = order("tea", 5);
        host.call(ship, new Order("tea", 5)).replyOrThrow();
        await(
                "a dead letter",
                () -> !run("outbox", id, "--dead", "--json").out().isEmpty());

        sinkIsOpen.set(true);
        run("instances", "redrive", id, "--reason", "the warehouse is open", "--yes");

        await("the message is sent", () -> run("outbox", id, "--json").out().isEmpty());
    }

    private static void await(String what, BooleanSupplier holds) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(200))
                .until(holds::getAsBoolean);
    }

    @Test
    void whatIsExportedIsImportedAgain(@TempDir Path directory) throws Exception {
        String tea = order("tea", 5);
        String milk = order("milk", 7);
        Path file = directory.resolve("export.jsonl");

        run("export", file.toString(), "--definition", name);
        run("instances", "delete", tea, milk, "--reason", "a test", "--yes");
        assertThat(listed()).isEmpty();
        CommandLineRun imported = run("import", file.toString());
        CommandLineRun again = run("import", file.toString());

        assertThat(Files.readAllLines(file)).hasSize(4);
        assertThat(imported.err()).contains("Created 2, there before 0, refused 0");
        assertThat(again.err()).contains("Created 0, there before 2, refused 0");
        assertThat(listed()).containsExactlyInAnyOrder(tea, milk);
        assertThat(host.call(place, new Order("tea", 9)).replyOrThrow().facts().instance())
                .isEqualTo(InstanceId.parse(tea));
    }

    @Test
    void theStoreIsMeasured() {
        assertThat(run("bench", "--instances", "20", "--threads", "2", "--yes", "--json")
                        .json())
                .hasSize(1);
    }
}
