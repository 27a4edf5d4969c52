// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.slot.ReplayOnBackup;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the copies of a slot are told, so that a change that is said to be made is on all of them. */
class BackupsTest {

    private final UUID key = Addresses.key(SlotAddress.of(InstanceId.random()));
    private final Map.Entry<UUID, StoredSlot> owning = new SimpleEntry<>(key, null);
    private final Map.Entry<UUID, StoredSlot> copy = new SimpleEntry<>(key, null);

    private static DecideInSlot save(CommandId id, Expected expected, DataChange<StoredValue> data) {
        InstanceChanges<StoredValue> changes =
                InstanceChanges.<StoredValue>none().withData(data);
        Caller caller = new Caller(OwnerId.random(), null, null, Set.of());
        return new DecideInSlot(new CommitInstance(
                id, caller, new LockProof.Nothing(), expected, changes, CommitInstance.After.RELEASED, 0));
    }

    private static Map<String, StoredValue> bag(String text) {
        return Map.of(text, new StoredValue(ValueEncoding.simpleTypes().encode(text), Set.of(), null));
    }

    private static DecideInSlot create() {
        return save(CommandId.random(), Expected.absent(), new DataChange.Replace<>(bag("first")));
    }

    private static DecideInSlot delta(CommandId id, String text) {
        return save(id, Expected.any(), new DataChange.Change<>(ValueDelta.putting(bag(text))));
    }

    private void onOwner(DecideInSlot operation) {
        operation.process(owning);
    }

    private void onCopy(DecideInSlot operation) {
        operation.getBackupProcessor().process(copy);
    }

    private void onBoth(DecideInSlot operation) {
        onOwner(operation);
        onCopy(operation);
    }

    private void assertTheSame() {
        assertThat(copy.getValue().slot()).isEqualTo(owning.getValue().slot());
    }

    @Test
    void aCopyFollowsChangesAndTheirDeltas() {
        onBoth(create());
        onBoth(delta(CommandId.random(), "second"));

        assertTheSame();
    }

    @Test
    void aCopyFollowsWhatTouchesOnlyTheHeaderWithoutGettingThePayloadAgain() {
        onBoth(create());
        Caller caller = new Caller(OwnerId.random(), null, null, Set.of());
        DecideInSlot hold = new DecideInSlot(new AcquireInstance(
                CommandId.random(), caller, new LockProof.Nothing(), new Lookup.ById(false), Map.of(), 0));
        DecideInSlot suspend = new DecideInSlot(
                new ControlInstance(CommandId.random(), caller, new SuspensionChange.Suspend("for a while", null)));

        for (DecideInSlot header : List.of(hold, suspend)) {
            onBoth(header);

            assertThat(header.getBackupProcessor()).isInstanceOf(ReplayOnBackup.class);
            assertTheSame();
        }
        assertThat(owning.getValue().slot().instance().header().holder()).isEqualTo(caller.owner());
    }

    @Test
    void aCopyThatHasMissedAChangeDoesNotSayThatItHasTheNext() {
        onBoth(create());
        onOwner(delta(CommandId.random(), "missed"));
        DecideInSlot next = delta(CommandId.random(), "next");
        onOwner(next);

        assertThatIllegalStateException().isThrownBy(() -> onCopy(next)).withMessageContaining("has missed a change");
    }

    @Test
    void aCopyIsGivenWhatTheEndOfAnInstanceLeavesAlsoIfItHasMissedAChange() {
        Caller caller = new Caller(OwnerId.random(), null, null, Set.of());
        DecideInSlot end = new DecideInSlot(new ControlInstance(CommandId.random(), caller, null));
        onBoth(create());
        onOwner(delta(CommandId.random(), "missed"));

        onBoth(end);

        assertTheSame();
        assertThat(owning.getValue().slot().instance()).isNull();
    }

    @Test
    void whoIsToldThatARepeatedCommandWasDoneCanRelyOnTheCopies() {
        CommandId id = CommandId.random();
        onBoth(create());
        onOwner(delta(id, "in doubt"));

        onBoth(delta(id, "in doubt"));

        assertTheSame();
    }

    @Test
    void aRefusalTellsTheCopiesNothing() {
        onBoth(create());
        DecideInSlot refused = create();
        onOwner(refused);

        assertThat(refused.getBackupProcessor()).isNull();
    }
}
