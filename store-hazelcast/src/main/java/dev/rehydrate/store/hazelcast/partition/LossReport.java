// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionLostListener;
import com.hazelcast.partition.PartitionService;
import dev.rehydrate.engine.DataLoss;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells one store that partitions were lost: once for all that are lost at the same time. */
public final class LossReport implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    /** Partitions that fail together are marked one after the other: all is told when none was marked for so long. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final PartitionService partitions;
    private final LossMarks marks;
    private final Executor waits;
    private final TimeSource time;
    private final UUID registration;
    private final AtomicBoolean planned = new AtomicBoolean();
    private Map<Integer, Instant> seen = Map.of();
    private Map<Integer, Instant> told = Map.of();
    private volatile Consumer<DataLoss> listener = loss -> {};

    public LossReport(HazelcastInstance hazelcast, Executor waits, TimeSource time) {
        this.partitions = hazelcast.getPartitionService();
        this.marks = new LossMarks(hazelcast);
        this.waits = waits;
        this.time = time;
        PartitionLostListener lost = event -> plan();
        this.registration = partitions.addPartitionLostListener(lost);
        // What was lost before this store came is told as well: its operator may not have heard of it.
        plan();
    }

    public void onLoss(Consumer<DataLoss> newListener) {
        listener = newListener;
    }

    private void plan() {
        if (planned.compareAndSet(false, true)) {
            try {
                time.schedule(QUIET, this::tellElsewhere);
            } catch (RuntimeException | Error notScheduled) {
                // As when memory is short: the next partition that is lost plans it again.
                planned.set(false);
                LOG.warn("whether partitions were lost is not told now, health will tell", notScheduled);
            }
        }
    }

    private void tellElsewhere() {
        planned.set(false);
        try {
            waits.execute(this::tell);
        } catch (RejectedExecutionException closed) {
            LOG.debug("the store was closed before it could look for losses", closed);
        }
    }

    private synchronized void tell() {
        Map<Integer, Instant> lost;
        try {
            lost = marks.lost();
        } catch (RuntimeException failure) {
            LOG.warn("whether partitions were lost could not be found out, health will tell", failure);
            return;
        }
        if (!lost.equals(seen)) {
            seen = lost;
            plan();
            return;
        }
        Map<Integer, Instant> fresh = new HashMap<>(lost);
        fresh.entrySet().removeAll(told.entrySet());
        told = lost;
        if (!fresh.isEmpty()) {
            LOG.error("{}", marks.text(fresh));
            Instant at = fresh.values().stream().min(Instant::compareTo).orElseThrow();
            listener.accept(
                    new DataLoss(fresh.size(), partitions.getPartitions().size(), at));
        }
    }

    public LossMarks marks() {
        return marks;
    }

    @Override
    public void close() {
        partitions.removePartitionLostListener(registration);
    }
}
