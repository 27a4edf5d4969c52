// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.KeyNotAssociatedException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How keys come and go with saves: contract §2.0, §2.4 steps 4 to 6. */
public abstract class KeyContract {

    private final InstanceId id = InstanceId.random();
    private final InstanceId other = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();
    private final InstanceKey second = InstanceKey.random();

    @Test
    @DisplayName("WF-50 if one key belongs to another instance the whole save is undone, and no key is taken")
    void aCollisionUndoesTheWholeSave(Farm farm) {
        Node node = farm.node();
        node.create(other, Sample.withKeys(7, second));
        node.create(id, Sample.number(1));

        assertThatExceptionOfType(KeyCollisionException.class)
                .isThrownBy(() -> node.save(id, Sample.withKeys(2, key, second)))
                .satisfies(collision -> {
                    assertThat(collision.effect()).isEqualTo(Effect.NONE);
                    assertThat(collision.instance()).contains(id);
                    assertThat(collision.key()).contains(second);
                    assertThat(collision.holderInstance()).isEqualTo(other);
                });

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(1);
        assertThat(node.load(key, LoadMode.peek())).isEqualTo(new LoadOutcome.NotFound(null, key));
        requireFreeNow(farm, node, key);
    }

    @Test
    void aCollisionOfTheHomeKeyGivesBackTheFurtherKeys(Farm farm) {
        Node node = farm.node();
        InstanceKey home = homeOf(id);
        node.create(other, Sample.withKeys(7, home));

        assertThatThrownBy(() -> node.create(id, Sample.withKeys(1, home, key)))
                .isInstanceOfSatisfying(
                        KeyCollisionException.class,
                        collision -> assertThat(collision.holderInstance()).isEqualTo(other));

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        requireFreeNow(farm, node, key);
    }

    @Test
    @DisplayName("WF-51 associating a key again is no error; its metadata is refreshed")
    void associatingAKeyAgainRefreshesItsMetadata(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.withKeys(1, key, homeOf(id)));

        node.save(
                        id,
                        Sample.numbered(2)
                                .keys(KeyChanges.associating(Map.of(
                                        key, Map.of("text", InstanceValue.of("документ 7")), homeOf(id), Map.of())))
                                .build())
                .receiptOrThrow();

