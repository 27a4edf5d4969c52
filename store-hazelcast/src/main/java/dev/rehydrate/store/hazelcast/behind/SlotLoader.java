// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.map.MapLoader;
import com.hazelcast.map.MapLoaderLifecycleSupport;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.behind.write.SlotArchive;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.owner.ClusterOwners;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.partition.LossMarks;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.time.TimeSource;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the map of a farm that starts with what is in the database. The engine spreads the slots over the members, and lets commands
 * wait until all are there; from then on what is not in the map was never stored, and the database is not asked.
 *
 * <p>Never fails while the member runs, whatever goes wrong: the engine would go on with a map that has not everything.
 */
public final class SlotLoader implements MapLoader<UUID, StoredSlot>, MapLoaderLifecycleSupport {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int PAGE = 10_000;
    private static final long PAUSE_MILLIS = 1_000;

    private final SlotArchive archive;
    private final TimeSource time;
    private final Set<OwnerId> ended = ConcurrentHashMap.newKeySet();
    private @Nullable HazelcastInstance member;

    private SlotLoader(SlotArchive archive, TimeSource time) {
        this.archive = archive;
        this.time = time;
    }

    /** Lets the members of a configuration fill a map. */
    public static void fill(MapConfig map, SlotArchive archive, TimeSource time) {
        map.setMapStoreConfig(new MapStoreConfig()
                .setEnabled(true)
                .setImplementation(new SlotLoader(archive, time))
                .setInitialLoadMode(MapStoreConfig.InitialLoadMode.EAGER)
                // Commands do not wait for the database, so they need no other thread.
                .setOffload(false));
    }

    @Override
    public void init(HazelcastInstance hazelcastInstance, Properties properties, String mapName) {
        member = hazelcastInstance;
    }

    @Override
    public void destroy() {
        // The archive is closed after the member has written what is left.
    }

    /** Asked for each slot that is not in the map, on the thread of its partition. */
    @Override
    public @Nullable StoredSlot load(UUID key) {
        return null;
    }

    @Override
    public Map<UUID, StoredSlot> loadAll(Collection<UUID> keys) {
        return untilItSucceeds(() -> loaded(keys));
    }

    private Map<UUID, StoredSlot> loaded(Collection<UUID> keys) {
        Instant now = ClusterClock.of(member(), time).instant();
        Map<UUID, String> damaged = new HashMap<>();
        Map<UUID, Slot> slots = read(keys, damaged);
        damaged.forEach(this::damaged);
        endHolders(slots.values());
        Set<UUID> further = new HashSet<>();
        slots.values().forEach(slot -> slot.furtherKeys().forEach(key -> further.add(addressOf(key))));
        Map<UUID, Slot> claims = further.isEmpty() ? Map.of() : read(further, damaged);
        Map<UUID, StoredSlot> stored = new HashMap<>();
        slots.forEach((key, slot) -> {
            if (!slot.isBlank()) {
                Slot restored = slot.restored(now, each -> {
                    UUID at = addressOf(each);
                    return damaged.containsKey(at) || isClaimedBy(slot, claims.get(at));
                });
                // Not told by its time, which can be that of a clock that was ahead of the one here.
                if (!restored.furtherKeys().equals(slot.furtherKeys())) {
                    MemberChanges.restoring(member(), key);
                }
                stored.put(key, new StoredSlot(restored));
            }
        });
        return stored;
    }

    /** Who held an instance has ended with the farm before this one, and this one has no other record of it. */
    private void endHolders(Collection<Slot> slots) {
        Set<OwnerId> holders = new HashSet<>();
        slots.forEach(slot -> {
            InstanceRecord record = slot.instance();
            if (record != null && record.header().holder() != null) {
                holders.add(record.header().holder());
            }
        });
        holders.removeAll(ended);
        untilItSucceeds(() -> {
            ClusterOwners.expireUnknown(member(), holders);
            return holders;
        });
        ended.addAll(holders);
    }

    private Map<UUID, Slot> read(Collection<UUID> addresses, Map<UUID, String> damaged) {
        return untilItSucceeds(() -> archive.read(List.copyOf(addresses), damaged::put));
    }

    private static UUID addressOf(InstanceKey key) {
        return Addresses.key(SlotAddress.of(key));
    }

    private static boolean isClaimedBy(Slot slot, @Nullable Slot ofKey) {
        KeyClaim claim = ofKey == null ? null : ofKey.claim();
        InstanceRecord record = slot.instance();
        return claim != null && record != null && claim.instance().equals(record.id());
    }

    /** That it is not there must not be believed. */
    private void damaged(UUID key, String why) {
        LOG.error(
                "what is in the database of an instance or key cannot be read, so that each command on it fails as damaged, until its rows are restored while"
                        + " the farm is stopped, or it is given up (rehydrate instances discard-damaged): slot={} {}",
                key,
                why);
        new LossMarks(member()).mark(key, ClusterClock.of(member()).instant());
    }

    /**
     * Asked once for a farm, and again by a member to which the partition of the map's name comes without data. A farm that was filled does not
     * read again what it has lost: the rows may be older than what was acknowledged.
     */
    @Override
    public Iterable<UUID> loadAllKeys() {
        return untilItSucceeds(this::wasFilled) ? List.of() : StoredAddresses::new;
    }

    /** Marks are made when a farm is filled, one in each partition: those that are left tell it to a member that has just joined. */
    private boolean wasFilled() {
        return MemberChanges.isFilled(member)
                || !member().getMap(MapNames.WRITTEN).isEmpty();
    }

    private HazelcastInstance member() {
        return Objects.requireNonNull(member);
    }

    private <T> T untilItSucceeds(Supplier<T> reading) {
        while (true) {
            try {
                return reading.get();
            } catch (StorageException | HazelcastException failure) {
                again("the database or the members could not be asked, and are asked again", failure);
            } catch (RuntimeException | Error failure) {
                // Also one that runs out of memory: what it had read is not in the map, and would count as never
                // stored.
                again("what was read from the database could not be used, and is read again", failure);
            }
        }
    }

    private void again(String why, Throwable failure) {
        if (!member().getLifecycleService().isRunning()) {
            throw new HazelcastInstanceNotActiveException("this member has stopped");
        }
        LOG.warn("the farm is not filled yet: {}", why, failure);
        pause();
    }

    private static void pause() {
        if (!Pause.passed(PAUSE_MILLIS)) {
            throw new HazelcastInstanceNotActiveException("interrupted while the farm was filled");
        }
    }

    /** All addresses in the database, page by page. */
    private final class StoredAddresses implements Iterator<UUID> {

        private Queue<UUID> page = new ArrayDeque<>();
        private @Nullable UUID last;
        private boolean ended;

        @Override
        public boolean hasNext() {
            if (page.isEmpty() && !ended) {
                page = untilItSucceeds(() -> new ArrayDeque<>(archive.addresses(last, PAGE)));
                ended = page.isEmpty();
            }
            return !page.isEmpty();
        }

        @Override
        public UUID next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = page.remove();
            return last;
        }
    }
}
