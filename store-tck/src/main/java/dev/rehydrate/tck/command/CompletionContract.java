// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The end of an instance: contract §2.0, §2.4. */
public abstract class CompletionContract {

    private static final OwnerDescription KEEPING =
            OwnerDescription.ofType("documents").completingBy(CompletionAction.KEEP);

    /** What was swept in one period once. */
    private static final int MORE_THAN_ONE_LOOK_FINDS = 1100;

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();
    private final InstanceKey home = new InstanceKey(id.high(), id.low());

    @Test
    @DisplayName("WF-07 completing always gives the hold back and frees the handle")
    void completingFreesTheHandle(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceHandle handle = node.createHeld(id, Sample.number(1));

        SaveReceipt receipt = node.run(handle, CompleteInstance.now()).receiptOrThrow();

        assertThat(receipt.state()).isEqualTo(InstanceState.COMPLETED);
        assertThat(handle.isValid()).isFalse();
        assertThat(node.load(id, LoadMode.peek()).snapshotOrThrow().header().holder())
                .isNull();
    }

    @Test
    void whatCompletedInstancesLeaveIsGoneSoonAfterItsRetentionHoweverMany(Farm farm) {
        Node node = farm.node();
        farm.node();
        for (int i = 0; i < MORE_THAN_ONE_LOOK_FINDS; i++) {
            InstanceId each = InstanceId.random();
            node.create(each, Sample.number(i));
            node.run(each, CompleteInstance.now()).receiptOrThrow();
        }
        farm.advance(StoreOptions.defaults().memoryRetention().minusSeconds(1));
        assertThat(farm.remembered()).isNotEmpty();

        // One period is enough where no store comes: one that comes takes parts over and begins with them a period
        // later.
        farm.advance(StoreOptions.defaults().sweepPeriod().multipliedBy(2).plusSeconds(1));

        assertThat(farm.remembered()).isEmpty();
    }

