// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.partition.IPartitionLostEvent;
import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.MigrationAwareService;
import com.hazelcast.internal.partition.MigrationEndpoint;
import com.hazelcast.internal.partition.PartitionAwareService;
import com.hazelcast.internal.partition.PartitionMigrationEvent;
import com.hazelcast.internal.partition.PartitionReplica;
import com.hazelcast.internal.partition.PartitionReplicationEvent;
import com.hazelcast.internal.services.ManagedService;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.MapServiceContext;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.operationservice.Operation;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks partitions whose owner and all backups were lost, on the member that owns them from then on. The engine makes it, as
 * a service of its own, and tells it before a member becomes owner without data; so no operation runs in between. The mark
 * itself is an entry in that partition: it is copied to the backups and moves as the slots do, and a side that was cut off
 * and merges back does not bring its marks along. A slot that could not be read from the database has a mark of its own, under its own
 * key: nothing else in its partition is missing.
 */
public final class PartitionLoss implements ManagedService, MigrationAwareService, PartitionAwareService {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final String SERVICE = "rehydrate.loss";
    private static final String CONTEXT_KEY = "dev.rehydrate.loss";
    private static final String CONTINUES = "dev.rehydrate.after-loss.continue";
    private static final long PAUSE_SECONDS = 1;

    /** Lost, and not marked in the partition yet: when, in milliseconds of the farm's time. */
    private final Map<Integer, Long> unmarked = new ConcurrentHashMap<>();

    /** Those of them for which no further attempt could be scheduled. */
    private final Set<Integer> unscheduled = ConcurrentHashMap.newKeySet();

    /** How often this member has left its cluster for another one. */
    private final AtomicInteger merges = new AtomicInteger();

    private @Nullable NodeEngine engine;
    private @Nullable PartitionKeys keys;
    private int backups;
    private boolean continues;

    /** Made by the engine, by name. */
    PartitionLoss() {}

    /** Lets the members of a configuration notice losses. */
    public static void watchIn(Config config, boolean continues) {
        config.setProperty(CONTINUES, Boolean.toString(continues));
        ConfigAccessor.getServicesConfig(config)
                .addServiceConfig(new ServiceConfig()
                        .setEnabled(true)
                        .setName(SERVICE)
                        .setClassName(PartitionLoss.class.getName()));
    }

    /** Whether members with such a configuration go on as if nothing had been in a partition that is lost. */
    static boolean continuesWith(Config config) {
        return Boolean.parseBoolean(config.getProperty(CONTINUES));
    }

    /**
     * Tells whether an absent slot may have been there.
     *
     * @return when the data of its partition were lost, or null if they were not, or if the loss does not matter any more
     */
    public static @Nullable Instant of(@Nullable HazelcastInstance member, UUID slot) {
        Object known = member == null ? null : member.getUserContext().get(CONTEXT_KEY);
        return known instanceof PartitionLoss loss && !loss.continues ? loss.of(slot) : null;
    }

    /** {@return whether an absent slot is in the database, where it cannot be read} */
    public static boolean isDamaged(@Nullable HazelcastInstance member, UUID slot) {
        Object known = member == null ? null : member.getUserContext().get(CONTEXT_KEY);
        return known instanceof PartitionLoss loss && !loss.continues && loss.hasMark(slot);
    }

    /**
     * {@return whether an absent slot may have been there, because its partition was lost or it cannot be read in the database, and that was
     *     not acknowledged; also if the members go on as if nothing had been there}
     */
    public static boolean isIn(HazelcastInstance member, UUID slot) {
        return member.getUserContext().get(CONTEXT_KEY) instanceof PartitionLoss loss
                && (loss.of(slot) != null || loss.hasMark(slot));
    }

    /**
     * Tells in how many of some partitions of a member something may be missing, be it a single slot.
     *
     * @return none if losses do not matter any more
     */
    public static LostShare among(IntStream numbers, HazelcastInstance member) {
        Object known = member.getUserContext().get(CONTEXT_KEY);
        return known instanceof PartitionLoss loss && !loss.continues
                ? numbers.mapToObj(loss::anyOf).reduce(LostShare.NONE, LostShare::plus, LostShare::plus)
                : LostShare.NONE;
    }

    private @Nullable Instant of(UUID slot) {
        return of(present().getPartitionService().getPartitionId(slot));
    }

    private @Nullable Instant of(int partition) {
        Long at = unmarked.get(partition);
        if (at != null) {
            goOn(partition);
        } else {
            RecordStore<?> marks = marks(partition);
            at = marks == null ? null : read(marks, Objects.requireNonNull(keys).keyOf(partition));
        }
        return at == null ? null : Instant.ofEpochMilli(at);
    }

    private boolean hasMark(UUID slot) {
        RecordStore<?> marks = marks(present().getPartitionService().getPartitionId(slot));
        return marks != null && read(marks, slot) != null;
    }

    /** Since when the partition, or a slot in it, has a mark. */
    private @Nullable Instant anyOf(int partition) {
        Instant lostAt = of(partition);
        RecordStore<?> marks = lostAt == null ? marks(partition) : null;
        if (marks == null) {
            return lostAt;
        }
        Iterator<?> all = marks.getStorage().mutationTolerantIterator();
        Map.Entry<?, ?> first = all.hasNext() ? (Map.Entry<?, ?>) all.next() : null;
        Long at = first == null ? null : present().toObject(((Record<?>) first.getValue()).getValue());
        return at == null ? null : Instant.ofEpochMilli(at);
    }

