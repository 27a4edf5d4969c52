// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.control.FailureRetry;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.RevokeHold;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An administrator's work when the store, the lease or other hosts are in the way. */
final class ControlTroubleTest {

    private static final InstanceId ID = Docs.home("42");

    private final Farm farm = new Farm();
    private final WorkflowHost other = farm.host("other");
    private final WorkflowHost host = farm.host("one", settings -> settings);
    private final TroubledEngine engine = farm.engine;
    private final AsyncInstanceControl control = host.control().async();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void whatIsUnavailableForAWhileIsDoneAfterwards() {
        other.call(Docs.CREATE, edit("42", "a"));
        engine.trouble(ControlInstance.class, Trouble.UNAVAILABLE, Trouble.UNAVAILABLE);

        CompletableFuture<ControlResult> suspended = control.suspend(ID, "audit");
        assertThat(suspended).isNotDone();
        farm.advance(SECOND);

        assertThat(now(suspended)).isEqualTo(ControlResult.DONE);
    }

    @Test
    void whatIsUnavailableForTooLongFailsWithinTheTime() {
        other.call(Docs.CREATE, edit("42", "a"));
        Trouble[] endless = new Trouble[1000];
        Arrays.fill(endless, Trouble.UNAVAILABLE);
        engine.trouble(ControlInstance.class, endless);

        CompletableFuture<ControlResult> suspended =
                host.control().within(SECOND).async().suspend(ID, "audit");
        farm.advance(SECOND);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> now(suspended));
        assertThat(farm.stored("42").snapshot().header().suspension()).isNull();
    }

    @Test
    void anAnswerThatIsLostIsAskedForAgainAndWhatWasDoneIsDoneOnce() {
        other.call(Docs.CREATE, edit("42", "a"));
        engine.trouble(CommitInstance.class, Trouble.REPLY_LOST);

        CompletableFuture<ControlResult> ended = control.terminate(ID, "no use");
        farm.advance(SECOND);

        assertThat(now(ended)).isEqualTo(ControlResult.DONE);
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void whatIsUnknownUntilTheEndIsToldAsUnknown() {
        other.call(Docs.CREATE, edit("42", "a"));
        Trouble[] endless = new Trouble[1000];
        Arrays.fill(endless, Trouble.REQUEST_LOST);
        engine.trouble(RevokeHold.class, endless);

        CompletableFuture<ControlResult> released = control.forceRelease(ID);
        farm.advance(InstanceControl.DEFAULT_TIME);

        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> now(released));
    }

    @Test
    void aLostLeaseIsReplacedAndTheWorkIsDone() {
        other.call(Docs.CREATE, edit("42", "a"));
        engine.trouble(ControlInstance.class, Trouble.DELAYED);
        CompletableFuture<ControlResult> deleted =
                host.control().within(Duration.ofMinutes(10)).async().delete(ID);
        engine.stopBeats();
        farm.advance(Duration.ofMinutes(5));
        assertThat(farm.lastEvent(Kind.OWNER_LOST).node()).isEqualTo("one");
        engine.resumeBeats();
        farm.advance(Duration.ofMinutes(1));

        assertThat(now(deleted)).isEqualTo(ControlResult.DONE);
    }

    @Test
    void aStoppedHostControlsNothing() {
        other.call(Docs.CREATE, edit("42", "a"));
        now(host.stop(Duration.ZERO));

        assertThatExceptionOfType(HostStoppedException.class).isThrownBy(() -> now(control.delete(ID)));
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.Loaded.class);
    }

    @Test
    void aTurnThatHangsDoesNotKeepAnInstanceFromBeingEnded() {
        host.call(Docs.CREATE, edit("42", "a"));
        engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> hanging =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);

        CompletableFuture<ControlResult> ended = control.terminate(ID, "hangs");
        assertThat(ended).isNotDone();
        farm.advance(SECOND.multipliedBy(6));

        assertThat(now(ended)).isEqualTo(ControlResult.DONE);
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
        engine.letGo();
        farm.advance(InstanceControl.DEFAULT_TIME);
        assertThat(now(hanging)).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    void aFailedInstanceThatSomebodyHoldsIsRetriedWhenItIsGivenBack() {
        other.call(Docs.CREATE, edit("42", "a"));
        Failed.fail(farm, ID, "the printer is on fire");
        InstanceHandle hold = farm.tool().hold(ID);

        CompletableFuture<ControlResult> retried = control.retry(ID);
        farm.advance(SECOND);
        assertThat(retried).isNotDone();
        hold.close();
        farm.advance(SECOND);

        assertThat(now(retried)).isEqualTo(ControlResult.DONE);
        assertThat(reply(other.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
    }

    @Test
    void aFailedInstanceThatIsNeverGivenBackIsBusy() {
        other.call(Docs.CREATE, edit("42", "a"));
        Failed.fail(farm, ID, "the printer is on fire");
        farm.tool().hold(ID);

        CompletableFuture<ControlResult> retried = control.retry(ID);
        farm.advance(InstanceControl.DEFAULT_TIME);

        assertThat(now(retried)).isEqualTo(ControlResult.BUSY);
        assertThat(FailureRetry.hasFailed(farm.stored("42").snapshot())).isTrue();
    }

    @Test
    void whatMayBeDoneIsNotToldAsUndoneWhateverComesAfterIt() {
        other.call(Docs.CREATE, edit("42", "a"));
        Trouble[] endless = new Trouble[1000];
        Arrays.fill(endless, Trouble.UNAVAILABLE);
        endless[0] = Trouble.REPLY_LOST;
        engine.trouble(ControlInstance.class, endless);

        CompletableFuture<ControlResult> suspended =
                host.control().within(SECOND).async().suspend(ID, "audit");
        farm.advance(SECOND.multipliedBy(2));

        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> now(suspended));
        assertThat(farm.stored("42").snapshot().header().suspension()).isNotNull();
    }

    @Test
    void whatIsDoneIsToldAlsoIfItsCallerWaitsNoLonger() {
        other.call(Docs.CREATE, edit("42", "a"));
        engine.trouble(ControlInstance.class, Trouble.DELAYED);
        CompletableFuture<ControlResult> suspended = control.suspend(ID, "audit");

        suspended.cancel(true);
        engine.letGo();

        assertThat(farm.lastEvent(Kind.CONTROLLED).instance()).isEqualTo(ID);
    }
}
