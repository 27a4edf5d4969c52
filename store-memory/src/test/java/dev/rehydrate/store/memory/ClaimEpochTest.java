// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A load that takes the hold tells which claim epoch the instance has, so that a save with new keys needs no second attempt. */
final class ClaimEpochTest {

    private static final int CLAIM_AND_COMMIT = 2;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final ListenedNode node = new ListenedNode(new MemoryData(), time);
    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void aSaveAfterALoadByIdClaimsOnce() {
        create();

        assertThat(stepsOfASave(node.handle(id), LoadInstance.hold())).isEqualTo(CLAIM_AND_COMMIT);
    }

    @Test
    void aSaveAfterALoadByKeyClaimsOnce() {
        create();

        assertThat(stepsOfASave(node.handle(), LoadInstanceByKey.hold(key))).isEqualTo(CLAIM_AND_COMMIT);
    }

    @Test
    void aSaveOfAnInstanceThatWantedToRunClaimsOnce() {
        create();

        assertThat(stepsOfASave(node.handle(), LoadRunnable.now())).isEqualTo(CLAIM_AND_COMMIT);
    }

    /** An instance that is due, and a claim of which was made void in an earlier life. */
    private void create() {
        node.engine().apply(SlotAddress.of(id), new RevokeClaims(InstanceKey.random(), 5, Set.of()));
        InstanceChanges.Builder due = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .keys(KeyChanges.associating(key))
                .dueAfter(Duration.ZERO);
        node.run(id, CreateInstance.of(due.build())).receiptOrThrow();
    }

    private int stepsOfASave(InstanceHandle handle, PersistenceCommand<?> load) {
        node.run(handle, load);
        assertThat(handle.token()).isPresent();
        SaveInstance save = SaveInstance.of(
                InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.associating(InstanceKey.random())),
                AfterSave.RELEASE);
        node.faults().inject(Fault.FAIL_BEFORE, Integer.MAX_VALUE);
        node.run(handle, save).receiptOrThrow();
        return node.faults().steps();
    }
}