    private @Nullable Long read(RecordStore<?> marks, UUID key) {
        Record<?> mark = marks.getRecord(present().toData(key));
        return mark == null ? null : present().toObject(mark.getValue());
    }

    /** {@return the marks in a partition, or null if there is none, as mostly} */
    private @Nullable RecordStore<?> marks(int partition) {
        MapService service = present().getService(MapService.SERVICE_NAME);
        MapServiceContext maps = service.getMapServiceContext();
        RecordStore<?> marks = maps.getPartitionContainer(partition).getExistingRecordStore(MapNames.LOST);
        return marks == null || marks.getStorage().isEmpty() ? null : marks;
    }

    private NodeEngine present() {
        return Objects.requireNonNull(engine);
    }

    @Override
    public void init(NodeEngine nodeEngine, Properties properties) {
        HazelcastInstance member = nodeEngine.getHazelcastInstance();
        engine = nodeEngine;
        keys = new PartitionKeys(member);
        Config config = nodeEngine.getConfig();
        backups = config.findMapConfig(MapNames.SLOTS).getBackupCount();
        continues = continuesWith(config);
        member.getUserContext().put(CONTEXT_KEY, this);
    }

    /** Runs before this member becomes the owner, and before any operation on the partition. */
    @Override
    public void beforeMigration(PartitionMigrationEvent event) {
        boolean promotedWithoutData = event.getMigrationEndpoint() == MigrationEndpoint.DESTINATION
                && event.getNewReplicaIndex() == 0
                && event.getCurrentReplicaIndex() > backups
                && !hasOwner(event.getPartitionId());
        if (promotedWithoutData) {
            unmarked.put(event.getPartitionId(), now());
        }
    }

    /** A partition whose owner lives moves with its data, whatever this member had of it. */
    private boolean hasOwner(int number) {
        NodeEngine present = Objects.requireNonNull(engine);
        InternalPartition partition =
                (InternalPartition) present.getPartitionService().getPartition(number, false);
        PartitionReplica owner = partition.getOwnerReplicaOrNull();
        Member alive = owner == null ? null : present.getClusterService().getMember(owner.address(), owner.uuid());
        return alive != null;
    }

    private long now() {
        return ClusterClock.of(Objects.requireNonNull(engine).getHazelcastInstance())
                .instant()
                .toEpochMilli();
    }

    @Override
    public void rollbackMigration(PartitionMigrationEvent event) {
        unmarked.remove(event.getPartitionId());
    }

    @Override
    public void onPartitionLost(IPartitionLostEvent event) {
        if (event.getLostReplicaIndex() >= backups) {
            Long before = unmarked.get(event.getPartitionId());
            long at = before == null ? now() : before;
            unmarked.put(event.getPartitionId(), at);
            mark(event.getPartitionId(), at, merges.get());
        }
    }

    /** Tried until it is done. A member that was cut off takes for lost what the others have: it does not mark it when it is back with them. */
    private void mark(int partition, long at, int merge) {
        NodeEngine present = Objects.requireNonNull(engine);
        if (!present.isRunning() || merges.get() != merge) {
            return;
        }
        try {
            var unused = present.getHazelcastInstance()
                    .<UUID, Long>getMap(MapNames.LOST)
                    .setAsync(Objects.requireNonNull(keys).keyOf(partition), at)
                    .whenCompleteAsync(
                            (done, failure) -> {
                                if (failure == null) {
                                    unmarked.remove(partition);
                                } else {
                                    markLater(partition, at, merge, failure);
                                }
                            },
                            // Where no thread can be made for it, another executor would lose it.
                            Runnable::run);
        } catch (RuntimeException | Error notSent) {
            // As when memory is short.
            markLater(partition, at, merge, notSent);
        }
    }

    private void markLater(int partition, long at, int merge, Throwable failure) {
        try {
            var unused = present()
                    .getExecutionService()
                    .schedule(() -> mark(partition, at, merge), PAUSE_SECONDS, TimeUnit.SECONDS);
        } catch (RuntimeException | Error notScheduled) {
            unscheduled.add(partition);
            LOG.debug("no further attempt could be scheduled: partition={}", partition, notScheduled);
        }
        LOG.warn("the loss of partition {} is known to this member only; trying again", partition, failure);
    }

    /** Without a timer the next command that finds the loss, and the partition that moves, have it marked: no other member knows of it. */
    private void goOn(int partition) {
        if (unscheduled.remove(partition)) {
            Long at = unmarked.get(partition);
            if (at != null) {
                mark(partition, at, merges.get());
            }
        }
    }

    @Override
    public @Nullable Operation prepareReplicationOperation(PartitionReplicationEvent event) {
        return null;
    }

    @Override
    public void commitMigration(PartitionMigrationEvent event) {
        // The mark in the partition has been made, or will be, wherever the partition is by then.
        goOn(event.getPartitionId());
    }

    @Override
    public void reset() {
        // A member that merges takes the partitions of the others, with their marks.
        merges.incrementAndGet();
        unmarked.clear();
        unscheduled.clear();
    }

    @Override
    public void shutdown(boolean terminate) {
        unmarked.clear();
    }
}
