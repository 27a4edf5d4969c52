// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Loading by id: contract §2.5. */
public abstract class LoadContract {

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-37 an unknown id is not found, or created uninitialized and held if the load says so")
    void anUnknownIdIsNotFoundOrCreated(Farm farm) {
        Node node = farm.node();

        assertThat(node.load(id, LoadMode.hold())).isEqualTo(new LoadOutcome.NotFound(id, null));
        assertThat(node.load(id, LoadMode.peek())).isEqualTo(new LoadOutcome.NotFound(id, null));

        InstanceSnapshot created = node.load(id, LoadMode.holdOrCreate()).snapshotOrThrow();
        assertThat(created.state()).isEqualTo(InstanceState.UNINITIALIZED);
        assertThat(created.held()).isTrue();
        assertThat(created.header().token()).isEqualTo(FencingToken.FIRST);
        assertThat(created.data().names()).isEmpty();
        assertThat(farm.node().load(id, LoadMode.holdOrCreate())).isInstanceOf(LoadOutcome.Held.class);
    }

    @Test
    @DisplayName("WF-38 a plain load does not find an uninitialized instance and does not take its hold")
    void aPlainLoadLeavesAnUninitializedInstanceAlone(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        InstanceHandle handle = first.handle(id);
        first.run(handle, LoadInstance.of(LoadMode.holdOrCreate())).snapshotOrThrow();
        first.release(handle);

        assertThat(second.load(id, LoadMode.hold())).isEqualTo(new LoadOutcome.NotFound(id, null));

        assertThat(first.load(id, LoadMode.peek()).snapshotOrThrow().header().holder())
                .isNull();
        assertThat(first.load(id, LoadMode.holdOrCreate()).loaded()).isPresent();
    }

    @Test
    @DisplayName("WF-39 an instance held by a live owner is answered as held, at once, and the handle stays usable")
    void aHeldInstanceIsAnsweredAsHeld(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        holder.createHeld(id, Sample.number(1));
        InstanceHandle handle = other.handle(id);

        assertThat(other.run(handle, LoadInstance.of(LoadMode.hold()))).isInstanceOf(LoadOutcome.Held.class);

        assertThat(handle.isValid()).isTrue();
        assertThat(handle.token()).isEmpty();
    }

    @Test
    @DisplayName("WF-40 a caller that waits for a held instance loads it with the same handle once it is released")
    void aHeldInstanceCanBeLoadedOnceItIsReleased(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        InstanceHandle held = holder.createHeld(id, Sample.number(1));
        InstanceHandle handle = other.handle(id);

        assertThat(other.run(handle, LoadInstance.of(LoadMode.hold()))).isInstanceOf(LoadOutcome.Held.class);
        farm.advance(Duration.ofSeconds(7));
        assertThat(other.run(handle, LoadInstance.of(LoadMode.hold()))).isInstanceOf(LoadOutcome.Held.class);
        holder.release(held);

        assertThat(other.run(handle, LoadInstance.of(LoadMode.hold())).loaded()).isPresent();
    }

    @Test
    @DisplayName("WF-41 a freed handle gives its hold back: last saved data, next token, due as it was")
    void aFreedHandleGivesItsHoldBack(Farm farm) {
        Node holder = farm.node(OwnerDescription.ofType("documents"));
        Node other = farm.node(OwnerDescription.ofType("documents"));
        InstanceHandle handle = holder.createHeld(
                id, Sample.numbered(1).dueAfter(Duration.ofSeconds(1)).build());

        handle.close();
        farm.eventually(() -> assertThat(other.read(id).header().holder()).isNull());
        farm.advance(Duration.ofSeconds(2));

        InstanceSnapshot run = other.loadRunnable().loaded().orElseThrow();
        assertThat(run.id()).isEqualTo(id);
        assertThat(run.header().token()).isEqualTo(new FencingToken(2));
        assertThat(Sample.numberOf(run)).isEqualTo(1);
    }

    @Test
    void aHolderReadsAgainUnderTheSameToken(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, Sample.number(1));

        InstanceSnapshot again =
                node.run(handle, LoadInstance.of(LoadMode.hold())).snapshotOrThrow();

        assertThat(again.header().token()).isEqualTo(FencingToken.FIRST);
        assertThat(again.held()).isTrue();
        assertThat(node.save(handle, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aFreeLoadTakesNothingAndIsRefusedNothing(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        InstanceHandle held = holder.createHeld(id, Sample.number(1));

        for (LoadMode mode : new LoadMode[] {LoadMode.free(), LoadMode.authoritative(), LoadMode.peek()}) {
            InstanceSnapshot seen = other.load(id, mode).snapshotOrThrow();
            assertThat(seen.held()).isFalse();
            assertThat(Sample.numberOf(seen)).isEqualTo(1);
        }

        assertThat(holder.save(held, Sample.number(2)).receiptOrThrow().token()).isEqualTo(FencingToken.FIRST);
    }

    @Test
    void anAuthoritativeLoadSeesEveryAcknowledgedSave(Farm farm) {
        Node writer = farm.node();
        Node reader = farm.node();
        writer.create(id, Sample.number(0));

        for (int i = 1; i <= 100; i++) {
            writer.save(id, Sample.number(i)).receiptOrThrow();
            assertThat(Sample.numberOf(reader.read(id))).isEqualTo(i);
        }
    }

    @Test
    void onlyAPeekShowsWhatIsUninitializedOrCompleted(Farm farm) {
        Node node = farm.node();
        InstanceId unfinished = InstanceId.random();
        node.load(unfinished, LoadMode.holdOrCreate()).snapshotOrThrow();
        node.create(id, Sample.number(1));
        CompleteInstance keep = new CompleteInstance(
                CompleteInstance.now().id(),
                Sample.number(2),
                CompleteInstance.now().expected(),
                CompletionAction.KEEP);
        node.run(id, keep).receiptOrThrow();

        assertThat(node.load(unfinished, LoadMode.authoritative())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(unfinished, LoadMode.peek()).snapshotOrThrow().state())
                .isEqualTo(InstanceState.UNINITIALIZED);
        assertThat(node.load(id, LoadMode.authoritative()))
                .isEqualTo(new LoadOutcome.Completed(id, null, LoadOutcome.Ended.INSTANCE));
        InstanceSnapshot completed = node.load(id, LoadMode.peek()).snapshotOrThrow();
        assertThat(completed.state()).isEqualTo(InstanceState.COMPLETED);
        assertThat(Sample.numberOf(completed)).isEqualTo(2);
    }

    @Test
    void aLoadCanAssociateFurtherKeysWithWhatItTakes(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        node.create(id, Sample.number(1));

        InstanceSnapshot taken =
                node.load(id, new LoadMode.Hold(Map.of(key, Map.of()))).snapshotOrThrow();

        assertThat(taken.keys()).containsOnlyKeys(key);
        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(id);
    }

    @Test
    void aSnapshotDoesNotChangeAfterwards(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        InstanceSnapshot before = node.read(id);

        node.save(id, Sample.number(2)).receiptOrThrow();

        assertThat(Sample.numberOf(before)).isEqualTo(1);
        assertThat(before.revision()).isLessThan(node.read(id).revision());
    }
}
