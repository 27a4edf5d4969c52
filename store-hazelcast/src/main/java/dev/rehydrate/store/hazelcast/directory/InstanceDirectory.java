// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import com.hazelcast.client.HazelcastClientNotActiveException;
import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.internal.partition.MigrationAwareService;
import com.hazelcast.internal.partition.PartitionMigrationEvent;
import com.hazelcast.internal.partition.PartitionReplicationEvent;
import com.hazelcast.internal.services.ManagedService;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import com.hazelcast.spi.impl.executionservice.ExecutionService;
import com.hazelcast.spi.impl.operationservice.Operation;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the instances are that are due, held, or listed: an index that each member derives from the slots that it owns, in
 * its own memory. The engine makes it, as a service of its own, and tells it which partitions come and go. A change of a slot
 * changes it on the thread of the partition; a partition that comes is walked through once (ADR 102).
 */
public final class InstanceDirectory implements ManagedService, MigrationAwareService {

    private static final String SERVICE = "rehydrate.directory";
    private static final long CLEAN_SECONDS = 5;
    private static final String CONTEXT_KEY = "dev.rehydrate.directory";

    private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean walking = new AtomicBoolean();
    /** Once there was a query. */
    private volatile boolean lists;

    private @Nullable NodeEngine engine;
    private @Nullable DirectoryParts parts;
    private @Nullable LocalSlots slots;

    /** Made by the engine, by name. */
    InstanceDirectory() {}

    /** Lets the members of a configuration keep a directory. */
    public static void keepIn(Config config) {
        ConfigAccessor.getServicesConfig(config)
                .addServiceConfig(new ServiceConfig()
                        .setEnabled(true)
                        .setName(SERVICE)
                        .setClassName(InstanceDirectory.class.getName()));
    }

    /** {@return the directory of a member, or null on a client} */
    public static @Nullable InstanceDirectory of(@Nullable HazelcastInstance member) {
        try {
            return member == null
                    ? null
                    : (InstanceDirectory) member.getUserContext().get(CONTEXT_KEY);
        } catch (HazelcastInstanceNotActiveException | HazelcastClientNotActiveException stopped) {
            return null;
        }
    }

    /**
     * Notes a change of a slot; called by the thread of its partition, on the member that owns it, before the slot is stored.
     * A change that touches nothing of the directory costs a comparison.
     */
    public static void changed(@Nullable HazelcastInstance member, UUID key, Slot before, @Nullable Slot after) {
        InstanceDirectory directory = of(member);
        if (directory != null) {
            directory.changed(key, before.instance(), after == null ? null : after.instance());
        }
    }

    private void changed(UUID key, @Nullable InstanceRecord before, @Nullable InstanceRecord after) {
        if (PartitionDirectory.areSame(before, after, lists)) {
            return;
        }
        int partition = engine().getPartitionService().getPartitionId(key);
        PartitionDirectory part = parts().get(partition);
        if (part != null) {
            part.change(key, before, after);
        }
    }

    /** Forgets all that a member has read of its slots: some were stored past the changes that are noted. */
    public static void rereadBy(HazelcastInstance member) {
        InstanceDirectory directory = of(member);
        if (directory != null) {
            directory.parts().dropAll();
        }
    }

    /** {@return the slots of this member} */
    public LocalSlots slots() {
        return Objects.requireNonNull(slots);
    }

    /**
     * Returns the directory of a partition.
     *
     * @param partition a partition that this member owns
     * @param listed whether it is needed with its listing
     * @return the directory, or null if this member has not read all of the partition yet; it does from now on
     */
    public @Nullable PartitionDirectory partition(int partition, boolean listed) {
        lists |= listed;
        PartitionDirectory part = parts().get(partition);
        if (part != null && part.isComplete() && (!listed || part.listing() != null)) {
            return part;
        }
        request(partition);
        return null;
    }

    /** Tells whether what was found in a partition counts: it does not if the partition has moved meanwhile. */
    public boolean isStill(int partition, @Nullable PartitionDirectory part) {
        return slots().owns(partition) && (part == null || parts().has(partition, part));
    }

    /** Takes out a place that turned out wrong, and puts the instance where its slot says. */
    public void correct(int partition, UUID key, Consumer<PartitionDirectory> removal) {
        engine().getOperationService().execute(new PartitionSpecificRunnable() {
            @Override
            public int getPartitionId() {
                return partition;
            }

            @Override
            public void run() {
                PartitionDirectory part = parts().get(partition);
                if (part != null) {
                    StoredSlot slot = slots().read(partition, key);
                    part.correct(key, slot == null ? null : slot.slot().instance(), removal);
                }
            }
        });
    }

    private void request(int partition) {
        if (slots().owns(partition)) {
            waiting.add(partition);
            walkNext();
        }
    }

    /** One partition after the other: a member that has come to many does not work on all of them at once. */
    private void walkNext() {
        if (!engine().isRunning() || !walking.compareAndSet(false, true)) {
            return;
        }
        Integer next = waiting.isEmpty() ? null : waiting.iterator().next();
        if (next == null) {
            walking.set(false);
            return;
        }
        new DirectoryWalk(engine(), parts(), next, lists, () -> {
                    waiting.remove(next);
                    walking.set(false);
                    if (!waiting.isEmpty()) {
                        walkNext();
                    }
                })
                .start();
    }

    private NodeEngine engine() {
        return Objects.requireNonNull(engine);
    }

    private DirectoryParts parts() {
        return Objects.requireNonNull(parts);
    }

    @Override
    public void init(NodeEngine nodeEngine, Properties properties) {
        engine = nodeEngine;
        slots = new LocalSlots(nodeEngine);
        parts = new DirectoryParts(
                nodeEngine.getPartitionService().getPartitionCount(),
                nodeEngine.getOperationService().getPartitionThreadCount(),
                this::cleanLater);
        HazelcastInstance member = nodeEngine.getHazelcastInstance();
        member.getUserContext().put(CONTEXT_KEY, this);
        // What this member owned was merged slot by slot, some of it past the changes that are noted.
        member.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.MERGED) {
                parts().dropAll();
            }
        });
    }

    private void cleanLater(Runnable task) {
        var unused = engine().getExecutionService()
                .schedule(ExecutionService.ASYNC_EXECUTOR, task, CLEAN_SECONDS, TimeUnit.SECONDS);
    }

    /** A partition that comes is not what it was when this member had it before. */
    @Override
    public void beforeMigration(PartitionMigrationEvent event) {
        if (event.getNewReplicaIndex() == 0) {
            parts().drop(event.getPartitionId());
        }
    }

    @Override
    public void commitMigration(PartitionMigrationEvent event) {
        int partition = event.getPartitionId();
        if (event.getNewReplicaIndex() == 0 || event.getCurrentReplicaIndex() == 0) {
            parts().drop(partition);
        }
        if (event.getNewReplicaIndex() == 0) {
            request(partition);
        }
    }

    @Override
    public void rollbackMigration(PartitionMigrationEvent event) {
        // The owner keeps the partition and what it knows of it; the other one has dropped its part before.
    }

    @Override
    public @Nullable Operation prepareReplicationOperation(PartitionReplicationEvent event) {
        return null;
    }

    @Override
    public void reset() {
        parts().dropAll();
        // A step of the walk that was under way may have been lost with the rest.
        waiting.clear();
        walking.set(false);
    }

    @Override
    public void shutdown(boolean terminate) {
        parts().dropAll();
    }
}
