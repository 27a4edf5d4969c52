// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several handles of one owner on one instance: contract §1.8. */
public abstract class ReclaimContract {

    private static final int MANY = 100;

    /** One that is refused, one that takes the hold or finds it being released, another one then, and the release. */
    private static final int CALLS_EACH = 5;

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-11 a newer hold of the same owner frees the older handle")
    void aNewerHoldFreesTheOlderHandle(Farm farm) {
        Node node = farm.node();
        InstanceHandle older = node.createHeld(id, Sample.number(1));
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        var release = node.start(older, ReleaseInstance.now());
        farm.awaitFault(node);

        InstanceHandle newer = node.hold(id);

        assertThat(newer.isValid()).isTrue();
        assertThat(newer.token()).contains(new FencingToken(2));
        assertThat(older.isValid()).isFalse();
        node.faults().open();
        farm.await(release);
        assertThat(node.save(newer, Sample.number(2)).saved()).isPresent();
    }

    @Test
    @DisplayName("WF-12 an older newcomer loses against the handle that has the newer hold")
    void anOlderNewcomerLoses(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle newcomer = node.handle(id);
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        CompletableFuture<LoadOutcome> load = node.start(newcomer, LoadInstance.of(LoadMode.hold()));
        farm.awaitFault(node);
        farm.node().run(id, DeleteInstance.now());
        InstanceHandle present = node.createHeld(id, Sample.number(2));

        node.faults().open();

        assertThatThrownBy(() -> farm.await(load)).isInstanceOf(HandleConflictException.class);
        assertThat(newcomer.isValid()).isFalse();
        assertThat(present.isValid()).isTrue();
        assertThat(node.save(present, Sample.number(3)).saved()).isPresent();
    }

    @Test
    @DisplayName("WF-13 the same hold granted twice is reported as what it is: an old state of the storage came back")
    void theSameHoldIsNotGrantedTwiceUnnoticed(Farm farm) {
        Node node = farm.node();
        CreateInstance create = new CreateInstance(CommandId.random(), Sample.number(1), AfterSave.KEEP);
        InstanceHandle first = node.handle(id);
        Revision firstLife = node.run(first, create).receiptOrThrow().revision();
        farm.node().run(id, DeleteInstance.now());
        Duration untilForgotten = StoreOptions.defaults().memoryRetention().multipliedBy(2);
        farm.advance(untilForgotten);
        farm.time().jumpWallClock(untilForgotten.negated());

        try {
            Revision nextLife = node.run(id, create).receiptOrThrow().revision();
            assertThat(nextLife.incarnation()).isNotEqualTo(firstLife.incarnation());
        } catch (IllegalStateException reported) {
            assertThat(first.isValid()).isTrue();
        }
    }

    @Test
    @DisplayName("WF-15 a hold of the own owner: with a live handle it is a conflict, without one it is adopted")
    void aHoldOfTheOwnOwnerIsAConflictOrAdopted(Farm farm) {
        Node node = farm.node();
        InstanceHandle first = node.createHeld(id, Sample.number(1));
        InstanceHandle second = node.handle(id);

        assertThatThrownBy(() -> node.run(second, LoadInstance.of(LoadMode.hold())))
                .isInstanceOf(HandleConflictException.class);
        assertThat(second.isValid()).isFalse();
        assertThat(first.isValid()).isTrue();

        node.faults().inject(Fault.FAIL_BEFORE, 1);
        first.close();
        InstanceHandle third = node.hold(id);

        assertThat(third.token()).contains(new FencingToken(2));
    }

    @Test
    @DisplayName("R-01 a save without hold does not go past a live handle of its own owner")
    void aSaveDoesNotGoPastALiveHandleOfItsOwner(Farm farm) {
        Node node = farm.node();
        InstanceHandle held = node.createHeld(id, Sample.number(1));

        assertThatThrownBy(() -> node.save(id, Sample.number(2))).isInstanceOf(HandleConflictException.class);

        assertThat(node.save(held, Sample.number(3)).saved()).isPresent();
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
    }

