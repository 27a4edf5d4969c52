// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Promoted;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Writing an instance: contract §2.4. */
public abstract class SaveContract {

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-06 no bag takes a missing value; metadata is removed by name")
    void noBagTakesAMissingValue(Farm farm) {
        Map<String, InstanceValue> broken = new HashMap<>();
        broken.put("number", null);
        assertThatThrownBy(() -> InstanceChanges.builder().replaceData(broken))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> ValueDelta.putting(broken)).isInstanceOf(NullPointerException.class);
        Node node = farm.node();
        node.create(id, metadata(ValueDelta.putting(Map.of("a", InstanceValue.of(1)))));

        node.save(id, metadata(ValueDelta.removing("a", "never there"))).receiptOrThrow();

        assertThat(node.load(id, LoadMode.peek()).snapshotOrThrow().metadata().names())
                .isEmpty();
    }

    @Test
    @DisplayName("WF-29 a save of an unknown id creates the instance: initialized, held, token 1")
    void aSaveOfAnUnknownIdCreatesTheInstance(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);

        SaveReceipt receipt = node.save(handle, Sample.number(1)).receiptOrThrow();

        assertThat(receipt.state()).isEqualTo(InstanceState.INITIALIZED);
        assertThat(receipt.token()).isEqualTo(FencingToken.FIRST);
        assertThat(handle.token()).contains(FencingToken.FIRST);
        InstanceHeader header = node.read(id).header();
        assertThat(header.holder()).isEqualTo(node.owner());
        assertThat(header.revision()).isEqualTo(receipt.revision());
    }

    @Test
    @DisplayName("WF-30 further saves on the same handle keep the token")
    void furtherSavesKeepTheToken(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, Sample.number(1));

        SaveReceipt second = node.save(handle, Sample.number(2)).receiptOrThrow();
        SaveReceipt third = node.save(handle, Sample.number(3)).receiptOrThrow();

        assertThat(third.token()).isEqualTo(second.token()).isEqualTo(FencingToken.FIRST);
        assertThat(third.revision()).isGreaterThan(second.revision());
    }

    @Test
    @DisplayName("WF-31 a save that releases frees the handle; the next hold has the next token")
    void aSaveThatReleasesFreesTheHandle(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, Sample.number(1));

        node.run(handle, SaveInstance.of(Sample.number(2), AfterSave.RELEASE)).receiptOrThrow();

        assertThat(handle.isValid()).isFalse();
        assertThat(node.read(id).header().holder()).isNull();
        assertThat(node.hold(id).token()).contains(new FencingToken(2));
    }

    @Test
    @DisplayName("WF-32 a save without hold on an instance that no owner holds takes it and overwrites")
    void aSaveWithoutHoldOverwrites(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        first.create(id, Sample.number(1));

        SaveReceipt receipt = second.save(second.handle(id), Sample.number(2)).receiptOrThrow();

        assertThat(receipt.token()).isEqualTo(new FencingToken(2));
        assertThat(Sample.numberOf(first.read(id))).isEqualTo(2);
        assertThat(first.read(id).header().holder()).isEqualTo(second.owner());
    }

    @Test
    @DisplayName("WF-33 write-only values are never handed back, optional ones are")
    void writeOnlyValuesAreNeverHandedBack(Farm farm) {
        Node node = farm.node();
        Map<String, InstanceValue> values = Map.of(
                "plain", InstanceValue.of(1),
                "secret", InstanceValue.of(2).with(Option.WRITE_ONLY),
                "optional", InstanceValue.of(3).with(Option.OPTIONAL));
        node.create(
                id,
                InstanceChanges.builder()
                        .replaceData(values)
                        .metadata(ValueDelta.putting(values))
                        .build());

        InstanceSnapshot snapshot = node.read(id);

        assertThat(snapshot.data().names()).containsExactlyInAnyOrder("plain", "optional");
        assertThat(snapshot.metadata().names()).containsExactlyInAnyOrder("plain", "optional");
        assertThat(snapshot.data().describe("secret")).isEmpty();
        assertThat(snapshot.data().find("secret", Integer.class)).isEmpty();
    }

    @Test
    void aValueThatBecomesWriteOnlyIsNotHandedBackInItsOldForm(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));

        node.save(
                        id,
                        InstanceChanges.builder()
                                .changeData(ValueDelta.putting(
                                        Map.of("number", InstanceValue.of(2).with(Option.WRITE_ONLY))))
                                .build())
                .receiptOrThrow();

        assertThat(node.read(id).data().names()).isEmpty();
    }

    @Test
    @DisplayName("WF-34 a save of the whole bag replaces it: what is not named is gone")
    void aSaveOfTheWholeBagReplacesIt(Farm farm) {
        Node node = farm.node();
        node.create(id, InstanceChanges.data(Map.of("x", 1, "y", 2)));

        node.save(id, InstanceChanges.data(Map.of("y", 3))).receiptOrThrow();

        assertThat(node.read(id).data().names()).containsExactly("y");
        assertThat(node.read(id).data().get("y", Integer.class)).isEqualTo(3);
    }

    @Test
    @DisplayName("WF-35 a save of metadata alone leaves data, due time, definition and promoted values")
    void aSaveOfMetadataLeavesTheRest(Farm farm) {
        Node node = farm.node(OwnerDescription.ofType("documents"));
        DefinitionIdentity definition = DefinitionIdentity.of("document", "1.2");
        node.create(
                id,
                InstanceChanges.builder()
                        .replaceData(Map.of("number", InstanceValue.of(1).with(Option.PROMOTED)))
                        .dueAfter(Duration.ofHours(1))
                        .definition(definition)
                        .build());
        InstanceHeader before = node.read(id).header();

        node.save(id, metadata(ValueDelta.putting(Map.of("a", InstanceValue.of(1)))))
                .receiptOrThrow();

        InstanceSnapshot after = node.read(id);
        assertThat(Sample.numberOf(after)).isEqualTo(1);
        assertThat(after.header().dueAt()).isNotNull().isEqualTo(before.dueAt());
        assertThat(after.header().definition()).isEqualTo(definition);
        assertThat(after.header().createdAt()).isEqualTo(before.createdAt());
        assertThat(Promoted.valueOf(node, id, "number")).hasToString("1");
    }

    @Test
    @DisplayName("WF-36 metadata changes add up, in the order of the saves")
    void metadataChangesAddUp(Farm farm) {
        Node node = farm.node();
        InstanceHandle neverLoaded = node.createHeld(id, metadata(putting("a", 1)));
        node.save(neverLoaded, metadata(ValueDelta.removing("a"))).receiptOrThrow();
        node.save(neverLoaded, metadata(putting("b", 2))).receiptOrThrow();
        node.release(neverLoaded);

        InstanceSnapshot snapshot = node.load(id, LoadMode.peek()).snapshotOrThrow();

        assertThat(snapshot.state()).isEqualTo(InstanceState.UNINITIALIZED);
        assertThat(snapshot.metadata().names()).containsExactly("b");
        assertThat(snapshot.metadata().get("b", Integer.class)).isEqualTo(2);
    }

    @Test
    void aSaveOfTheWholeBagWithoutDueTimeClearsTheDueTime(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.numbered(1).dueAfter(Duration.ofHours(1)).build());

        node.save(id, Sample.number(2)).receiptOrThrow();

        assertThat(node.read(id).header().dueAt()).isNull();
    }

    @Test
    void createRefusesWhatExistsAndTakesOverWhatNeverGotData(Farm farm) {
        Node node = farm.node();
        SaveReceipt first = node.create(id, metadata(putting("a", 1)));
        assertThat(first.state()).isEqualTo(InstanceState.UNINITIALIZED);

        SaveReceipt second = node.create(id, Sample.number(1));
        SaveOutcome third = node.run(id, CreateInstance.of(Sample.number(2), AfterSave.RELEASE));

        assertThat(third).isEqualTo(new SaveOutcome.Mismatch(id, second.revision()));
        InstanceSnapshot snapshot = node.read(id);
        assertThat(Sample.numberOf(snapshot)).isEqualTo(1);
        assertThat(snapshot.metadata().names()).containsExactly("a");
    }

    @Test
    void aSaveOfWhatAnotherHoldsIsAnsweredHeldAndChangesNothing(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        holder.createHeld(id, Sample.number(1));
        InstanceHandle handle = other.handle(id);

        assertThat(other.save(handle, Sample.number(2)))
                .isInstanceOfSatisfying(
                        SaveOutcome.Held.class,
                        held -> assertThat(held.holder().owner()).isEqualTo(holder.owner()));

        assertThat(handle.isValid()).isTrue();
        assertThat(Sample.numberOf(other.read(id))).isEqualTo(1);
    }

    @Test
    void twoInstancesDoNotTouchEachOther(Farm farm) {
        Node node = farm.node();
        InstanceId neighbour = new InstanceId(id.high(), id.low() + 1);
        node.create(id, Sample.number(1));
        node.create(neighbour, Sample.number(2));

        node.complete(id);

        assertThat(node.load(id, LoadMode.peek())).isEqualTo(new LoadOutcome.NotFound(id, null));
        assertThat(Sample.numberOf(node.read(neighbour))).isEqualTo(2);
    }

    private static ValueDelta<InstanceValue> putting(String name, int value) {
        return ValueDelta.putting(Map.of(name, InstanceValue.of(value)));
    }

    private static InstanceChanges<InstanceValue> metadata(ValueDelta<InstanceValue> delta) {
        return InstanceChanges.builder().metadata(delta).build();
    }
}
