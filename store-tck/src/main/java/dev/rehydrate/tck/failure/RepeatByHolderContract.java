// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * An earlier command is repeated on a handle that has come to hold the instance since. The repeat changes nothing in the storage, so what the
 * handle holds must stay with it, or be given back: a hold that no handle knows of is held for as long as its owner lives.
 */
public abstract class RepeatByHolderContract {

    private final InstanceId id = InstanceId.random();

    @Test
    void aRepeatedSaveThatReleasesGivesBackWhatTheHandleHoldsNow(Farm farm) {
        Node node = farm.node();
        SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.RELEASE);
        SaveOutcome first = node.run(id, save);
        InstanceHandle holder = node.hold(id);

        assertThat(node.run(holder, save)).isEqualTo(first);

        assertThat(holder.isValid()).isFalse();
        assertOthersCanHold(farm);
    }

    @Test
    void aRepeatedSaveThatKeepsItsHoldLeavesANewerOneWithTheHandle(Farm farm) {
        Node node = farm.node();
        SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.KEEP);
        InstanceHandle before = node.handle(id);
        SaveOutcome first = node.run(before, save);
        node.release(before);
        InstanceHandle holder = node.hold(id);
        FencingToken held = holder.token().orElseThrow();

        assertThat(node.run(holder, save)).isEqualTo(first);

        assertThat(holder.token()).contains(held);
        assertThat(node.save(holder, Sample.number(2)).saved()).isPresent();
        holder.close();
        assertOthersCanHold(farm);
    }

    @Test
    void aRepeatedCompletionGivesBackTheHoldOnTheNextLife(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        CompleteInstance complete = CompleteInstance.now();
        SaveOutcome first = node.run(id, complete);
        InstanceHandle holder = node.createHeld(id, Sample.number(2));

        assertThat(node.run(holder, complete)).isEqualTo(first);

        assertThat(holder.isValid()).isFalse();
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
        assertOthersCanHold(farm);
    }

    @Test
    void aRepeatedReleaseGivesBackWhatTheHandleHoldsNow(Farm farm) {
        Node node = farm.node();
        InstanceHandle before = node.createHeld(id, Sample.number(1));
        ReleaseInstance release = ReleaseInstance.now();
        node.run(before, release);
        InstanceHandle holder = node.hold(id);

        assertThat(node.run(holder, release)).isEqualTo(ReleaseOutcome.RELEASED);

        assertThat(holder.isValid()).isFalse();
        assertOthersCanHold(farm);
    }

    @Test
    void aRepeatedLoadWhoseHoldIsGoneGivesBackWhatTheHandleHoldsNow(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        InstanceHandle before = node.handle(id);
        node.run(before, load).snapshotOrThrow();
        node.release(before);
        InstanceHandle holder = node.hold(id);

        assertThatThrownBy(() -> node.run(holder, load)).isInstanceOf(LeaseLostException.class);

        assertThat(holder.isValid()).isFalse();
        assertOthersCanHold(farm);
    }

    @Test
    void aSaveThatIsAnsweredAfterItsRepeatWasDoneAllTheSame(Farm farm) {
        Node node = farm.node();
        SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.KEEP);
        InstanceHandle late = node.handle(id);
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        CompletableFuture<SaveOutcome> first = node.start(late, save);
        farm.awaitFault(node);
        InstanceHandle holder = node.handle(id);
        SaveOutcome repeated = node.run(holder, save);

        node.faults().open();

        assertThat(farm.await(first)).isEqualTo(repeated);
        assertThat(late.isValid()).isFalse();
        assertThat(node.save(holder, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aLoadThatIsAnsweredAfterItsRepeatIsAHandleConflict(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        InstanceHandle late = node.handle(id);
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        CompletableFuture<LoadOutcome> first = node.start(late, load);
        farm.awaitFault(node);
        InstanceHandle holder = node.handle(id);
        node.run(holder, load).snapshotOrThrow();
        node.run(holder, SaveInstance.of(Sample.number(2), AfterSave.KEEP)).receiptOrThrow();

        node.faults().open();

        assertThatThrownBy(() -> farm.await(first)).isInstanceOf(HandleConflictException.class);
        assertThat(late.isValid()).isFalse();
        assertThat(node.save(holder, Sample.number(3)).saved()).isPresent();
    }

    private void assertOthersCanHold(Farm farm) {
        Node other = farm.node();
        farm.eventually(
                () -> assertThat(other.load(id, LoadMode.hold()).loaded()).isPresent());
    }
}