    @Test
    void aLateReleaseOfAnAbandonedHandleDoesNoHarm(Farm farm) {
        Node node = farm.node();
        InstanceHandle abandoned = node.createHeld(id, Sample.number(1));
        node.faults().inject(Fault.FAIL_BEFORE, 1);
        abandoned.close();
        InstanceHandle present = node.hold(id);

        farm.advance(Duration.ofSeconds(5));

        assertThat(node.save(present, Sample.number(2)).saved()).isPresent();
        assertThat(farm.node().load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
    }

    @Test
    @DisplayName("WF-16 a reclaim waits for a bind that is under way, but not longer than its own time")
    void aReclaimWaitsForABindThatIsUnderWay(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        node.create(id, Sample.withKeys(1, key));
        InstanceHandle first = node.handle();
        node.faults().inject(Fault.HOLD_ANSWER, 2);
        CompletableFuture<LoadOutcome> binding = node.start(first, LoadInstanceByKey.of(key, LoadMode.hold()));
        farm.awaitFault(node);
        InstanceHandle hasty = node.handle(id);
        CompletableFuture<LoadOutcome> hurried =
                node.store().executeAsync(hasty, LoadInstance.of(LoadMode.hold()), Duration.ofSeconds(2));
        InstanceHandle patient = node.handle(id);
        CompletableFuture<LoadOutcome> waiting = node.start(patient, LoadInstance.of(LoadMode.hold()));

        farm.advance(Duration.ofSeconds(2));
        assertThatThrownBy(() -> farm.await(hurried)).isInstanceOf(StoreUnavailableException.class);
        assertThat(hasty.isValid()).isFalse();
        assertThat(waiting).isNotDone();

        node.faults().open();
        assertThat(farm.await(binding).loaded()).isPresent();
        assertThatThrownBy(() -> farm.await(waiting)).isInstanceOf(HandleConflictException.class);
        assertThat(first.isValid()).isTrue();
    }

    @Test
    void aSaveThatWasOnTheWayDoesNotReachTheNextLife(Farm farm) {
        Node node = farm.node();
        InstanceHandle older = node.createHeld(id, Sample.number(1));
        node.faults().inject(Fault.HOLD_BACK, 1);
        CompletableFuture<SaveOutcome> save = node.start(older, SaveInstance.of(Sample.number(2), AfterSave.KEEP));
        farm.node().run(id, DeleteInstance.now());
        InstanceHandle newer = node.createHeld(id, Sample.number(3));

        node.faults().open();

        assertThatThrownBy(() -> farm.await(save)).isInstanceOf(LeaseLostException.class);
        assertThat(older.isValid()).isFalse();
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
        assertThat(node.save(newer, Sample.number(4)).saved()).isPresent();
    }

    /** The host never repeats the load, and only its own owner could take the hold over while that lives. */
    @Test
    void aHoldWhoseAnswerWasLostDoesNotStayForEver(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        node.create(id, Sample.number(1));
        node.faults().inject(Fault.FAIL_AFTER, 1);
        assertThatThrownBy(() -> node.load(id, LoadMode.hold())).isInstanceOf(OutcomeUnknownException.class);
        assertThat(other.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);

        farm.advance(Farm.LEASE);

        farm.eventually(
                () -> assertThat(other.load(id, LoadMode.hold()).loaded()).isPresent());
    }

    @Test
    void aHoldWhoseAnswerWasLostStaysWithWhoRepeatsTheLoad(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        node.faults().inject(Fault.FAIL_AFTER, 1);
        assertThatThrownBy(() -> node.run(id, load)).isInstanceOf(OutcomeUnknownException.class);
        InstanceHandle handle = node.handle(id);
        node.run(handle, load).snapshotOrThrow();

        farm.passLease();

        assertThat(node.save(handle, Sample.number(2)).saved()).isPresent();
        assertThat(farm.node().load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
    }

    @Test
    void aReclaimWaitsAlsoForABindThatBeganLaterAndWasFaster(Farm farm) {
        FaultPlan slowDown = new FaultPlan();
        Node node = farm.node(
                OwnerDescription.anonymous(),
                options -> options.withDecorator(
                        engine -> slowDown.decorate(options.decorator().apply(engine))));
        node.create(id, Sample.number(1));
        slowDown.inject(Fault.HOLD_BACK, 1);
        CompletableFuture<LoadOutcome> slow = node.start(node.handle(id), LoadInstance.of(LoadMode.hold()));
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        InstanceHandle fast = node.handle(id);
        CompletableFuture<LoadOutcome> binding = node.start(fast, LoadInstance.of(LoadMode.hold()));
        farm.awaitFault(node);

        slowDown.open();
        assertThat(slow).isNotDone();
        node.faults().open();

        assertThat(farm.await(binding).loaded()).isPresent();
        assertThatThrownBy(() -> farm.await(slow)).isInstanceOf(HandleConflictException.class);
        assertThat(node.save(fast, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aReclaimWaitsForAReleaseThatIsUnderWay(Farm farm) {
        Node node = farm.node();
        InstanceHandle first = node.createHeld(id, Sample.number(1));
        node.faults().inject(Fault.HOLD_BACK, 1);
        first.close();

        CompletableFuture<LoadOutcome> load = node.start(node.handle(id), LoadInstance.of(LoadMode.hold()));
        assertThat(load).isNotDone();
        node.faults().open();

        assertThat(farm.await(load).loaded()).isPresent();
        assertThat(farm.node().load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
    }

    /** If all waiting loads tried again after each release, a hundred loads would be five thousand calls. */
    @Test
    void loadsThatMeetAHoldOfTheirOwnerTakeTurns(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        node.faults().inject(Fault.HOLD_ANSWER, 1, Set.of(Step.SLOT));
        List<CompletableFuture<LoadOutcome>> loads = new ArrayList<>();
        loads.add(node.loadAndFree(id));
        farm.awaitFault(node);
        for (int i = 1; i < MANY; i++) {
            loads.add(node.loadAndFree(id));
        }

        node.faults().open();

        assertThat(loads)
                .allSatisfy(load -> assertThat(farm.await(load).loaded()).isPresent());
        assertThat(node.faults().steps()).isLessThan(CALLS_EACH * MANY);
        Node other = farm.node();
        farm.eventually(
                () -> assertThat(other.load(id, LoadMode.hold()).loaded()).isPresent());
    }
}
