// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CommandQueueTest {

    private final CommandQueue queue = new CommandQueue(() -> {});

    private static Pending<?> load(Map<String, StoredValue> metadata) {
        AcquireInstance load = new AcquireInstance(
                new CommandId(0, 1),
                new Caller(new OwnerId(3, 4), null, null, Set.of()),
                new LockProof.Nothing(),
                new Lookup.ById(true),
                Map.of(new InstanceKey(5, 6), metadata),
                0);
        return new Pending<>(new SlotAddress(1, 2), load, null, 0);
    }

    /** The thread that takes groups goes on after an error, and its next group has all that waited. */
    @Test
    void aGroupThatCannotBeTakenForWantOfMemoryLosesNoCommand() {
        AtomicBoolean isShort = new AtomicBoolean(true);
        Pending<?> first = load(Map.of());
        Pending<?> second = load(new AbstractMap<>() {
            @Override
            public Set<Entry<String, StoredValue>> entrySet() {
                if (isShort.get()) {
                    throw new OutOfMemoryError("no memory");
                }
                return Set.of();
            }
        });
        queue.add(first);
        queue.add(second);

        assertThatThrownBy(queue::takeGroup).isInstanceOf(OutOfMemoryError.class);
        isShort.set(false);

        assertThat(queue.takeGroup()).hasSize(2).first().isSameAs(first);
        assertThat(queue.size()).isZero();
    }
}
