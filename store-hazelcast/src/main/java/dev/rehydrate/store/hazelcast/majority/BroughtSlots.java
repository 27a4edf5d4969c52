// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.partition.IPartitionService;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.NodeEngineImpl;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.owner.OwnerTable;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.term.MemberTerm;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a member of a protected farm takes with it when it leaves its cluster for another one. Nearly always the other one is
 * of a later term, and it is thrown away; but after two partitions in a row the other one may be the one that has missed
 * something. The engine's own merge is not used: it gives up at the first call that a backup has not confirmed, and skips the
 * rest.
 */
public final class BroughtSlots {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final long PAUSE_MILLIS = 100;

    private final HazelcastInstance member;
    private final FarmTerms terms;
    private final NodeEngineImpl engine;
    private final CountDownLatch stopped = new CountDownLatch(1);
    /** Slots and tables of owners, with the term that they are of. */
    private final Queue<Brought> waiting = new ConcurrentLinkedQueue<>();

    private final Consumer<Thread> starting;
    private final Consumer<Runnable> later;

    private @Nullable Thread bringing;

    private record Brought(String map, Data key, Object value, long term) {}

    BroughtSlots(HazelcastInstance member, FarmTerms terms) {
        this(member, terms, Thread::start, task -> {
            var unused = terms.engine().getExecutionService().schedule(task, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        });
    }

    /** With another way to start its thread, and to begin after a pause. */
    BroughtSlots(HazelcastInstance member, FarmTerms terms, Consumer<Thread> starting, Consumer<Runnable> later) {
        this.member = member;
        this.terms = terms;
        this.starting = starting;
        this.later = later;
        this.engine = terms.engine();
    }

    /** Keeps what this member owns, before the engine throws it away. What is still waiting from the last time stays. */
    void take() {
        long term = terms.state().leave();
        if (term == MemberTerm.UNKNOWN) {
            // It leaves again before it has learned anything of the cluster in which it was.
            return;
        }
        int partitions = engine.getPartitionService().getPartitionCount();
        CountDownLatch taken = new CountDownLatch(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            engine.getOperationService().getOperationExecutor().execute(new Take(partition, term, taken));
        }
        await(taken, Long.MAX_VALUE);
    }

    /** Brings what was kept to the cluster that was joined, in a thread of its own. */
    void bring() {
        terms.state().join();
        begin();
    }

    private synchronized void begin() {
        if (!isMember()) {
            return;
        }
        Thread before = bringing;
        try {
            Thread thread = new Thread(() -> bringAfter(before), "rehydrate-merge");
            thread.setDaemon(true);
            starting.accept(thread);
            bringing = thread;
        } catch (RuntimeException | Error noThread) {
            // As when memory is short: without it this member would promise nothing for as long as it runs.
            beginLater();
            LOG.warn("what this member had cannot be brought to the farm that was joined yet; trying again", noThread);
        }
    }

    /** Without a timer this thread waits: nothing else would begin it again. */
    private void beginLater() {
        boolean scheduled = false;
        while (!scheduled && isMember() && !Thread.currentThread().isInterrupted()) {
            try {
                later.accept(this::begin);
                scheduled = true;
            } catch (RuntimeException | Error noTimer) {
                LOG.debug("what this member had cannot be brought yet, and no timer can be set", noTimer);
                await(stopped, PAUSE_MILLIS);
            }
        }
    }

    void stop() {
        stopped.countDown();
    }

    private void bringAfter(@Nullable Thread before) {
        try {
            if (before != null) {
                before.join();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return;
        }
        Long there = null;
        while (there == null && isMember()) {
            there = askedTerm();
        }
        if (there != null) {
            bringTo(there);
        }
    }

    /** It may leave again, for a third cluster, before it has brought everything to the second one. */
    private boolean isMember() {
        return stopped.getCount() > 0 && terms.state().isReturning();
    }

    private void bringTo(long there) {
        terms.state().learn(Math.max(there, TermOnBackup.NONE));
        int dropped = 0;
        int kept = 0;
        Brought next = waiting.peek();
        while (next != null && isMember()) {
            boolean late = next.term() < there;
            boolean done = late || isBrought(next);
            dropped += late ? 1 : 0;
            kept += done && !late ? 1 : 0;
            if (done) {
                waiting.poll();
            }
            next = waiting.peek();
        }
        if (next == null) {
            terms.state().settle();
            terms.seek();
            LOG.info(
                    "this member has joined its farm again: term of the farm={} entries offered={} entries of earlier terms"
                            + " dropped={}",
                    there,
                    kept,
                    dropped);
        }
    }

    private @Nullable Long askedTerm() {
        try {
            return terms.acceptedElsewhere().get(PAUSE_MILLIS * 20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            stop();
        } catch (Exception | Error failure) {
            // An error too, as when memory is short: a member that does not come to the end of this promises nothing
            // any more.
            LOG.debug("a member has not said of which term its data is; it is asked again", failure);
            await(stopped, PAUSE_MILLIS);
        }
        return null;
    }

    private boolean isBrought(Brought entry) {
        try {
            if (entry.value() instanceof StoredSlot slot) {
                bringSlot(entry, slot);
            } else {
                member.<String, OwnerTable>getMap(entry.map())
                        .executeOnKey(engine.toObject(entry.key()), new MergeOwners((OwnerTable) entry.value()));
            }
            return true;
        } catch (RuntimeException | Error failure) {
            LOG.warn("an entry could not be brought to the farm that was joined, and is brought again", failure);
            await(stopped, PAUSE_MILLIS);
            return false;
        }
    }

    private void bringSlot(Brought entry, StoredSlot stored) {
        UUID key = engine.toObject(entry.key());
        member.<UUID, StoredSlot>getMap(entry.map())
                .executeOnKey(key, new MergeSlot(new MergedSlot(stored.slot(), entry.term())));
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            var unused = latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps what is in one partition, on its own thread, so that no change comes in between. */
    private final class Take implements PartitionSpecificRunnable {

        private final int partition;
        private final long term;
        private final CountDownLatch taken;

        Take(int partition, long term, CountDownLatch taken) {
            this.partition = partition;
            this.term = term;
            this.taken = taken;
        }

        @Override
        public int getPartitionId() {
            return partition;
        }

        @Override
        public void run() {
            try {
                IPartitionService partitions = engine.getPartitionService();
                if (partitions.isPartitionOwner(partition)) {
                    keep(MapNames.SLOTS);
                    keep(MapNames.OWNERS);
                }
            } finally {
                taken.countDown();
            }
        }

        private void keep(String map) {
            MapService maps = engine.getService(MapService.SERVICE_NAME);
            RecordStore<?> store =
                    maps.getMapServiceContext().getPartitionContainer(partition).getExistingRecordStore(map);
            if (store == null) {
                return;
            }
            Iterator<? extends Map.Entry<Data, ? extends Record<?>>> entries = iterator(store);
            while (entries.hasNext()) {
                Map.Entry<Data, ? extends Record<?>> entry = entries.next();
                Object value = entry.getValue().getValue();
                if (value instanceof StoredSlot || value instanceof OwnerTable) {
                    long own = value instanceof MergedSlot merged ? Math.max(merged.term(), term) : term;
                    waiting.add(new Brought(map, entry.getKey(), value, own));
                }
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // The engine says of its records only that they are records.
        private static Iterator<? extends Map.Entry<Data, ? extends Record<?>>> iterator(RecordStore<?> store) {
            return (Iterator) store.iterator();
        }
    }
}