        InstanceKeyView view = viewOf(node.read(id), key);
        assertThat(view.state()).isEqualTo(KeyState.ASSOCIATED);
        assertThat(view.metadata().get("text", String.class)).isEqualTo("документ 7");
        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(id);
    }

    @Test
    @DisplayName("WF-52 a completed key is answered as completed; once released it is unknown and free")
    void aCompletedKeyIsReservedUntilItIsReleased(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.withKeys(1, key));

        node.save(id, keys(KeyChanges.completing(key))).receiptOrThrow();
        assertThat(node.load(key, LoadMode.hold()))
                .isEqualTo(new LoadOutcome.Completed(id, key, LoadOutcome.Ended.KEY));
        assertThat(node.load(key, LoadMode.authoritative()))
                .isEqualTo(new LoadOutcome.Completed(id, key, LoadOutcome.Ended.KEY));
        assertThat(viewOf(node.read(id), key).state()).isEqualTo(KeyState.COMPLETED);
        assertThatThrownBy(() -> node.create(other, Sample.withKeys(2, key))).isInstanceOf(KeyCollisionException.class);
        assertThatThrownBy(() -> node.save(id, Sample.withKeys(2, key))).isInstanceOf(KeyCollisionException.class);

        node.save(id, keys(new KeyChanges<>(Map.of(), Set.of(), Set.of(key), Map.of())))
                .receiptOrThrow();
        assertThat(node.load(key, LoadMode.hold())).isEqualTo(new LoadOutcome.NotFound(null, key));
        assertThat(node.read(id).keys()).isEmpty();
        node.create(other, Sample.withKeys(2, key));
        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(other);
    }

    @Test
    @DisplayName("WF-53 a key the instance does not have cannot be completed, released or described")
    void aKeyOfAnotherCannotBeChanged(Farm farm) {
        Node node = farm.node();
        node.create(other, Sample.withKeys(7, second));
        node.create(id, Sample.withKeys(1, key));
        ValueDelta<InstanceValue> described = ValueDelta.putting(Map.of("text", InstanceValue.of("x")));
        List<KeyChanges<InstanceValue>> wrong = List.of(
                KeyChanges.completing(key, second),
                KeyChanges.releasing(second),
                new KeyChanges<>(Map.of(), Set.of(), Set.of(key), Map.of()),
                new KeyChanges<>(Map.of(), Set.of(), Set.of(), Map.of(second, described)));

        for (KeyChanges<InstanceValue> changes : wrong) {
            assertThatThrownBy(
                            () -> node.save(id, Sample.numbered(2).keys(changes).build()))
                    .isInstanceOf(KeyNotAssociatedException.class);
        }

        InstanceSnapshot unchanged = node.read(id);
        assertThat(Sample.numberOf(unchanged)).isEqualTo(1);
        assertThat(viewOf(unchanged, key).state()).isEqualTo(KeyState.ASSOCIATED);
        assertThat(viewOf(node.read(other), second).state()).isEqualTo(KeyState.ASSOCIATED);
    }

    @Test
    void aKeyIsCompletedAndReleasedInOneStep(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.withKeys(1, key, second, homeOf(id)));

        node.save(id, keys(KeyChanges.releasing(key, homeOf(id)))).receiptOrThrow();

        assertThat(node.read(id).keys()).containsOnlyKeys(second);
        requireFreeNow(farm, node, key);
        requireFreeNow(farm, node, homeOf(id));
        assertThat(node.load(second, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(id);
    }

    @Test
    void aReleasedKeyCanComeBack(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.withKeys(1, key));

        for (int i = 0; i < 3; i++) {
            node.save(id, keys(KeyChanges.releasing(key))).receiptOrThrow();
            node.save(id, keys(KeyChanges.associating(key))).receiptOrThrow();
        }

        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(id);
    }

    @Test
    void keyMetadataIsChangedByDeltaAndWriteOnlyValuesStayIn(Farm farm) {
        Node node = farm.node();
        node.create(
                id,
                Sample.numbered(1)
                        .keys(KeyChanges.associating(Map.of(
                                key,
                                Map.of(
                                        "a", InstanceValue.of(1),
                                        "secret", InstanceValue.of(2).with(Option.WRITE_ONLY)))))
                        .build());
        ValueDelta<InstanceValue> delta = new ValueDelta<>(Map.of("b", InstanceValue.of(3)), Set.of("a"));

        node.save(id, keys(new KeyChanges<>(Map.of(), Set.of(), Set.of(), Map.of(key, delta))))
                .receiptOrThrow();

        assertThat(viewOf(node.read(id), key).metadata().names()).containsExactly("b");
        assertThat(viewOf(node.read(id), key).metadata().get("b", Integer.class))
                .isEqualTo(3);
    }

    @Test
    void anInstanceHasManyKeysAndEachLeadsToIt(Farm farm) {
        Node node = farm.node();
        InstanceKey[] keys = new InstanceKey[50];
        Arrays.setAll(keys, i -> InstanceKey.random());
        node.create(id, Sample.withKeys(1, keys));

        for (InstanceKey each : keys) {
            assertThat(node.load(each, LoadMode.authoritative())
                            .snapshotOrThrow()
                            .id())
                    .isEqualTo(id);
        }

        node.complete(id);
        node.create(other, Sample.withKeys(2, keys));
    }

    /** Without time passing: a key that was given back is free, not merely abandoned. */
    private static void requireFreeNow(Farm farm, Node node, InstanceKey wanted) {
        var before = farm.now();
        InstanceId taker = InstanceId.random();
        node.create(taker, Sample.withKeys(9, wanted));
        assertThat(node.load(wanted, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(taker);
        assertThat(farm.now()).as("the key was free at once").isEqualTo(before);
    }

    private static InstanceKey homeOf(InstanceId instance) {
        return new InstanceKey(instance.high(), instance.low());
    }

    private static InstanceKeyView viewOf(InstanceSnapshot snapshot, InstanceKey key) {
        assertThat(snapshot.keys()).containsKey(key);
        return Objects.requireNonNull(snapshot.keys().get(key));
    }

    private static InstanceChanges<InstanceValue> keys(KeyChanges<InstanceValue> changes) {
        return InstanceChanges.builder().keys(changes).build();
    }

    @Test
    void aSaveAssociatesOneKeyAndReleasesAnotherInOneStep(Farm farm) {
        Node node = farm.node();
        InstanceKey next = InstanceKey.random();
        node.create(id, Sample.withKeys(1, key));

        node.save(id, keys(KeyChanges.<InstanceValue>associating(next).and(KeyChanges.releasing(key))))
                .receiptOrThrow();

        assertThat(node.read(id).keys()).containsOnlyKeys(next);
        assertThat(node.load(next, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(id);
        node.create(other, Sample.withKeys(2, key));
        assertThatThrownBy(() -> node.save(
                        id, keys(KeyChanges.<InstanceValue>associating(key).and(KeyChanges.releasing(next)))))
                .isInstanceOf(KeyCollisionException.class);
        assertThat(node.read(id).keys()).containsOnlyKeys(next);
    }
}
