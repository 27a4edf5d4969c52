// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreTroubleTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    @DisplayName("WF-70 a lost lease concerns the host: all copies are dropped, a new owner is made, it goes on")
    void lostLeaseConcernsTheHost() {
        WorkflowHost host = keeping();
        host.call(Docs.CREATE, edit("1", "a"));
        host.call(Docs.CREATE, edit("2", "a"));
        OwnerId first = host.owner().orElseThrow();

        farm.engine.stopBeats();
        farm.advance(LEASE.plus(SECOND));
        farm.engine.resumeBeats();

        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.OWNER_LOST);
        assertThat(farm.happened()).containsSubsequence(Kind.CREATED, Kind.CREATED, Kind.ABORTED, Kind.ABORTED);
        assertThat(reply(host.call(Docs.UPDATE, edit("1", "b")))).isEqualTo("a b");
        assertThat(host.owner()).isPresent().get().isNotEqualTo(first);
    }

    /** Leases are lost when memory is short, and registering anew takes some as well. */
    @Test
    void errorWhileTheHostRegistersAnewDoesNotEndIt() {
        WorkflowHost host = keeping();
        host.call(Docs.CREATE, edit("1", "a"));
        farm.engine.failNextOwner(new OutOfMemoryError("for a moment"));

        farm.engine.stopBeats();
        farm.advance(LEASE.plus(SECOND));
        farm.engine.resumeBeats();
        farm.advance(SECOND);

        assertThat(reply(host.call(Docs.UPDATE, edit("1", "b")))).isEqualTo("a b");
    }

    @Test
    @DisplayName("WF-70 a lost hold concerns one instance: the others stay in memory, the owner stays")
    void lostHoldConcernsOneInstance() {
        WorkflowHost host = keeping();
        host.call(Docs.CREATE, edit("1", "a"));
        host.call(Docs.CREATE, edit("2", "a"));
        OwnerId owner = host.owner().orElseThrow();
        farm.tool().ask(Docs.home("1"), DeleteInstance.now());

        assertThat(host.call(Docs.UPDATE, edit("1", "b"))).isInstanceOf(CallOutcome.UnknownInstance.class);

        assertThat(host.owner()).contains(owner);
        assertThat(host.instancesInMemory()).isEqualTo(1);
        assertThat(farm.happened()).contains(Kind.ABORTED, Kind.RERUN);
        assertThat(farm.peek("1")).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(reply(host.call(Docs.UPDATE, edit("2", "b")))).isEqualTo("a b");
    }

    @Test
    void instanceTakenOverByAnotherIsReadAnewAndTheTurnIsRunAgain() {
        WorkflowHost paused = farm.host("paused", settings -> settings.timeToUnload(IdlePolicy.NEVER));
        TroubledEngine itsEngine = farm.engine;
        paused.call(Docs.CREATE, edit("42", "a"));
        itsEngine.stopBeats();
        WorkflowHost other = farm.host("other");
        farm.advance(LEASE.plusSeconds(40));
        assertThat(reply(other.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");

        itsEngine.resumeBeats();
        assertThat(reply(paused.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a b c");
    }

    @Test
    void suspensionUnderTheHoldIsSeenByTheNextMessage() {
        WorkflowHost host = keeping();
        host.call(Docs.CREATE, edit("42", "a"));
        farm.tool().ask(Docs.home("42"), SuspendInstance.because("audit"));

        assertThat(host.call(Docs.UPDATE, edit("42", "b"))).isInstanceOf(CallOutcome.Suspended.class);
        assertThat(farm.stored("42").snapshot().data().get("state", Docs.Doc.class).edits)
                .containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource(
            value = Trouble.class,
            names = {"REPLY_LOST", "REQUEST_LOST"})
    void saveWhoseAnswerIsLostIsDoneExactlyOnce(Trouble trouble) {
        WorkflowHost host = farm.host("one");
        farm.engine.trouble(CommitInstance.class, trouble);
        assertThat(reply(host.call(Docs.CREATE, edit("42", "a")))).isEqualTo("a");
        farm.engine.trouble(CommitInstance.class, trouble);
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
        farm.engine.trouble(CommitInstance.class, trouble);
        assertThat(reply(host.call(Docs.SUBMIT, edit("42", "")))).isEqualTo("a b");

        assertThat(host.call(Docs.READ, edit("42", ""))).isInstanceOf(CallOutcome.UnknownInstance.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Trouble.class,
            names = {"REPLY_LOST", "REQUEST_LOST"})
    void saveWhoseAnswerIsLostIsDoneExactlyOnceAlsoForACopyInMemory(Trouble trouble) {
        WorkflowHost host = keeping();
        farm.engine.trouble(CommitInstance.class, trouble);
        assertThat(reply(host.call(Docs.CREATE, edit("42", "a")))).isEqualTo("a");
        for (String text : new String[] {"b", "c"}) {
            farm.engine.trouble(CommitInstance.class, trouble);
            host.call(Docs.UPDATE, edit("42", text)).replyOrThrow();
        }

        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b c");
    }

    @Test
    void outcomeThatCannotBeLearnedIsTold() {
        WorkflowHost host = keeping();
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(
                CommitInstance.class,
                Trouble.REPLY_LOST,
                Trouble.REQUEST_LOST,
                Trouble.UNAVAILABLE,
                Trouble.REQUEST_LOST);

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND);
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> now(answer))
                .satisfies(unknown -> {
                    assertThat(unknown.effect()).isEqualTo(Effect.UNKNOWN);
                    assertThat(unknown.instance()).contains(Docs.home("42"));
                });
        assertThat(farm.lastEvent(Kind.ABORTED).cause()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void outcomeIsLearnedWhenTheStoreIsBack() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.REPLY_LOST, Trouble.UNAVAILABLE, Trouble.REQUEST_LOST);

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND);

        assertThat(reply(now(answer))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void saveUnderAHoldThatIsAnsweredLateIsSettledBeforeTheDeadline() {
        farm.definition = Docs.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);

        farm.advance(SECOND.multipliedBy(11));
        assertThat(answer).isNotDone();
        farm.engine.letGo();

        assertThat(reply(now(answer))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void saveWithoutHoldThatIsAnsweredLateIsDoneByItsRepeat() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);

        farm.advance(SECOND.multipliedBy(11));
        assertThat(reply(now(answer))).isEqualTo("a b");
        farm.engine.letGo();

        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void saveUnderAHoldThatIsNeverAnsweredIsToldAtTheDeadline() {
        farm.definition = Docs.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);

        farm.advance(SECOND.multipliedBy(30));

        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> now(answer));
    }

    @ParameterizedTest
    @ValueSource(classes = {AcquireInstance.class, CommitInstance.class})
    void shortUnavailabilityIsWaitedFor(Class<?> step) {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(step, Trouble.UNAVAILABLE, Trouble.UNAVAILABLE);

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND);

        assertThat(reply(now(answer))).isEqualTo("a b");
    }

    @Test
    void longUnavailabilityIsToldAndNothingWasDone() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.UNAVAILABLE, Trouble.UNAVAILABLE, Trouble.UNAVAILABLE);

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> now(answer));
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    @ParameterizedTest
    @EnumSource(
            value = Trouble.class,
            names = {"REPLY_LOST", "REQUEST_LOST"})
    void loadWhoseAnswerIsLostIsTriedAgain(Trouble trouble) {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(AcquireInstance.class, trouble, trouble);

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND);

        assertThat(reply(now(answer))).isEqualTo("a b");
        assertThat(farm.stored("42").snapshot().header().holder()).isNull();
    }

    private WorkflowHost keeping() {
        return farm.host("one", settings -> settings.timeToUnload(IdlePolicy.NEVER));
    }
}
