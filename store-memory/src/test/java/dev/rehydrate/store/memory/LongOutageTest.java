// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Slots that cannot be reached for longer than anybody tries at once, while owners live on. */
class LongOutageTest {

    private static final Duration LEASE = StoreOptions.defaults().lease();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final ListenedNode one = new ListenedNode(data, time);
    private final ListenedNode two = new ListenedNode(data, time);
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void aHoldThatCouldNotBeGivenBackGoesBackWhenItCan() {
        InstanceHandle handle = one.handle(id);
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .build();
        one.run(handle, CreateInstance.of(changes, AfterSave.KEEP)).receiptOrThrow();
        one.faults().inject(Fault.DIE, 1, EnumSet.of(Step.SLOT));
        handle.close();
        time.advance(LEASE.multipliedBy(4));
        assertThat(two.run(id, LoadInstance.of(LoadMode.hold()))).isInstanceOf(LoadOutcome.Held.class);

        one.faults().open();
        time.advance(LEASE.multipliedBy(2));

        assertThat(one.ownHandle().isValid()).as("the owner lives").isTrue();
        assertThat(two.run(id, LoadInstance.of(LoadMode.hold())).loaded()).isPresent();
    }
}
