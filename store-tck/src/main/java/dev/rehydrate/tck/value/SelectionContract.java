// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Loads that take nothing can say which values they want, and that they need no keys. */
public abstract class SelectionContract {

    private static final int LARGE = 1000;

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    private Node withValues(Farm farm) {
        Node node = farm.node();
        node.create(
                id,
                InstanceChanges.builder()
                        .replaceData(Map.of(
                                "small", InstanceValue.of(1),
                                "large", InstanceValue.of("x".repeat(LARGE)),
                                "price", InstanceValue.of(7).with(InstanceValue.Option.PROMOTED)))
                        .metadata(ValueDelta.putting(Map.of("note", InstanceValue.of("a note"))))
                        .keys(Sample.associating(key))
                        .build());
        return node;
    }

    @Test
    void aLoadHandsBackTheValuesThatItSelectsAndNoOthers(Farm farm) {
        Node node = withValues(farm);

        for (LoadMode mode : List.of(
                LoadMode.free().withValues("small", "note", "unknown"),
                LoadMode.authoritative().withValues("small", "note", "unknown"),
                LoadMode.peek().withValues("small", "note", "unknown"))) {
            for (LoadOutcome outcome : List.of(node.load(id, mode), node.load(key, mode))) {
                InstanceSnapshot seen = outcome.snapshotOrThrow();
                assertThat(seen.data().names()).containsExactly("small");
                assertThat(seen.data().get("small", Integer.class)).isEqualTo(1);
                assertThat(seen.metadata().get("note", String.class)).isEqualTo("a note");
            }
        }
    }

    @Test
    void aLoadWithoutValuesHandsBackHeaderKeysAndPromotedValues(Farm farm) {
        Node node = withValues(farm);

        for (LoadMode mode : List.of(
                LoadMode.free().withoutValues(),
                LoadMode.authoritative().withoutValues(),
                LoadMode.peek().withoutValues())) {
            InstanceSnapshot seen = node.load(id, mode).snapshotOrThrow();
            assertThat(seen.header()).isEqualTo(node.read(id).header());
            assertThat(seen.keys()).containsOnlyKeys(key);
            assertThat(seen.data().names()).isEmpty();
            assertThat(seen.metadata().names()).isEmpty();
            assertThat(seen.data().promoted()).isEqualTo(Map.of("price", PromotedValue.of(7)));
        }
    }

    @Test
    void aLoadWithoutKeysHandsBackTheOneItLookedUpAndNoOther(Farm farm) {
        Node node = withValues(farm);
        InstanceKey home = new InstanceKey(id.high(), id.low());
        node.save(
                id,
                InstanceChanges.builder()
                        .keys(Sample.associating(home, InstanceKey.random()))
                        .build());

        for (LoadMode mode : List.of(
                LoadMode.free().withValues("small").withoutKeys(),
                LoadMode.authoritative().withoutKeys().withValues("small"),
                LoadMode.peek().withoutKeys().withValues("small"))) {
            assertThat(node.load(id, mode).snapshotOrThrow().keys()).isEmpty();
            for (InstanceKey lookedUp : List.of(key, home)) {
                InstanceSnapshot seen = node.load(lookedUp, mode).snapshotOrThrow();
                assertThat(seen.keys()).containsOnlyKeys(lookedUp);
                assertThat(seen.data().names()).containsExactly("small");
                assertThat(seen.header()).isEqualTo(node.read(id).header());
            }
        }
        assertThat(node.load(id, LoadMode.free()).snapshotOrThrow().keys()).hasSize(3);
    }

    @Test
    void keysThatAreNotSelectedDoNotLeaveTheEngine(Farm farm) {
        withValues(farm);

        assertThat(record(farm, ValueSelection.none().withoutKeys()).keys()).isEmpty();
        assertThat(record(farm, ValueSelection.none().withoutKeys().withKey(key))
                        .keys())
                .containsOnlyKeys(key);
    }

    @Test
    void theBytesOfWhatIsNotSelectedDoNotLeaveTheEngine(Farm farm) {
        withValues(farm);

        InstanceRecord none = record(farm, ValueSelection.none());
        InstanceRecord large = record(farm, ValueSelection.of("large"));

        assertThat(bytesOf(none)).isZero();
        assertThat(none.promoted()).containsOnlyKeys("price");
        assertThat(bytesOf(large))
                .isPositive()
                .isEqualTo(large.data().values().stream()
                        .mapToLong(value -> value.encoded().size())
                        .max()
                        .orElseThrow());
        assertThat(large.data().keySet()).isEqualTo(Set.of("large", "price"));
    }

    private InstanceRecord record(Farm farm, ValueSelection values) {
        return Objects.requireNonNull(farm.slot(SlotAddress.of(id), values).instance());
    }

    private static long bytesOf(InstanceRecord record) {
        return Stream.of(record.data(), record.metadata())
                .flatMap(bag -> bag.values().stream())
                .mapToLong(value -> value.encoded().size())
                .sum();
    }

    @Test
    void whatALoadDidNotSelectIsThereForTheNextLoadAndAfterASave(Farm farm) {
        Node node = withValues(farm);
        InstanceSnapshot seen = node.load(id, LoadMode.free().withoutValues()).snapshotOrThrow();

        assertThat(node.load(id, LoadMode.free()).snapshotOrThrow().data().names())
                .containsExactlyInAnyOrder("small", "large", "price");
        node.run(
                id,
                SaveInstance.ifUnchanged(
                        InstanceChanges.builder()
                                .changeData(ValueDelta.putting(Map.of("small", InstanceValue.of(2))))
                                .build(),
                        seen.revision()));

        InstanceSnapshot saved =
                node.run(id, LoadInstance.of(LoadMode.authoritative())).snapshotOrThrow();
        assertThat(saved.data().get("small", Integer.class)).isEqualTo(2);
        assertThat(saved.data().get("large", String.class)).hasSize(LARGE);
        assertThat(saved.data().promoted()).containsOnlyKeys("price");
        assertThat(saved.metadata().names()).containsExactly("note");
    }
}
