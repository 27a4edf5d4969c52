// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.host.Docs.Doc;
import dev.rehydrate.host.Docs.Edit;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that waits runs its turn itself, if nothing is before it, and works for no other caller. */
@Timeout(60)
final class CallersRunTurnsTest {

    private static final Duration SHORT = Duration.ofMillis(200);
    /** In it a handler begins also where the machine stands still for a moment. */
    private static final Duration TO_BEGIN = Duration.ofSeconds(3);

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String OF_THE_HOST = "rehydrate-one-";

    private final Farm farm = new Farm();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicReference<WorkflowHost> inside = new AtomicReference<>();
    private InstanceStore store;

    /** Tells in which thread it runs. */
    private final Operation<Doc, Edit, String> where = operation("Where", text -> threadName());

    /** Waits in the middle. */
    private final Operation<Doc, Edit, String> slow = operation("Slow", text -> {
        begun.countDown();
        goOn.await();
        return threadName();
    });

    /** What a handler answers, and may fail with. */
    private interface Step {
        String take(String text) throws Exception;
    }

    private static Operation<Doc, Edit, String> operation(String name, Step step) {
        return Operation.createOrGet(name, Edit.class).correlatedBy(Docs.BY_ID).handledBy((turn, doc, message) -> {
            String answer = step.take(message.text());
            Doc next = doc == null ? turn.become(new Doc()) : doc;
            next.edits.add(message.text());
            return answer;
        });
    }

    private static String threadName() {
        return Thread.currentThread().getName();
    }

    @BeforeEach
    void open() {
        store = farm.store(TimeSource.system());
    }

    @AfterEach
    void close() {
        goOn.countDown();
        farm.close();
    }

    private WorkflowHost host(Operation<Doc, Edit, String> more) {
        return host(more, HostBuilder::callersRunTurns);
    }

    private WorkflowHost host(Operation<Doc, Edit, String> more, UnaryOperator<HostBuilder> settings) {
        WorkflowHost host = settings.apply(WorkflowHost.builder(store)
                        .node("one")
                        .timeToUnload(Duration.ZERO)
                        .definition(Docs.DEFINITION.with(where, more)))
                .start();
        inside.set(host);
        return host;
    }

    private WorkflowHost host() {
        return host(slow);
    }

