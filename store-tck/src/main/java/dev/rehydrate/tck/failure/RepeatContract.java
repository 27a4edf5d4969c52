// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The same command twice: it is done once, and answered the same. */
public abstract class RepeatContract {

    private final InstanceId id = InstanceId.random();

    @Test
    void aRepeatedCreateIsAnsweredTheSameWhateverHappenedSince(Farm farm) {
        Node node = farm.node();
        CreateInstance create = CreateInstance.of(Sample.withKeys(1, InstanceKey.random()), AfterSave.RELEASE);
        SaveOutcome first = node.run(id, create);
        farm.node().save(id, Sample.number(2)).receiptOrThrow();

        assertThat(node.run(id, create)).isEqualTo(first).isInstanceOf(SaveOutcome.Saved.class);

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
    }

    @Test
    void aRepeatedSaveIsDoneOnce(Farm farm) {
        Node node = farm.node();
        Revision created = node.create(id, Sample.number(1)).revision();
        SaveInstance save = SaveInstance.ifUnchanged(Sample.number(2), created);
        SaveOutcome first = node.run(id, save);
        Revision saved = node.read(id).revision();

        assertThat(node.run(id, save)).isEqualTo(first).isInstanceOf(SaveOutcome.Saved.class);

        assertThat(node.read(id).revision()).isEqualTo(saved);
    }

    @Test
    void aRepeatIsKnownAfterSomeLaterCommands(Farm farm) {
        Node node = farm.node();
        SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.RELEASE);
        SaveOutcome first = node.run(id, save);
        for (int i = 1; i < Slot.REMEMBERED_COMMANDS; i++) {
            node.save(id, Sample.number(10 * i)).receiptOrThrow();
        }

