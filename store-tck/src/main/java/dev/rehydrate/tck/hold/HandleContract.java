// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.InstanceStoreException.Remedy;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The life of a handle: contract §1.4. */
public abstract class HandleContract {

    private static final LoadInstance LOAD = LoadInstance.of(LoadMode.hold());

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-01 a handle of another store is refused and stays valid")
    void aHandleOfAnotherStoreIsRefused(Farm farm) {
        Node mine = farm.node();
        InstanceHandle handle = mine.handle(id);
        Node other = farm.node();

        assertThatThrownBy(() -> other.start(handle, LOAD)).isInstanceOf(IllegalArgumentException.class);

        assertThat(handle.isValid()).isTrue();
        assertThat(mine.run(handle, LOAD)).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("WF-02 a second command on a busy handle is refused and does not disturb the first")
    void aHandleTakesOneCommandAtATime(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle handle = node.handle(id);
        node.faults().inject(Fault.HOLD_BACK, 1);
        CompletableFuture<LoadOutcome> first = node.start(handle, LOAD);

        assertThatThrownBy(() -> node.start(handle, LOAD)).isInstanceOf(IllegalStateException.class);

        node.faults().open();
        assertThat(farm.await(first).loaded()).isPresent();
        assertThat(handle.isValid()).isTrue();
    }

    @Test
    @DisplayName("WF-03 a freed handle takes no command")
    void aFreedHandleTakesNoCommand(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);

        handle.close();
        handle.close();

        assertThat(handle.isValid()).isFalse();
        assertThatExceptionOfType(HandleFreedException.class)
                .isThrownBy(() -> node.run(handle, SaveInstance.of(Sample.number(1), AfterSave.RELEASE)))
                .satisfies(freed -> {
                    assertThat(freed.effect()).isEqualTo(Effect.NONE);
                    assertThat(freed.instance()).contains(id);
                });
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("WF-05 without an owner nothing can be done, and the engine is not asked")
    void withoutAnOwnerNothingCanBeDone(Farm farm) {
        Node node = farm.node();
        List<PersistenceCommand<?>> commands = List.of(
                LOAD,
                LoadInstanceByKey.of(InstanceKey.random(), LoadMode.hold()),
                LoadInstanceByKey.of(InstanceKey.random(), LoadMode.free()),
                SaveInstance.of(Sample.number(1), AfterSave.KEEP),
                CompleteInstance.now(),
                DeleteInstance.now(),
                ForceRelease.now(),
                TouchInstance.now(),
                LoadRunnable.now(),
                new QueryInstances(InstanceQuery.builder().build()));
        node.faults().inject(Fault.DIE, 1);

        for (PersistenceCommand<?> command : commands) {
            InstanceHandle handle = node.store().createHandle();
            assertThatThrownBy(() -> node.start(handle, command)).isInstanceOf(IllegalStateException.class);
            assertThat(handle.isValid()).isTrue();
        }

        assertThat(node.faults().steps()).isZero();
        node.faults().open();
    }

    @Test
    @DisplayName("WF-09 a failure that did nothing leaves the handle usable; one that may have done something frees it")
    void aFailureFreesTheHandleOnlyIfItMayHaveDoneSomething(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle handle = node.handle(id);

        node.faults().inject(Fault.FAIL_BEFORE, 1);
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> node.run(handle, LOAD))
                .satisfies(failed -> assertThat(failed.remedy()).isEqualTo(Remedy.REPEAT));
        assertThat(handle.isValid()).isTrue();
        assertThat(node.run(handle, LOAD).loaded()).isPresent();

        node.faults().inject(Fault.FAIL_AFTER, 1);
        assertThatThrownBy(() -> node.save(handle, Sample.number(2))).isInstanceOf(OutcomeUnknownException.class);
        assertThat(handle.isValid()).isFalse();
    }

    @Test
    @DisplayName("WF-10 a command that is not answered in time fails, its handle is freed, its hold goes back")
    void aLateCommandFailsAndItsHoldGoesBack(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle handle = node.handle(id);
        node.faults().inject(Fault.HOLD_ANSWER, 1);

        AtomicBoolean wasValid = new AtomicBoolean();
        CompletableFuture<LoadOutcome> load = node.start(handle, LoadInstance.of(LoadMode.hold()))
                .whenComplete((outcome, late) -> wasValid.set(handle.isValid()));
        farm.advance(Node.TIMEOUT);

        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> farm.await(load))
                .satisfies(late -> {
                    assertThat(late.effect()).isEqualTo(Effect.UNKNOWN);
                    assertThat(late.remedy()).isEqualTo(Remedy.LOAD_AGAIN);
                });
        assertThat(handle.isValid()).isFalse();
        assertThat(wasValid).as("valid when the answer came").isFalse();
        node.faults().open();
        Node other = farm.node();
        farm.eventually(
                () -> assertThat(other.load(id, LoadMode.hold()).loaded()).isPresent());
    }

    @Test
    void aCommandThatWasNotSentInTimeIsReportedAsNotDone(Farm farm) {
        Node node = farm.node();
        InstanceKey further = InstanceKey.random();
        InstanceHandle handle = node.handle(id);
        node.faults().inject(Fault.HOLD_BACK, 1);

        var create = node.start(handle, SaveInstance.of(Sample.withKeys(1, further), AfterSave.RELEASE));
        farm.advance(Node.TIMEOUT);

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> farm.await(create))
                .satisfies(late -> assertThat(late.remedy()).isEqualTo(Remedy.LOAD_AGAIN));
        assertThat(handle.isValid()).isFalse();
        node.faults().open();
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.save(InstanceId.random(), Sample.withKeys(2, further)).saved())
                .isPresent();
    }

    @Test
    void aLoadWhoseHandleIsFreedMeanwhileGivesTheHoldBack(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle handle = node.handle(id);
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        CompletableFuture<LoadOutcome> load = node.start(handle, LoadInstance.of(LoadMode.hold()));
        farm.awaitFault(node);

        handle.close();
        assertThat(other.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
        node.faults().open();

        farm.eventually(() -> assertThat(load).isDone());
        farm.eventually(
                () -> assertThat(other.load(id, LoadMode.hold()).loaded()).isPresent());
    }

    @Test
    void bindingsArePermanent(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle handle = node.hold(id);

        assertThat(handle.owner()).contains(node.owner());
        assertThat(handle.instance()).contains(id);
        assertThat(handle.token()).isPresent();
        assertThatThrownBy(() -> node.start(handle, LoadInstanceByKey.of(InstanceKey.random(), LoadMode.hold())))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> node.start(handle, LoadRunnable.now())).isInstanceOf(IllegalStateException.class);
        assertThat(handle.isValid()).isTrue();
    }

    @Test
    void aHandleThatHoldsNothingHasNothingToRelease(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);

        assertThatThrownBy(() -> node.release(handle)).isInstanceOf(IllegalStateException.class);
        assertThat(handle.isValid()).isTrue();
    }

    @Test
    void misuseIsAnArgumentErrorAndLeavesTheHandleUsable(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);

        assertThatThrownBy(() -> node.store().executeAsync(handle, LOAD, Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> node.store().createHandle(OwnerId.random()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(handle.isValid()).isTrue();
    }
}
