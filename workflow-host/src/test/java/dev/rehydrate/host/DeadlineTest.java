// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers are answered at their deadline, whatever the turn is doing. */
@Timeout(60)
final class DeadlineTest {

    private static final Duration SHORT = Duration.ofMillis(200);
    /** Longer than any machine takes for what is done at once. */
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Farm farm = new Farm();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private final Operation<Docs.Doc, Docs.Edit, String> slow = Operation.createOrGet("Slow", Docs.Edit.class)
            .correlatedBy(Docs.BY_ID)
            .handledBy((turn, doc, message) -> {
                begun.countDown();
                goOn.await();
                Docs.Doc next = doc == null ? turn.become(new Docs.Doc()) : doc;
                next.edits.add(message.text());
                return "late";
            });

    @AfterEach
    void close() {
        goOn.countDown();
        farm.close();
    }

    /** Its deadlines are those of the farm's time; its turns are in threads of their own, so that one of them can block. */
    private WorkflowHost host(Acknowledge acknowledge, InstanceStore store) {
        return WorkflowHost.builder(store)
                .definition(Docs.DEFINITION.with(slow))
                .acknowledge(acknowledge)
                .time(farm.time)
                .start();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a handler that blocks: the caller is told at the deadline, truly, that nothing was changed")
    void handlerThatBlocks(Acknowledge acknowledge) throws Exception {
        try (InstanceStore store = farm.store();
                WorkflowHost host = host(acknowledge, store)) {
            host.call(Docs.CREATE, edit("1", "a"));
            CompletableFuture<CallOutcome<String>> blocked = CompletableFuture.supplyAsync(
                    () -> host.call(slow, edit("1", "b"), CallOptions.DEFAULT.within(LONG)));
            begun.await();

            farm.advance(LONG.minusNanos(1));
            assertThat(blocked).isNotDone();
            farm.advance(Duration.ofSeconds(1));

            assertThat(blocked)
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(DeadlinePassedException.class)
                    .withMessageContaining("nothing was changed")
                    .withMessageEndingWith("operation=Slow key=" + Docs.BY_ID.destinationOf(edit("1", "")));
            goOn.countDown();
            assertThat(host.call(Docs.READ, edit("1", "")).replyOrThrow().reply())
                    .isEqualTo("a");
            assertThat(host.call(Docs.UPDATE, edit("1", "c")).replyOrThrow().reply())
                    .isEqualTo("a c");
        }
    }

    @Test
    @DisplayName("a save that is not answered: the caller is told at the deadline that the outcome is not known")
    void saveThatIsNotAnswered() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("1", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("1", "b"), CallOptions.DEFAULT.within(SHORT));
        farm.advance(SHORT.plusMillis(20));

        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(OutcomeUnknownException.class);
        farm.engine.letGo();
        farm.advance(Duration.ofSeconds(1));
        assertThat(host.call(Docs.READ, edit("1", "")).replyOrThrow().reply()).isIn("a", "a b");
    }

    @Test
    @DisplayName("an answer that never comes is not waited for, and is told as what it is")
    void answerThatNeverComes() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        long startedAt = System.nanoTime();

        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> Waiting.forAnswer(answer, SHORT));

        assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isGreaterThanOrEqualTo(SHORT);
    }

    @Test
    void deadlineMayBeForEver() {
        Duration forEver = ChronoUnit.FOREVER.getDuration();
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"), CallOptions.DEFAULT.within(forEver));
        host.post(Docs.UPDATE, edit("42", "b"), PostOptions.DEFAULT.within(forEver));
        InstanceHandle held = farm.tool().hold(Docs.home("42"));

        CompletableFuture<CallOutcome<String>> waits =
                host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT.within(forEver));
        farm.advance(Duration.ofMinutes(1));
        assertThat(waits).isNotDone();
        held.close();
        farm.advance(Duration.ofSeconds(1));

        assertThat(Farm.reply(Farm.now(waits))).isEqualTo("a b c");
    }
}
