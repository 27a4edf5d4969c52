// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import com.hazelcast.spi.impl.executionservice.ExecutionService;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds all instances of one partition to its directory. The keys are collected beside the thread of the partition. Some at a
 * time, that thread reads their slots and adds them, so that no change comes between reading and adding; commands run
 * between the steps.
 */
final class DirectoryWalk {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    /** A command waits at most for so many, one or two hundred microseconds. */
    static final int STEP = 128;

    private final NodeEngine engine;
    private final LocalSlots slots;
    private final DirectoryParts parts;
    private final int partition;
    private final boolean withListing;
    private final Runnable afterwards;
    private @Nullable PartitionDirectory directory;
    private @Nullable Iterator<?> entries;

    DirectoryWalk(NodeEngine engine, DirectoryParts parts, int partition, boolean withListing, Runnable afterwards) {
        this.engine = engine;
        this.slots = new LocalSlots(engine);
        this.parts = parts;
        this.partition = partition;
        this.withListing = withListing;
        this.afterwards = afterwards;
    }

    /** Returns at once. */
    void start() {
        // What changes from this step on is noted by the change; what was there before is met by the walk.
        guarded(() -> onPartition(() -> {
            directory = slots.owns(partition) ? parts.begun(partition, withListing) : null;
            goOn();
        }));
    }

    private void goOn() {
        PartitionDirectory present = directory;
        if (present == null || !parts.has(partition, present)) {
            afterwards.run();
        } else {
            engine.getExecutionService().execute(ExecutionService.ASYNC_EXECUTOR, () -> guarded(() -> step(present)));
        }
    }

    private void step(PartitionDirectory present) {
        Iterator<?> left = entries;
        if (left == null) {
            left = slots.entries(partition);
            entries = left;
        }
        List<Data> some = new ArrayList<>(STEP);
        while (some.size() < STEP && left.hasNext()) {
            some.add((Data) ((Map.Entry<?, ?>) left.next()).getKey());
        }
        onPartition(() -> {
            if (!parts.has(partition, present)) {
                afterwards.run();
                return;
            }
            some.forEach(key -> add(present, key));
            if (some.size() == STEP) {
                goOn();
            } else {
                present.completed(withListing);
                afterwards.run();
            }
        });
    }

    private void add(PartitionDirectory present, Data key) {
        try {
            StoredSlot slot = slots.read(partition, key);
            InstanceRecord record = slot == null ? null : slot.slot().instance();
            if (record != null) {
                UUID id = engine.toObject(key);
                present.add(id, record);
            }
        } catch (HazelcastSerializationException | IllegalStateException damaged) {
            LOG.debug("a slot that cannot be read is not listed: slot={}", key, damaged);
        }
    }

    private void onPartition(Runnable step) {
        engine.getOperationService().execute(new PartitionSpecificRunnable() {
            @Override
            public int getPartitionId() {
                return partition;
            }

            @Override
            public void run() {
                guarded(step);
            }
        });
    }

    /** A partition that cannot be walked through is looked through by each question instead. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error failure) {
            // An error too, as when memory is short: while this walk has not ended, the member begins no other.
            try {
                parts.drop(partition);
            } finally {
                afterwards.run();
            }
            LOG.warn("the directory of partition {} is not complete, and will be made anew", partition, failure);
        }
    }
}
