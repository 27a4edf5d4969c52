// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceCollisionException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Loading by key, and creating what is not there: contract §2.6. */
public abstract class LoadByKeyContract {

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();
    private final InstanceKey second = InstanceKey.random();

    @Test
    @DisplayName("WF-08 a key is never all zero; only a load that may create takes the looked-up key along")
    void senselessLoadsAreRefused(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle();

        assertThatThrownBy(() -> new InstanceKey(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        node.start(handle, LoadInstanceByKey.of(key, new LoadMode.Hold(Map.of(key, Map.of())))))
                .isInstanceOf(IllegalStateException.class);

        assertThat(handle.isValid()).isTrue();
    }

    @Test
    @DisplayName("WF-46 an unknown key is not found")
    void anUnknownKeyIsNotFound(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        LoadMode[] modes = {LoadMode.hold(), LoadMode.free(), LoadMode.authoritative(), LoadMode.peek()};

        for (InstanceKey unknown : new InstanceKey[] {key, new InstanceKey(id.high(), id.low())}) {
            for (LoadMode mode : modes) {
                assertThat(node.load(unknown, mode)).isEqualTo(new LoadOutcome.NotFound(null, unknown));
            }
        }
    }

    @Test
    @DisplayName("WF-47 an unknown key creates the instance if the load says so; others then find that one")
    void anUnknownKeyCreatesTheInstance(Farm farm) {
        Node first = farm.node();
        Node later = farm.node();
        InstanceHandle handle = first.handle();

        InstanceSnapshot created =
                first.run(handle, LoadInstanceByKey.of(key, creating(id))).snapshotOrThrow();
        assertThat(created.id()).isEqualTo(id);
        assertThat(created.state()).isEqualTo(InstanceState.UNINITIALIZED);
        assertThat(created.keys()).containsOnlyKeys(key);
        assertThat(created.header().token()).isEqualTo(FencingToken.FIRST);
        assertThat(handle.instance()).contains(id);
        InstanceId ignored = InstanceId.random();
        assertThat(later.load(key, creating(ignored))).isInstanceOf(LoadOutcome.Held.class);

        first.run(handle, SaveInstance.of(Sample.number(1), AfterSave.RELEASE)).receiptOrThrow();
        InstanceSnapshot found = later.load(key, creating(ignored)).snapshotOrThrow();
        assertThat(found.id()).isEqualTo(id);
        assertThat(Sample.numberOf(found)).isEqualTo(1);
        assertThat(later.load(ignored, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("WF-48 a key cannot create an instance under an id that is in use")
    void aKeyCannotCreateAnInstanceUnderAnIdInUse(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));

        assertThatThrownBy(() -> node.load(key, creating(id))).isInstanceOf(InstanceCollisionException.class);

        assertThat(node.load(key, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.read(id).header().holder()).isNull();
        assertThat(node.read(id).keys()).isEmpty();
        assertThat(node.load(key, creating(InstanceId.random())).loaded()).isPresent();
    }

    @Test
    void anIdThatNeverGotDataIsTakenForTheKey(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);
        node.run(handle, LoadInstance.of(LoadMode.holdOrCreate()));
        node.release(handle);

        assertThat(node.load(key, creating(id)).snapshotOrThrow().keys()).containsOnlyKeys(key);
    }

    @Test
    void withoutAnIdTheInstanceIsCreatedAtHomeOfTheKey(Farm farm) {
        Node node = farm.node();

        InstanceSnapshot created = node.load(key, LoadMode.holdOrCreate()).snapshotOrThrow();

        assertThat(created.id()).isEqualTo(InstanceId.atHomeOf(key));
        assertThat(created.keys()).containsOnlyKeys(key);
    }

    @Test
    void aLoadByKeyBindsTheInstanceAndTakesTheHold(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.withKeys(1, key, new InstanceKey(id.high(), id.low())));

        for (InstanceKey each : new InstanceKey[] {key, new InstanceKey(id.high(), id.low())}) {
            InstanceHandle handle = node.handle();
            InstanceSnapshot loaded = node.run(handle, LoadInstanceByKey.of(each, LoadMode.hold()))
                    .snapshotOrThrow();
            assertThat(loaded.held()).isTrue();
            assertThat(handle.instance()).contains(id);
            assertThat(handle.token()).contains(loaded.header().token());
            node.release(handle);
        }
    }

    @Test
    void aHeldInstanceIsAnsweredAsHeldByEachOfItsKeys(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        holder.createHeld(id, Sample.withKeys(1, key, new InstanceKey(id.high(), id.low())));

        for (InstanceKey each : new InstanceKey[] {key, new InstanceKey(id.high(), id.low())}) {
            InstanceHandle handle = other.handle();
            assertThat(other.run(handle, LoadInstanceByKey.of(each, LoadMode.hold())))
                    .isInstanceOfSatisfying(LoadOutcome.Held.class, held -> {
                        assertThat(held.id()).isEqualTo(id);
                        assertThat(held.holder().owner()).isEqualTo(holder.owner());
                    });
            assertThat(handle.isValid()).isTrue();
            assertThat(other.load(each, LoadMode.authoritative()).loaded()).isPresent();
        }
    }

    @Test
    void furtherKeysComeWithTheCreatedInstanceAllOrNothing(Farm farm) {
        Node node = farm.node();
        InstanceId other = InstanceId.random();
        node.create(other, Sample.withKeys(7, second));
        InstanceKey third = InstanceKey.random();
        Map<InstanceKey, Map<String, InstanceValue>> further = Map.of(second, Map.of(), third, Map.of());

        assertThatThrownBy(() -> node.load(key, new LoadMode.HoldOrCreate(id, further)))
                .isInstanceOf(KeyCollisionException.class);
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(key, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);

        InstanceSnapshot created = node.load(
                        key,
                        new LoadMode.HoldOrCreate(
                                id, Map.of(key, Map.of("text", InstanceValue.of("x")), third, Map.of())))
                .snapshotOrThrow();
        assertThat(created.keys()).containsOnlyKeys(key, third);
        assertThat(node.load(third, LoadMode.peek()).snapshotOrThrow().id()).isEqualTo(id);
    }

    @Test
    void aCollisionOfAFurtherKeyLeavesAnInstanceThatExistsAsItWas(Farm farm) {
        Node node = farm.node();
        node.create(InstanceId.random(), Sample.withKeys(7, second));
        node.create(id, Sample.withKeys(1, key));

        assertThatThrownBy(() -> node.load(key, new LoadMode.Hold(Map.of(second, Map.of()))))
                .isInstanceOf(KeyCollisionException.class);

        assertThat(node.read(id).header().holder()).isNull();
        assertThat(node.read(id).keys()).containsOnlyKeys(key);
    }

    @Test
    @DisplayName("K-01 a load that associates keys stores what it says of them")
    void aLoadStoresWhatItSaysOfItsKeys(Farm farm) {
        Node node = farm.node();
        InstanceKey third = InstanceKey.random();
        Map<String, InstanceValue> text = Map.of("text", InstanceValue.of("4711"));
        InstanceHandle handle = node.handle();
        LoadMode both = new LoadMode.HoldOrCreate(id, Map.of(key, text, second, text));
        node.run(handle, LoadInstanceByKey.of(key, both)).snapshotOrThrow();
        node.run(handle, SaveInstance.of(Sample.number(1), AfterSave.RELEASE)).receiptOrThrow();

        node.load(key, new LoadMode.Hold(Map.of(third, text))).snapshotOrThrow();

        assertThat(node.read(id).keys()).containsOnlyKeys(key, second, third);
        node.read(id)
                .keys()
                .values()
                .forEach(view ->
                        assertThat(view.metadata().get("text", String.class)).isEqualTo("4711"));
    }

    @Test
    void aLoadByTheHomeKeyAssociatesFurtherKeys(Farm farm) {
        Node node = farm.node();
        InstanceId home = InstanceId.atHomeOf(key);
        InstanceKey third = InstanceKey.random();
        node.create(home, Sample.withKeys(1, key));

        for (InstanceKey further : new InstanceKey[] {second, third}) {
            InstanceHandle handle = node.handle();
            LoadMode mode = further.equals(third)
                    ? new LoadMode.HoldOrCreate(InstanceId.random(), Map.of(further, Map.of()))
                    : new LoadMode.Hold(Map.of(further, Map.of()));
            InstanceSnapshot loaded =
                    node.run(handle, LoadInstanceByKey.of(key, mode)).snapshotOrThrow();
            assertThat(loaded.id()).isEqualTo(home);
            assertThat(loaded.keys()).containsKeys(key, further);
            node.release(handle);
        }

        assertThat(node.load(second, LoadMode.peek()).snapshotOrThrow().id()).isEqualTo(home);
        assertThat(node.load(third, LoadMode.peek()).snapshotOrThrow().id()).isEqualTo(home);
    }

    @Test
    @DisplayName("K-02 a load by key does not find an instance without data, and leaves it free, unless it may create")
    void aLoadByKeyDoesNotFindAnInstanceWithoutData(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle();
        node.run(handle, LoadInstanceByKey.of(key, creating(id))).snapshotOrThrow();
        node.release(handle);

        assertThat(node.load(key, LoadMode.hold())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(id, LoadMode.peek()).snapshotOrThrow().header().holder())
                .isNull();
        assertThat(node.load(key, creating(InstanceId.random()))
                        .snapshotOrThrow()
                        .id())
                .isEqualTo(id);
    }

    @Test
    @DisplayName("C-02 what a live owner holds is not taken by a load that may create it")
    void whatALiveOwnerHoldsIsNotTakenByALoadThatMayCreate(Farm farm) {
        Node holder = farm.node();
        InstanceHandle held = holder.createHeld(InstanceId.atHomeOf(key), Sample.withKeys(1, key, second));
        Node other = farm.node();

        assertThat(other.load(key, LoadMode.holdOrCreate())).isInstanceOf(LoadOutcome.Held.class);
        assertThat(other.load(second, LoadMode.holdOrCreate())).isInstanceOf(LoadOutcome.Held.class);
        assertThat(other.load(InstanceId.atHomeOf(key), LoadMode.holdOrCreate()))
                .isInstanceOf(LoadOutcome.Held.class);

        assertThat(holder.save(held, Sample.number(2)).saved()).isPresent();
    }

    private static LoadMode creating(InstanceId newId) {
        return new LoadMode.HoldOrCreate(newId, Map.of());
    }
}
