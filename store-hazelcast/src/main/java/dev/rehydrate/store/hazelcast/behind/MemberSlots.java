// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import dev.rehydrate.store.hazelcast.behind.write.SlotSource;
import dev.rehydrate.store.hazelcast.directory.LocalSlots;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.partition.PartitionLoss;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The slots that this member owns, as they are written behind. */
final class MemberSlots implements SlotSource {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final long MOST_SECONDS = 10;

    private final NodeEngine engine;
    private final LocalSlots slots;

    MemberSlots(NodeEngine engine) {
        this.engine = engine;
        this.slots = new LocalSlots(engine);
    }

    @Override
    public int partitions() {
        return engine.getPartitionService().getPartitionCount();
    }

    @Override
    public int partitionOf(UUID slot) {
        return engine.getPartitionService().getPartitionId(slot);
    }

    @Override
    public boolean owns(int partition) {
        return slots.owns(partition);
    }

    @Override
    public boolean isLost(UUID slot) {
        return PartitionLoss.isIn(engine.getHazelcastInstance(), slot);
    }

    @Override
    public boolean isThere(UUID slot) {
        try {
            return engine.getHazelcastInstance()
                            .<UUID, StoredSlot>getMap(MapNames.SLOTS)
                            .getAsync(slot)
                            .toCompletableFuture()
                            .get(MOST_SECONDS, TimeUnit.SECONDS)
                    != null;
        } catch (ExecutionException | TimeoutException | RuntimeException unknown) {
            LOG.debug("write-behind: it is not known whether a slot is there: slot={}", slot, unknown);
            return true;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** A change is noted before it is stored, by one step of this thread: another step of it meets the slot as it was stored. */
    @Override
    public CompletableFuture<Void> visit(int partition, List<UUID> keys, Visitor visitor) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        engine.getOperationService().execute(new PartitionSpecificRunnable() {
            @Override
            public int getPartitionId() {
                return partition;
            }

            @Override
            public void run() {
                try {
                    boolean owned = slots.owns(partition);
                    keys.forEach(key -> visitor.visit(key, owned, owned ? slots.read(partition, key) : null));
                    done.complete(null);
                } catch (RuntimeException | Error failure) {
                    done.completeExceptionally(failure);
                }
            }
        });
        return done;
    }

    @Override
    public void changedSince(int partition, Instant since, Consumer<UUID> receiver) {
        slots.each(partition, (key, slot) -> {
            if (!changedAt(slot).isBefore(since)) {
                receiver.accept(engine.toObject(key));
            }
            return true;
        });
    }

    @Override
    public CompletableFuture<?> noteAgain(Set<UUID> keys, boolean onlyPresent) {
        return engine.getHazelcastInstance()
                .<UUID, StoredSlot>getMap(MapNames.SLOTS)
                .submitToKeys(keys, onlyPresent ? new NotePresentAgain() : new NoteAgain())
                .toCompletableFuture();
    }

    /** What cannot be read is named, so that the attempt to write it says what is wrong. */
    private static Instant changedAt(StoredSlot slot) {
        try {
            return slot.bare().changedAt();
        } catch (IllegalStateException damaged) {
            return Instant.MAX;
        }
    }
}