    @Test
    @DisplayName("WF-42 after completing with delete nothing is left: id and keys are unknown and free")
    void completingWithDeleteLeavesNothing(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        node.create(id, Sample.withKeys(1, key, home));

        node.complete(id);

        assertThat(node.load(id, LoadMode.peek())).isEqualTo(new LoadOutcome.NotFound(id, null));
        assertThat(node.load(key, LoadMode.hold())).isEqualTo(new LoadOutcome.NotFound(null, key));
        assertThat(node.load(home, LoadMode.hold())).isEqualTo(new LoadOutcome.NotFound(null, home));
        assertThat(all(node).total()).isZero();
        InstanceId heir = InstanceId.random();
        other.create(heir, Sample.withKeys(2, key, home));
        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(heir);
        assertThat(node.load(home, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(heir);
    }

    @Test
    @DisplayName("WF-43 after completing with keep the instance is completed, its keys reserved, and it never runs")
    void completingWithKeepReservesTheKeys(Farm farm) {
        Node node = farm.node(KEEPING);
        node.create(
                id,
                Sample.numbered(1)
                        .keys(Sample.associating(key, home))
                        .dueAfter(Duration.ofSeconds(1))
                        .build());

        node.complete(id);
        farm.advance(Farm.DETECTION);

        assertThat(node.load(id, LoadMode.hold()))
                .isEqualTo(new LoadOutcome.Completed(id, null, LoadOutcome.Ended.INSTANCE));
        assertThat(node.load(key, LoadMode.hold()))
                .isEqualTo(new LoadOutcome.Completed(id, key, LoadOutcome.Ended.INSTANCE));
        assertThat(node.load(home, LoadMode.holdOrCreate()))
                .isEqualTo(new LoadOutcome.Completed(id, home, LoadOutcome.Ended.INSTANCE));
        assertThat(node.save(id, Sample.number(2))).isEqualTo(new SaveOutcome.Completed(id));
        assertThat(node.loadRunnable().loaded()).isEmpty();
        for (InstanceKey reserved : new InstanceKey[] {key, home}) {
            assertThatThrownBy(() -> node.save(InstanceId.random(), Sample.withKeys(2, reserved)))
                    .isInstanceOfSatisfying(KeyCollisionException.class, collision -> {
                        assertThat(collision.key()).contains(reserved);
                        assertThat(collision.holderInstance()).isEqualTo(id);
                    });
        }
    }

    @Test
    @DisplayName(
            "WF-44 the holder of an instance that was deleted meanwhile loses it, and a save does not bring it back")
    void aSaveDoesNotBringADeletedInstanceBack(Farm farm) {
        Node holder = farm.node();
        InstanceHandle handle = holder.createHeld(id, Sample.withKeys(1, key));
        farm.node().run(id, DeleteInstance.now());

        assertThatThrownBy(() -> holder.save(handle, Sample.number(2))).isInstanceOf(LeaseLostException.class);

        assertThat(handle.isValid()).isFalse();
        assertThat(holder.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(holder.load(key, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("WF-45 completing an unknown instance leaves nothing behind and is no error")
    void completingAnUnknownInstanceLeavesNothing(Farm farm) {
        Node node = farm.node();

        assertThat(node.run(id, CompleteInstance.now()).saved()).isPresent();

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(all(node).total()).isZero();
    }

    @Test
    void whatIsCompletedIsNotSuspendedAnyMore(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceId failed = InstanceId.random();
        InstanceId suspendedAtItsEnd = InstanceId.random();
        node.create(id, Sample.numbered(1).suspend("a person has to look", null).build());
        node.create(failed, Sample.numbered(2).fail("out of stock", null).build());
        node.create(suspendedAtItsEnd, Sample.number(3));
        assertThat(suspended(node).total()).isEqualTo(2);

        node.complete(id);
        node.complete(failed);
        node.run(
                suspendedAtItsEnd,
                new CompleteInstance(
                        CommandId.random(),
                        InstanceChanges.builder().suspend("too late", null).build(),
                        Expected.any(),
                        null));

        assertThat(suspended(node).total()).isZero();
        assertThat(suspended(node).entries()).isEmpty();
        for (InstanceId completed : new InstanceId[] {id, failed, suspendedAtItsEnd}) {
            assertThat(node.load(completed, LoadMode.peek())
                            .snapshotOrThrow()
                            .header()
                            .suspension())
                    .isNull();
        }
    }

    @Test
    void theCommandSaysWhatStaysOrTheOwnerDoes(Farm farm) {
        Node keeping = farm.node(KEEPING);
        InstanceId second = InstanceId.random();
        keeping.create(id, Sample.number(1));
        keeping.create(second, Sample.number(1));

        keeping.run(id, completing(CompletionAction.DELETE)).receiptOrThrow();
        keeping.run(second, CompleteInstance.now()).receiptOrThrow();

        assertThat(keeping.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(keeping.load(second, LoadMode.peek()).snapshotOrThrow().state())
                .isEqualTo(InstanceState.COMPLETED);
    }

    @Test
    void deletingACompletedInstanceFreesItsKeys(Farm farm) {
        Node node = farm.node(KEEPING);
        node.create(id, Sample.withKeys(1, key, home));
        node.complete(id);

        node.run(id, DeleteInstance.now());

        assertThat(node.create(InstanceId.random(), Sample.withKeys(2, key, home)))
                .isNotNull();
    }

    @Test
    void anotherLifeOfTheSameIdHasNothingOfTheFirst(Farm farm) {
        Node node = farm.node();
        SaveReceipt first = node.create(id, Sample.withKeys(1, key));
        node.complete(id);

        SaveReceipt second = node.create(id, InstanceChanges.data(Map.of("other", 2)));

        assertThat(second.revision()).isGreaterThan(first.revision());
        assertThat(second.revision().incarnation())
                .isGreaterThan(first.revision().incarnation());
        assertThat(node.run(id, SaveInstance.ifUnchanged(Sample.number(3), first.revision())))
                .isEqualTo(new SaveOutcome.Mismatch(id, second.revision()));
        assertThat(node.read(id).data().names()).containsExactly("other");
        assertThat(node.read(id).keys()).isEmpty();
    }

    @Test
    void aHoldOfAnEarlierLifeIsWorthNothing(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        InstanceHandle old = holder.createHeld(id, Sample.number(1));
        other.run(id, DeleteInstance.now());
        other.create(id, Sample.number(2));

        assertThatThrownBy(() -> holder.run(old, CompleteInstance.now())).isInstanceOf(LeaseLostException.class);

        assertThat(Sample.numberOf(other.read(id))).isEqualTo(2);
    }

    private static CompleteInstance completing(CompletionAction action) {
        return new CompleteInstance(CommandId.random(), InstanceChanges.none(), Expected.any(), action);
    }

    private static InstancePage suspended(Node node) {
        return node.query(InstanceQuery.builder().suspended(true).build());
    }

    private static InstancePage all(Node node) {
        return node.query(InstanceQuery.builder().build());
    }

    @Test
    @DisplayName("C-01 what a live owner holds is not completed by another, whatever becomes of it")
    void whatALiveOwnerHoldsIsNotCompletedByAnother(Farm farm) {
        Node holder = farm.node();
        InstanceHandle held = holder.createHeld(id, Sample.number(1));
        for (CompletionAction action : CompletionAction.values()) {
            Node other = farm.node(OwnerDescription.anonymous().completingBy(action));

            assertThat(other.run(id, CompleteInstance.now())).isInstanceOf(SaveOutcome.Held.class);

            assertThat(holder.save(held, Sample.number(2)).saved()).isPresent();
        }
        assertThat(Sample.numberOf(holder.read(id))).isEqualTo(2);
    }
}
