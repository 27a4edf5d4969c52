// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What administrators do, whether or not the instance is held: contract §2.10, §4.8. */
public abstract class ControlContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @Test
    void anInstanceThatIsNotThereIsNotFound(Farm farm) {
        Node node = farm.node();
        List<PersistenceCommand<ControlOutcome>> commands = List.of(
                DeleteInstance.now(),
                SuspendInstance.because("x"),
                ResumeInstance.now(),
                ForceRelease.now(),
                TouchInstance.now());

        for (PersistenceCommand<ControlOutcome> command : commands) {
            assertThat(node.run(id, command)).isEqualTo(ControlOutcome.NOT_FOUND);
        }
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aCompletedInstanceCanOnlyBeDeleted(Farm farm) {
        Node node = farm.node(TYPED.completingBy(CompletionAction.KEEP));
        node.create(id, Sample.number(1));
        node.complete(id);

        assertThat(node.run(id, SuspendInstance.because("x"))).isEqualTo(ControlOutcome.COMPLETED);
        assertThat(node.run(id, ResumeInstance.now())).isEqualTo(ControlOutcome.COMPLETED);
        assertThat(node.run(id, ForceRelease.now())).isEqualTo(ControlOutcome.COMPLETED);
        assertThat(node.run(id, TouchInstance.now())).isEqualTo(ControlOutcome.COMPLETED);
        assertThat(node.run(id, DeleteInstance.now())).isEqualTo(ControlOutcome.DONE);

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aHoldIsTakenFromALiveOwnerWhichLearnsItAtItsNextCommand(Farm farm) {
        Node holder = farm.node();
        InstanceHandle handle = holder.createHeld(id, Sample.withKeys(1, key));
        Node administrator = farm.node();
        InstanceSnapshot before = administrator.read(id);

        assertThat(administrator.run(id, ForceRelease.now())).isEqualTo(ControlOutcome.DONE);

        InstanceSnapshot after = administrator.read(id);
        assertThat(after.header().holder()).isNull();
        assertThat(after.header().token()).isGreaterThan(before.header().token());
        assertThat(after.revision()).isEqualTo(before.revision());
        assertThat(Sample.numberOf(after)).isEqualTo(1);
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> holder.save(handle, Sample.number(2)))
                .satisfies(lost -> assertThat(lost.instance()).contains(id));
        assertThat(handle.isValid()).isFalse();
        assertThat(Sample.numberOf(administrator.read(id))).isEqualTo(1);
    }

    @Test
    void aHoldThatWasTakenAwayGoesToTheNextAndTheFormerHolderCanBeTheNext(Farm farm) {
        Node holder = farm.node();
        InstanceHandle former = holder.createHeld(id, Sample.number(1));
        ForceRelease release = ForceRelease.now();
        Node administrator = farm.node();
        assertThat(administrator.run(id, release)).isEqualTo(ControlOutcome.DONE);

        InstanceHandle next = holder.hold(id);
        assertThat(administrator.run(id, release)).isEqualTo(ControlOutcome.DONE);

        assertThat(holder.save(next, Sample.number(2)).saved()).isPresent();
        assertThat(former.isValid()).isFalse();
        assertThat(Sample.numberOf(administrator.read(id))).isEqualTo(2);
    }

    @Test
    void aReleaseByAFormerHolderIsRefusedAndTheNextOneKeepsItsHold(Farm farm) {
        Node former = farm.node();
        InstanceHandle handle = former.createHeld(id, Sample.number(1));
        Node next = farm.node();
        assertThat(next.run(id, ForceRelease.now())).isEqualTo(ControlOutcome.DONE);
        InstanceHandle held = next.hold(id);

        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> former.release(handle))
                .satisfies(lost -> assertThat(lost.instance()).contains(id));

        assertThat(next.save(held, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void whatIsNotHeldIsLeftAsItIsByAForcedRelease(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        var before = node.read(id).header();

        assertThat(node.run(id, ForceRelease.now())).isEqualTo(ControlOutcome.DONE);

        assertThat(node.read(id).header()).isEqualTo(before);
    }

    @Test
    void whatIsDueRunsAfterItsHolderLostItByForce(Farm farm) {
        Node holder = farm.node(TYPED);
        holder.createHeld(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        Node administrator = farm.node(TYPED);
        assertThat(administrator.loadRunnable().loaded()).isEmpty();

        administrator.run(id, ForceRelease.now());
        farm.advance(Farm.DETECTION);

        assertThat(administrator.loadRunnable().loaded().map(InstanceSnapshot::id))
                .contains(id);
    }

    @Test
    void aDeletedInstanceLeavesItsKeysFree(Farm farm) {
        Node holder = farm.node();
        InstanceKey home = new InstanceKey(id.high(), id.low());
        holder.createHeld(id, Sample.withKeys(1, key, home));
        Node administrator = farm.node();

        assertThat(administrator.run(id, DeleteInstance.now())).isEqualTo(ControlOutcome.DONE);

        InstanceId heir = InstanceId.random();
        administrator.create(heir, Sample.withKeys(2, key, home));
        assertThat(holder.load(home, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(heir);
    }

    @Test
    void anInstanceIsSuspendedWhileAnotherHoldsItAndTheHolderGoesOn(Farm farm) {
        Node holder = farm.node(TYPED);
        InstanceHandle handle =
                holder.createHeld(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        Node administrator = farm.node(TYPED);

        assertThat(administrator.run(id, SuspendInstance.because("a person has to look")))
                .isEqualTo(ControlOutcome.DONE);
        assertThat(holder.run(handle, dueNow()).saved()).isPresent();
        farm.advance(Farm.DETECTION);
        assertThat(administrator.loadRunnable().loaded()).isEmpty();
        assertThat(administrator.read(id).header().suspension()).isNotNull();

        assertThat(administrator.run(id, ResumeInstance.now())).isEqualTo(ControlOutcome.DONE);
        farm.advance(Farm.DETECTION);
        assertThat(administrator.loadRunnable().loaded().map(InstanceSnapshot::id))
                .contains(id);
    }

    @Test
    void suspendingChangesTheRevisionAndResumingWhatRunsIsNoError(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        var before = node.read(id).revision();

        node.run(id, SuspendInstance.because("x"));
        assertThat(node.read(id).revision()).isGreaterThan(before);

        assertThat(node.run(id, ResumeInstance.now())).isEqualTo(ControlOutcome.DONE);
        assertThat(node.run(id, ResumeInstance.now())).isEqualTo(ControlOutcome.DONE);
        assertThat(node.read(id).header().suspension()).isNull();
    }

    private static SaveInstance dueNow() {
        return SaveInstance.of(Sample.numbered(2).dueAfter(Duration.ZERO).build(), AfterSave.RELEASE);
    }
}