    private static <T> FutureTask<T> inThread(String name, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task, name).start();
        return task;
    }

    private static <T> T ended(FutureTask<T> task) throws Exception {
        return task.get(30, TimeUnit.SECONDS);
    }

    private static String content(WorkflowHost host, String id) {
        return reply(host.call(Docs.READ, edit(id, "")));
    }

    @Test
    @DisplayName("nothing is before it: the turn runs in the thread that calls, and only if the host says so")
    void freeLane() {
        WorkflowHost host = host();

        assertThat(reply(host.call(where, edit("1", "a")))).isEqualTo(threadName());
        assertThat(reply(host.call(where, edit("1", "b")))).isEqualTo(threadName());
        assertThat(reply(Waiting.forAnswer(host.callAsync(where, edit("1", "c"), CallOptions.DEFAULT), LONG)))
                .startsWith(OF_THE_HOST);
        assertThat(content(host, "1")).isEqualTo("a b c");
        host.close();
        WorkflowHost other = host(slow, UnaryOperator.identity());
        assertThat(reply(other.call(where, edit("2", "a")))).startsWith(OF_THE_HOST);
        other.close();
    }

    @Test
    @DisplayName("in virtual threads too: who waits runs its turn, and the others run in threads of the host")
    void besideVirtualThreads() {
        try (WorkflowHost host =
                host(slow, settings -> settings.virtualThreads().callersRunTurns())) {
            assertThat(reply(host.call(where, edit("1", "a")))).isEqualTo(threadName());
            assertThat(reply(Waiting.forAnswer(host.callAsync(where, edit("1", "b"), CallOptions.DEFAULT), LONG)))
                    .startsWith(OF_THE_HOST);
        }
    }

    @RepeatedTest(50)
    @DisplayName("another message is before it: the turn waits, and runs in a thread of the host")
    void busyLane() throws Exception {
        try (WorkflowHost host = host()) {
            var first = host.callAsync(slow, edit("1", "a"), CallOptions.DEFAULT);
            begun.await();
            FutureTask<String> second = new FutureTask<>(() -> reply(host.call(where, edit("1", "b"))));
            Thread caller = new Thread(second, "second");
            caller.start();
            // It waits for its answer, so its message is in the lane.
            while (caller.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            assertThat(reply(host.call(where, edit("2", "x")))).isEqualTo(threadName());
            assertThat(second).isNotDone();

            goOn.countDown();

            assertThat(ended(second)).startsWith(OF_THE_HOST);
            assertThat(reply(Waiting.forAnswer(first, LONG))).startsWith(OF_THE_HOST);
            assertThat(content(host, "1")).isEqualTo("a b");
        }
    }

    @RepeatedTest(50)
    @DisplayName("messages that come while a caller runs its turn are run by the host, in their order")
    void callerWorksForNoOther() throws Exception {
        try (WorkflowHost host = host()) {
            FutureTask<String> first = inThread("first", () -> reply(host.call(slow, edit("1", "a"))));
            begun.await();
            List<CompletableFuture<CallOutcome<String>>> later = new ArrayList<>();
            for (String text : List.of("b", "c", "d")) {
                later.add(host.callAsync(where, edit("1", text), CallOptions.DEFAULT));
            }
            assertThat(later).noneMatch(CompletableFuture::isDone);

            goOn.countDown();

            assertThat(ended(first)).isEqualTo("first");
            assertThat(later)
                    .allSatisfy(answer ->
                            assertThat(reply(Waiting.forAnswer(answer, LONG))).startsWith(OF_THE_HOST));
            assertThat(content(host, "1")).isEqualTo("a b c d");
        }
    }

    @Test
    @DisplayName("a handler that calls: the other turn runs in a thread of the host, and its own instance is busy")
    void callFromWithin() {
        Operation<Doc, Edit, String> calling = operation("Calling", text -> {
            WorkflowHost host = inside.get();
            String other = reply(host.call(where, edit("2", "x")));
            CallOutcome<String> own = host.call(where, edit("1", "never"), CallOptions.DEFAULT.within(SHORT));
            return other + " " + own.getClass().getSimpleName() + " " + threadName();
        });
        try (WorkflowHost host = host(calling)) {
            assertThat(reply(host.call(calling, edit("1", "a"))))
                    .startsWith(OF_THE_HOST)
                    .endsWith("Busy " + threadName());
            assertThat(content(host, "1")).isEqualTo("a");
            assertThat(content(host, "2")).isEqualTo("x");
        }
    }

    @Test
    @DisplayName("the deadline passes while another message is before it: busy, and it never runs")
    void deadlineBehindAnother() {
        try (WorkflowHost host = host()) {
            FutureTask<String> first = inThread("first", () -> reply(host.call(slow, edit("1", "a"))));
            await(begun);

            assertThat(host.call(where, edit("1", "b"), CallOptions.DEFAULT.within(SHORT)))
                    .isInstanceOf(CallOutcome.Busy.class);

            goOn.countDown();
            assertThat(first).succeedsWithin(LONG).isEqualTo("first");
            assertThat(content(host, "1")).isEqualTo("a");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    @DisplayName("a handler that takes longer than the deadline: told when it ends, and nothing is changed")
    void handlerLongerThanTheDeadline() throws Exception {
        try (WorkflowHost host = host()) {
            host.call(Docs.CREATE, edit("1", "a"));
            FutureTask<String> late = inThread(
                    "late", () -> reply(host.call(slow, edit("1", "b"), CallOptions.DEFAULT.within(TO_BEGIN))));
            begun.await();
            // Its deadline has passed when a call that began later, with the same deadline, has been answered.
            assertThat(host.call(where, edit("1", "c"), CallOptions.DEFAULT.within(TO_BEGIN.plusMillis(100))))
                    .isInstanceOf(CallOutcome.Busy.class);
            assertThat(late).isNotDone();

            goOn.countDown();

            assertThat(late).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(DeadlinePassedException.class);
            assertThat(content(host, "1")).isEqualTo("a");
        }
    }

    @Test
    @DisplayName("a caller that was interrupted before: the turn runs in a thread of the host and is saved")
    void interruptedBefore() {
        WorkflowHost host = host();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> host.call(slow, edit("1", "a")))
                .withMessageContaining("may still be saved");

        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
        assertThat(reply(host.call(where, edit("1", "b")))).isNotEmpty();
        assertThat(content(host, "1")).isEqualTo("a b");
        host.close();
    }

    /** Waits in the threads of callers, and reports an interrupt as told. */
    private Operation<Doc, Edit, String> waitingInCallers(boolean hidden) {
        return operation("Waiting", text -> {
            if (threadName().startsWith(OF_THE_HOST)) {
                return threadName();
            }
            begun.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                if (hidden) {
                    throw new IllegalStateException("cannot go on", interrupted);
                }
                throw interrupted;
            }
            return threadName();
        });
    }

    private void interruptedWithin(boolean hidden) throws Exception {
        Operation<Doc, Edit, String> waiting = waitingInCallers(hidden);
        try (WorkflowHost host = host(waiting)) {
            host.call(Docs.CREATE, edit("1", "a"));
            FutureTask<Boolean> caller = new FutureTask<>(() -> {
                assertThatExceptionOfType(CancellationException.class)
                        .isThrownBy(() -> host.call(waiting, edit("1", "b")))
                        .withMessageContaining("may still be saved");
                return Thread.currentThread().isInterrupted();
            });
            Thread thread = new Thread(caller, "caller");
            thread.start();
            begun.await();

            thread.interrupt();

            assertThat(ended(caller)).isTrue();
            assertThat(reply(host.call(Docs.UPDATE, edit("1", "c")))).isEqualTo("a b c");
        }
    }

    @Test
    @DisplayName("a caller that is interrupted while its handler waits: the turn runs again in a thread of the host")
    void interruptedWithin() throws Exception {
        interruptedWithin(false);
    }

    @Test
    @DisplayName("the same, if the handler hides the interrupt in an exception of its own")
    void interruptedWithinAndHidden() throws Exception {
        interruptedWithin(true);
    }

    @Test
    @DisplayName("an instance that would begin with the turn of an interrupted caller begins all the same, once")
    void interruptedCreation() throws Exception {
        Operation<Doc, Edit, String> waiting = waitingInCallers(false);
        try (WorkflowHost host = host(waiting)) {
            FutureTask<CallOutcome<String>> caller = new FutureTask<>(() -> host.call(waiting, edit("1", "a")));
            Thread thread = new Thread(caller, "caller");
            thread.start();
            begun.await();

            thread.interrupt();

            assertThat(caller).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(CancellationException.class);
            assertThat(reply(host.call(where, edit("1", "b")))).isNotEmpty();
            assertThat(content(host, "1")).isEqualTo("a b");
        }
    }

    @Test
    @DisplayName(
            "an interrupt that the handler does not see: the turn is saved, the caller gets its reply, interrupted")
    void interruptThatIsNotSeen() {
        Operation<Doc, Edit, String> interrupting = operation("Interrupting", text -> {
            Thread.currentThread().interrupt();
            return threadName();
        });
        WorkflowHost host = host(interrupting);

        String answer = reply(host.call(interrupting, edit("1", "a")));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo(threadName());
        assertThat(content(host, "1")).isEqualTo("a");
        host.close();
    }

    @Test
    @DisplayName("the host stops while a caller runs its turn: the turn ends, is saved and answered before")
    void stopWaitsForCallers() throws Exception {
        WorkflowHost host = host();
        FutureTask<String> first = inThread("first", () -> reply(host.call(slow, edit("1", "a"))));
        begun.await();
        var second = host.callAsync(where, edit("1", "b"), CallOptions.DEFAULT);

        CompletableFuture<Void> stopped = host.stop(LONG);

        assertThatExceptionOfType(HostStoppedException.class).isThrownBy(() -> host.call(where, edit("2", "x")));
        assertThat(stopped).isNotDone();
        goOn.countDown();
        assertThat(stopped).succeedsWithin(LONG);
        assertThat(ended(first)).isEqualTo("first");
        assertThat(reply(Waiting.forAnswer(second, LONG))).startsWith(OF_THE_HOST);
        assertThat(content(farm.host("two"), "1")).isEqualTo("a b");
    }

    @Test
    @DisplayName("turns of callers count: with one turn at a time the next waits, and runs in a thread of the host")
    void turnsOfCallersCount() throws Exception {
        try (WorkflowHost host = host(slow, settings -> settings.maxTurns(1).callersRunTurns())) {
            FutureTask<String> first = inThread("first", () -> reply(host.call(slow, edit("1", "a"))));
            begun.await();
            assertThat(host.call(where, edit("2", "x"), CallOptions.DEFAULT.within(SHORT)))
                    .isInstanceOf(CallOutcome.Busy.class);
            FutureTask<String> second = inThread("second", () -> reply(host.call(where, edit("3", "b"))));

            goOn.countDown();

            assertThat(ended(first)).isEqualTo("first");
            assertThat(ended(second)).isNotEmpty();
            assertThat(host.call(Docs.READ, edit("2", ""))).isInstanceOf(CallOutcome.UnknownInstance.class);
        }
    }

    @RepeatedTest(50)
    @DisplayName(
            "many callers of few instances: one turn of an instance at a time, none lost, each caller in its order")
    void manyCallers() throws Exception {
        int callers = 6;
        int each = 20;
        AtomicInteger inTurn = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        Operation<Doc, Edit, String> counted = operation("Counted", text -> {
            together.accumulateAndGet(inTurn.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            inTurn.decrementAndGet();
            return threadName();
        });
        try (WorkflowHost host = host(counted)) {
            List<FutureTask<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                String caller = "caller" + i;
                all.add(inThread(caller, () -> {
                    for (int k = 0; k < each; k++) {
                        reply(host.call(counted, edit("1", caller + ":" + k)));
                    }
                    return true;
                }));
            }
            for (FutureTask<Boolean> caller : all) {
                assertThat(ended(caller)).isTrue();
            }
            List<String> edits = List.of(content(host, "1").split(" "));
            assertThat(edits).hasSize(callers * each).doesNotHaveDuplicates();
            for (int i = 0; i < callers; i++) {
                String caller = "caller" + i + ":";
                assertThat(edits.stream()
                                .filter(text -> text.startsWith(caller))
                                .map(text -> Integer.parseInt(text.substring(caller.length()))))
                        .isSorted();
            }
            assertThat(together).hasValue(1);
        }
    }
}