        assertThat(node.run(id, save)).isEqualTo(first);

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(10 * (Slot.REMEMBERED_COMMANDS - 1));
    }

    @Test
    void aRepeatedSaveIsAnsweredAlsoWhileAnotherHoldsTheInstance(Farm farm) {
        Node node = farm.node();
        SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.RELEASE);
        SaveOutcome first = node.run(id, save);
        farm.node().hold(id);

        assertThat(node.run(id, save)).isEqualTo(first);
    }

    @Test
    void aRepeatedSaveThatKeepsTheHoldLeavesItWithTheHandleThatHasIt(Farm farm) {
        Node node = farm.node();
        InstanceHandle first = node.createHeld(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.number(2), AfterSave.KEEP);
        SaveOutcome saved = node.run(first, save);
        InstanceHandle second = node.handle(id);

        assertThat(node.run(second, save)).isEqualTo(saved).isInstanceOf(SaveOutcome.Saved.class);

        assertThat(second.isValid()).isFalse();
        assertThat(first.isValid()).isTrue();
        assertThat(node.save(first, Sample.number(3)).saved()).isPresent();
    }

    @Test
    void aRepeatedCompletionIsAnsweredTheSameAlthoughNothingIsLeft(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.withKeys(1, InstanceKey.random()));
        CompleteInstance complete = CompleteInstance.now();
        SaveOutcome first = node.run(id, complete);

        assertThat(node.run(id, complete)).isEqualTo(first);
        assertThat(first.receiptOrThrow().state()).isEqualTo(InstanceState.COMPLETED);
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aRepeatedCompletionDoesNotEndTheNextLife(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        CompleteInstance complete = CompleteInstance.now();
        SaveOutcome first = node.run(id, complete);
        node.create(id, Sample.number(2));

        assertThat(node.run(id, complete)).isEqualTo(first);

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
    }

    @Test
    void aRepeatedDeletionIsDoneAndANewOneFindsNothing(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        DeleteInstance delete = DeleteInstance.now();

        assertThat(node.run(id, delete)).isEqualTo(ControlOutcome.DONE);
        assertThat(node.run(id, delete)).isEqualTo(ControlOutcome.DONE);
        assertThat(node.run(id, DeleteInstance.now())).isEqualTo(ControlOutcome.NOT_FOUND);
    }

    @Test
    void aRepeatedSuspensionDoesNotUndoAResumption(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        SuspendInstance suspend = SuspendInstance.because("x");
        node.run(id, suspend);
        node.run(id, ResumeInstance.now());

        assertThat(node.run(id, suspend)).isEqualTo(ControlOutcome.DONE);

        assertThat(node.read(id).header().suspension()).isNull();
    }

    @Test
    void aRepeatedLoadFindsTheHoldThatTheFirstTook(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        node.faults().inject(Fault.FAIL_AFTER, 1);
        assertThatThrownBy(() -> node.run(id, load)).isInstanceOf(OutcomeUnknownException.class);

        InstanceHandle handle = node.handle(id);
        InstanceSnapshot loaded = node.run(handle, load).snapshotOrThrow();

        assertThat(loaded.header().token()).isEqualTo(new FencingToken(2));
        assertThat(node.save(handle, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aRepeatedLoadDoesNotTakeTheHoldFromTheHandleThatHasIt(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        node.create(id, Sample.withKeys(1, key));
        LoadInstanceByKey load = LoadInstanceByKey.of(key, LoadMode.hold());
        InstanceHandle first = node.handle();
        node.run(first, load).snapshotOrThrow();
        InstanceHandle second = node.handle();

        assertThatThrownBy(() -> node.run(second, load)).isInstanceOf(HandleConflictException.class);

        assertThat(second.isValid()).isFalse();
        assertThat(node.save(first, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aRepeatedLoadDoesNotTakeAHoldThatWasGivenBackSince(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        InstanceHandle first = node.handle(id);
        node.run(first, load).snapshotOrThrow();
        node.release(first);

        assertThatThrownBy(() -> node.run(id, load)).isInstanceOf(LeaseLostException.class);

        assertThat(node.read(id).header().holder()).isNull();
    }

    @Test
    void aRepeatThatKeepsTheHoldIsStillFencedByIt(Farm farm) {
        Node node = farm.node();
        SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.KEEP);
        InstanceHandle first = node.handle(id);
        SaveOutcome saved = node.run(first, save);
        node.release(first);
        farm.node().save(id, Sample.number(2)).receiptOrThrow();

        InstanceHandle second = node.handle(id);
        assertThat(node.run(second, save)).isEqualTo(saved);

        assertThatThrownBy(() -> node.save(second, Sample.number(3))).isInstanceOf(LeaseLostException.class);
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
    }

    /** The key that the save associated belongs to another instance by now: the save was done all the same. */
    @Test
    void aRepeatedSaveIsAnsweredTheSameAfterItsKeyMovedOn(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        node.create(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.withKeys(2, key), AfterSave.RELEASE);
        SaveOutcome first = node.run(id, save);
        node.save(id, Sample.numbered(3).keys(KeyChanges.releasing(key)).build())
                .receiptOrThrow();
        InstanceId other = InstanceId.random();
        node.create(other, Sample.withKeys(4, key));

        assertThat(node.run(id, save)).isEqualTo(first).isInstanceOf(SaveOutcome.Saved.class);
        assertThat(farm.node().run(id, save)).isEqualTo(first);

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
        assertThat(node.load(key, LoadMode.authoritative())
                        .snapshotOrThrow()
                        .header()
                        .id())
                .isEqualTo(other);
    }

    @Test
    void aRepeatedSaveIsAnsweredTheSameAfterCompletionAlthoughAnotherHasItsKey(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        SaveInstance save = SaveInstance.of(Sample.withKeys(1, key), AfterSave.RELEASE);
        SaveOutcome first = node.run(id, save);
        node.complete(id);
        node.create(InstanceId.random(), Sample.withKeys(2, key));

        assertThat(node.run(id, save)).isEqualTo(first).isInstanceOf(SaveOutcome.Saved.class);
        assertThat(farm.node().run(id, save)).isEqualTo(first);

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aRepeatedCreateForAHomeKeyIsAnsweredTheSameAfterTheKeyMovedOn(Farm farm) {
        Node node = farm.node();
        InstanceKey home = InstanceKey.random();
        InstanceId atHome = InstanceId.atHomeOf(home);
        CreateInstance create = CreateInstance.of(Sample.withKeys(1, home), AfterSave.RELEASE);
        SaveOutcome first = node.run(atHome, create);
        node.complete(atHome);
        node.create(id, Sample.withKeys(2, home));

        assertThat(node.run(atHome, create)).isEqualTo(first).isInstanceOf(SaveOutcome.Saved.class);
    }

    /** The load was done: what it says is that its hold is gone, and not that it changed nothing. */
    @Test
    void aRepeatedLoadThatAssociatedAKeyIsAnsweredFromMemoryAfterTheKeyMovedOn(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        node.create(id, Sample.number(1));
        LoadInstance load = LoadInstance.of(new LoadMode.Hold(Map.of(key, Map.of())));
        InstanceHandle first = node.handle(id);
        node.run(first, load).snapshotOrThrow();
        saveWithout(key, node, first);
        node.create(InstanceId.random(), Sample.withKeys(3, key));

        assertThatThrownBy(() -> node.run(id, load)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    @DisplayName(
            "L-03 a repeat of a load whose hold is gone says that the load was done, and a first one that it was not")
    void aRepeatedLoadWhoseHoldIsGoneSaysThatItWasDone(Farm farm) {
        Node node = farm.node();
        LoadInstance load = new LoadInstance(new CommandId(1, 1), LoadMode.holdOrCreate());
        InstanceHandle first = node.handle(id);
        node.run(first, load).snapshotOrThrow();
        node.save(first, Sample.number(1)).receiptOrThrow();
        node.release(first);

        requireLost(node, node.handle(id), load, Effect.DONE);
        Node other = farm.node();
        InstanceHandle holder = other.hold(id);
        requireLost(node, node.handle(id), load, Effect.DONE);
        other.release(holder);
        InstanceHandle later = node.hold(id);
        requireLost(node, later, load, Effect.DONE);
        InstanceHandle lost = node.hold(id);
        node.run(id, ForceRelease.now());
        requireLost(node, lost, LoadInstance.of(LoadMode.hold()), Effect.NONE);
        node.complete(id);
        requireLost(node, node.handle(id), load, Effect.DONE);
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    /** The handle gives its hold back, and another instance can have the key. */
    private static void saveWithout(InstanceKey key, Node node, InstanceHandle handle) {
        node.run(
                        handle,
                        SaveInstance.of(
                                Sample.numbered(2)
                                        .keys(KeyChanges.releasing(key))
                                        .build(),
                                AfterSave.RELEASE))
                .receiptOrThrow();
    }

    /** The key leads to another instance by now. What the load was to associate with the instance belongs to the one that it found. */
    @Test
    @DisplayName("L-04 a repeat of a load by key says that the load was done also after the key has moved on")
    void aRepeatedLoadByKeySaysThatItWasDoneAfterTheKeyMovedOn(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        InstanceKey associated = InstanceKey.random();
        LoadMode creating = new LoadMode.HoldOrCreate(id, Map.of(associated, Map.of()));
        LoadInstanceByKey load = new LoadInstanceByKey(new CommandId(1, 1), key, creating);
        InstanceHandle first = node.handle();
        node.run(first, load).snapshotOrThrow();
        saveWithout(key, node, first);
        InstanceId other = InstanceId.random();
        node.create(other, Sample.withKeys(3, key));

        requireLost(node, node.handle(), load, Effect.DONE);
        LoadInstanceByKey later = LoadInstanceByKey.of(key, creating);
        assertThatThrownBy(() -> node.run(node.handle(), later))
                .isInstanceOfSatisfying(
                        KeyCollisionException.class,
                        collision -> assertThat(collision.holderInstance()).isEqualTo(id));
        assertThat(node.read(other).keys()).containsOnlyKeys(key);
    }

    /** Another handle of the owner has the hold that the first attempt took. */
    @Test
    void aRepeatedLoadWhoseHoldAnotherHandleHasSaysThatItWasDone(Farm farm) {
        Node node = farm.node();
        LoadInstance load = LoadInstance.of(LoadMode.holdOrCreate());
        node.run(node.handle(id), load).snapshotOrThrow();

        assertThatThrownBy(() -> node.run(id, load))
                .isInstanceOfSatisfying(
                        HandleConflictException.class,
                        conflict -> assertThat(conflict.effect()).isEqualTo(Effect.DONE));
    }

    private static void requireLost(
            Node node, InstanceHandle handle, PersistenceCommand<LoadOutcome> load, Effect effect) {
        assertThatThrownBy(() -> node.run(handle, load))
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.effect()).isEqualTo(effect));
    }

    @Test
    void aReleaseWhoseAnswerWasLostIsSettledOnANewHandle(Farm farm) {
        Node node = farm.node();
        InstanceHandle holder = node.createHeld(id, Sample.number(1));
        ReleaseInstance release = ReleaseInstance.now();
        node.faults().inject(Fault.FAIL_AFTER, 1);
        assertThatThrownBy(() -> node.run(holder, release)).isInstanceOf(OutcomeUnknownException.class);

        assertThat(node.run(id, release)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(farm.node().run(id, release)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThatThrownBy(() -> node.run(id, ReleaseInstance.now())).isInstanceOf(IllegalStateException.class);
    }
}
