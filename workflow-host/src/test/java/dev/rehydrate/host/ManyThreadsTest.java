// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.Seed;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two hosts with threads of their own, and the machine's clocks. */
final class ManyThreadsTest {

    private static final int THREADS = 16;

    private final Farm farm = new Farm();
    private final List<WorkflowHost> hosts = new ArrayList<>();
    private final List<TroubledEngine> engines = new ArrayList<>();
    private HostListener told = event -> {};

    @AfterEach
    void close() {
        hosts.forEach(WorkflowHost::close);
        farm.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void ofManyThatCreateWithOneKeyExactlyOneDoes(long secondsToUnload) {
        List<WorkflowHost> pair = hosts(Duration.ofSeconds(secondsToUnload));
        for (int round = 0; round < 50; round++) {
            String id = "doc " + round;

            List<CallOutcome<String>> answers =
                    together(i -> pair.get(i % 2).callAsync(Docs.CREATE, edit(id, "t" + i), CallOptions.DEFAULT));

            assertThat(answers)
                    .filteredOn(CallOutcome.Replied.class::isInstance)
                    .hasSize(1);
            assertThat(answers)
                    .filteredOn(CallOutcome.AlreadyExists.class::isInstance)
                    .hasSize(THREADS - 1);
        }
        pair.forEach(WorkflowHost::close);
        for (int round = 0; round < 50; round++) {
            assertThat(farm.stored("doc " + round).snapshot().data().get("state", Docs.Doc.class).edits)
                    .hasSize(1);
        }
    }

    @Test
    void ofManyThatCreateOrGetOneCreatesAndTheOthersFindIt() {
        List<WorkflowHost> pair = hosts(Duration.ZERO);
        for (int round = 0; round < 20; round++) {
            String id = "doc " + round;

            List<CallOutcome<String>> answers =
                    together(i -> pair.get(i % 2).callAsync(Docs.OPEN, edit(id, "t" + i), CallOptions.DEFAULT));

            assertThat(answers)
                    .extracting(answer -> answer.replyOrThrow().facts().has(Mark.CREATED))
                    .containsOnlyOnce(true)
                    .hasSize(THREADS);
            assertThat(farm.stored(id).snapshot().data().get("state", Docs.Doc.class).edits)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, THREADS).mapToObj(i -> "t" + i).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    void everyAcknowledgedEditIsThereOnce(long millisToUnload) {
        List<WorkflowHost> pair = hosts(Duration.ofMillis(millisToUnload));
        pair.get(0).call(Docs.CREATE, edit("42", "begin")).replyOrThrow();
        List<String> expected = new ArrayList<>(List.of("begin"));
        for (int round = 0; round < 10; round++) {
            int first = round * THREADS;

            together(i -> pair.get(i % 2).callAsync(Docs.UPDATE, edit("42", "t" + (first + i)), CallOptions.DEFAULT))
                    .forEach(CallOutcome::replyOrThrow);
            IntStream.range(first, first + THREADS).forEach(i -> expected.add("t" + i));
        }

        pair.forEach(WorkflowHost::close);
        assertThat(farm.stored("42").snapshot().data().get("state", Docs.Doc.class).edits)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(farm.stored("42").snapshot().header().holder()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    void editsByKeyAndByIdOfAnInstanceAwayFromHomeAllArrive(long millisToUnload) {
        InstanceId elsewhere = InstanceId.random();
        RoutingTest.createByTool(farm, elsewhere, Docs.key("42").metadata(), null);
        List<WorkflowHost> pair = hosts(Duration.ofMillis(millisToUnload));
        for (int round = 0; round < 10; round++) {
            int first = round * THREADS;

            together(i -> editSomehow(pair.get(i % 2), elsewhere, first + i));
        }

        pair.forEach(WorkflowHost::close);
        assertThat(farm.tool().ask(elsewhere, LoadInstance.of(LoadMode.peek())))
                .isInstanceOfSatisfying(
                        LoadOutcome.Loaded.class,
                        loaded -> assertThat(loaded.snapshot().data().get("state", Docs.Doc.class).edits)
                                .hasSize(1 + 10 * THREADS)
                                .doesNotHaveDuplicates());
    }

    private static CompletableFuture<CallOutcome<Boolean>> editSomehow(
            WorkflowHost host, InstanceId elsewhere, int number) {
        String text = "t" + number;
        return number % 3 == 0
                ? host.callAsync(RoutingTest.GO_ON, new RoutingTest.Note(elsewhere, text), CallOptions.DEFAULT)
                        .thenApply(ManyThreadsTest::done)
                : host.callAsync(Docs.UPDATE, Docs.edit("42", text), CallOptions.DEFAULT)
                        .thenApply(ManyThreadsTest::done);
    }

    private static CallOutcome<Boolean> done(CallOutcome<?> outcome) {
        return new CallOutcome.Replied<>(true, outcome.replyOrThrow().facts());
    }

    /** Replies and requests get lost, the store is away now and then, and answers come on other threads. */
    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    void withATroubledStoreEditsAreThereOnceIfAcknowledgedAndAtMostOnceIfNot(long millisToUnload) {
        long seed = Seed.forTest("withATroubledStore");
        List<WorkflowHost> pair = hosts(Duration.ofMillis(millisToUnload));
        pair.get(0).call(Docs.CREATE, edit("42", "begin")).replyOrThrow();
        engines.forEach(engine -> engine.troubleAtRandom(new Random(seed)));
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        Set<String> unknown = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 10; round++) {
            int first = round * THREADS;
            together(i -> attempt(pair.get(i % 2), "t" + (first + i), acknowledged, unknown));
        }
        engines.forEach(TroubledEngine::troubleNoMore);
        pair.forEach(WorkflowHost::close);

        List<String> edits = farm.stored("42").snapshot().data().get("state", Docs.Doc.class).edits;
        assertThat(edits)
                .as("-Drehydrate.seed=%d", seed)
                .doesNotHaveDuplicates()
                .containsAll(acknowledged);
        edits.removeAll(acknowledged);
        edits.removeAll(unknown);
        assertThat(edits).containsExactly("begin");
        assertThat(acknowledged).hasSizeGreaterThan(THREADS);
    }

    private static CompletableFuture<CallOutcome<Boolean>> attempt(
            WorkflowHost host, String text, Set<String> acknowledged, Set<String> unknown) {
        return host.callAsync(Docs.UPDATE, edit("42", text), CallOptions.DEFAULT)
                .handle((outcome, failure) -> {
                    if (failure == null && outcome instanceof CallOutcome.Replied) {
                        acknowledged.add(text);
                    } else if (failure instanceof OutcomeUnknownException) {
                        unknown.add(text);
                    } else if (failure != null) {
                        assertThat(failure).isInstanceOf(StoreUnavailableException.class);
                    }
                    return new CallOutcome.UnknownInstance<>("done");
                });
    }

    @Test
    void postedByManyEachMessageIsHandledOnceAndInTheOrderOfItsSender() throws InterruptedException {
        int each = 10;
        CountDownLatch delivered = new CountDownLatch(THREADS * each);
        told = event -> {
            if (event.kind() == HostEvent.Kind.DELIVERED) {
                delivered.countDown();
            }
        };
        List<WorkflowHost> pair = hosts(Duration.ZERO);
        pair.get(0).call(Docs.CREATE, edit("42", "begin")).replyOrThrow();

        together(i -> post(pair.get(i % 2), "t" + i + "/", each));

        assertThat(delivered.await(1, TimeUnit.MINUTES)).isTrue();
        pair.forEach(WorkflowHost::close);
        List<String> edits = farm.stored("42").snapshot().data().get("state", Docs.Doc.class).edits;
        assertThat(edits).hasSize(1 + THREADS * each);
        for (int i = 0; i < THREADS; i++) {
            String sender = "t" + i + "/";
            assertThat(edits)
                    .filteredOn(text -> text.startsWith(sender))
                    .containsExactlyElementsOf(IntStream.range(0, each)
                            .mapToObj(number -> sender + number)
                            .toList());
        }
        assertThat(farm.peek(Mailbox.of(Docs.home("42")))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    private static CompletableFuture<CallOutcome<Boolean>> post(WorkflowHost host, String sender, int messages) {
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (int number = 0; number < messages; number++) {
            Docs.Edit message = edit("42", sender + number);
            last = last.thenCompose(before -> host.postAsync(Docs.UPDATE, message, PostOptions.DEFAULT));
        }
        return last.thenApply(posted -> new CallOutcome.UnknownInstance<>("posted"));
    }

    @Test
    void threeHundredInstancesAtOnceNeedFewThreads() {
        WorkflowHost host = host("crowded", Duration.ZERO);
        List<CompletableFuture<CallOutcome<String>>> answers = IntStream.range(0, 300)
                .mapToObj(i -> host.callAsync(Docs.CREATE, edit("doc " + i, "a"), CallOptions.DEFAULT))
                .toList();

        await(answers).forEach(CallOutcome::replyOrThrow);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("rehydrate-crowded-"))
                .hasSizeLessThanOrEqualTo(Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));
        assertThat(host.instancesInMemory()).isZero();
    }

    private List<WorkflowHost> hosts(Duration timeToUnload) {
        return IntStream.range(0, 2)
                .mapToObj(i -> host("node-" + i, timeToUnload))
                .toList();
    }

    private WorkflowHost host(String node, Duration timeToUnload) {
        InstanceStore store = farm.store(TimeSource.system());
        engines.add(farm.engine);
        WorkflowHost host = WorkflowHost.builder(store)
                .node(node)
                .definition(RoutingTest.DEFINITION)
                .backoff(new Backoff(Duration.ofMillis(1), Duration.ofMillis(10)))
                .timeToUnload(timeToUnload)
                .listener(event -> told.on(event))
                .start();
        hosts.add(host);
        return host;
    }

    private static <R> List<CallOutcome<R>> together(IntFunction<CompletableFuture<CallOutcome<R>>> call) {
        CompletableFuture<Void> gun = new CompletableFuture<>();
        List<CompletableFuture<CallOutcome<R>>> answers = IntStream.range(0, THREADS)
                .mapToObj(i -> gun.thenComposeAsync(shot -> call.apply(i)))
                .toList();
        gun.complete(null);
        return await(answers);
    }

    private static <R> List<CallOutcome<R>> await(List<CompletableFuture<CallOutcome<R>>> answers) {
        List<CallOutcome<R>> outcomes = new ArrayList<>();
        for (CompletableFuture<CallOutcome<R>> answer : answers) {
            outcomes.add(Waiting.forAnswer(answer, Duration.ofMinutes(1)));
        }
        return outcomes;
    }
}
