// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.map.EntryProcessor;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RepeatedAnswerTest {

    private final Map.Entry<UUID, StoredSlot> here = new SimpleEntry<>(new UUID(1, 2), null);
    private final Map.Entry<UUID, StoredSlot> backup = new SimpleEntry<>(here.getKey(), null);
    private final CommitInstance save = new CommitInstance(
            CommandId.random(),
            new Caller(OwnerId.random(), null, null, Set.of()),
            new LockProof.Nothing(),
            Expected.any(),
            InstanceChanges.none(),
            CommitInstance.After.RELEASED,
            0);

    private EntryProcessor<UUID, StoredSlot, Object> decided(SlotOperation<?> operation) {
        DecideInSlot decide = new DecideInSlot(operation);
        decide.process(here);
        return decide.getBackupProcessor();
    }

    @Test
    void aBackupThatHasMissedASaveHasItBeforeTheSaveIsConfirmed() {
        decided(save);

        decided(save).process(backup);

        assertThat(backup.getValue().slot()).isEqualTo(here.getValue().slot());
    }

    @Test
    void aLookTroublesNoBackup() {
        decided(save);

        assertThat(decided(new InspectSlot(Set.of()))).isNull();
    }

    @Test
    void nothingIsPutWhereThereIsNothing() {
        assertThat(decided(new DropClaim(new InstanceId(1, 2), 9))).isNull();
        assertThat(here.getValue()).isNull();
    }
}
