// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.partition.Partition;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import dev.rehydrate.store.hazelcast.WriteBehind;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.SlotReplica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** A farm with write-behind in this process: its members have one database, and can be ended with or without a word. */
final class BehindFarm implements AutoCloseable {

    /** Partitions come to a member that has joined within a second, or a few where the machine has much else to do. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    static {
        // A thread of the engine may end with what a member that goes down makes of its work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    private final String name;
    private final DataSource database;
    private final Duration delay;
    private final List<HazelcastInstanceStore> stores = new ArrayList<>();
    private final List<String> named = new ArrayList<>();
    private int backups = 1;

    BehindFarm(DataSource database, Duration delay) {
        this("test-" + UUID.randomUUID(), database, delay);
    }

    private BehindFarm(String name, DataSource database, Duration delay) {
        this.name = name;
        this.database = database;
        this.delay = delay;
    }

    /** Lets the members that are started from now on keep no copies. */
    void keepNoBackups() {
        backups = 0;
    }

    /** {@return another part of the same farm, whose members do not know of those here until they are introduced} */
    BehindFarm apart() {
        return new BehindFarm(name, database, delay);
    }

    /** Tells the members of two parts of each other, and waits until they are one farm, as after a split. */
    void merge(BehindFarm other) {
        CountDownLatch merged = new CountDownLatch(1);
        running()
                .forEach(member -> member.getLifecycleService().addLifecycleListener(event -> {
                    if (event.getState() == LifecycleEvent.LifecycleState.MERGED) {
                        merged.countDown();
                    }
                }));
        List<String> all = new ArrayList<>(members());
        all.addAll(other.members());
        running()
                .forEach(member -> all.forEach(
                        member.getConfig().getNetworkConfig().getJoin().getTcpIpConfig()::addMember));
        try {
            if (!merged.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the parts do not merge");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while parts merge", interrupted);
        }
        awaitShares();
    }

    /** Starts a member that joins those that are there. */
    HazelcastInstanceStore start() {
        return start(StoreOptions.defaults());
    }

    HazelcastInstanceStore start(StoreOptions options) {
        HazelcastInstanceStore store = WriteBehind.start(
                settings()
                        .port(FreePorts.any())
                        .members(members())
                        .store(options)
                        .build(),
                database(),
                delay);
        stores.add(store);
        return store;
    }

    /** Starts a member in a thread of its own: it answers only when the farm is filled. */
    CompletableFuture<HazelcastInstanceStore> startBeside(DataSource seen) {
        return startBeside(seen, StoreOptions.defaults());
    }

    CompletableFuture<HazelcastInstanceStore> startBeside(DataSource seen, StoreOptions options) {
        HazelcastStoreOptions settings = settings()
                .port(FreePorts.any())
                .members(List.copyOf(named))
                .store(options)
                .build();
        named.add("127.0.0.1:" + settings.port());
        return CompletableFuture.supplyAsync(() -> started(settings, seen), task -> new Thread(task, "start").start());
    }

    private HazelcastInstanceStore started(HazelcastStoreOptions settings, DataSource seen) {
        HazelcastInstanceStore store = WriteBehind.start(settings, database(seen), delay);
        synchronized (stores) {
            stores.add(store);
        }
        return store;
    }

    /** Connects a client, also while the first member is filled. */
    HazelcastInstanceStore client() {
        HazelcastInstanceStore store = HazelcastInstanceStore.start(settings()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .members(stores.isEmpty() ? List.copyOf(named) : members())
                .build());
        stores.add(store);
        return store;
    }

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(name)
                .durability(Durability.WRITE_BEHIND)
                .backupCount(backups)
                .shutdownHook(false);
    }

    JdbcStoreOptions database() {
        return database(database);
    }

    private static JdbcStoreOptions database(DataSource source) {
        return JdbcStoreOptions.of(source).allowingNotDurable();
    }

    private List<String> members() {
        return stores.stream()
                .map(HazelcastInstanceStore::members)
                .filter(members -> !members.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The members that run, in no order. */
    List<HazelcastInstance> running() {
        return Hazelcast.getAllHazelcastInstances().stream()
                .filter(member -> member.getConfig().getClusterName().equals(name))
                .toList();
    }

    /** The member that has been there for the longest time. */
    HazelcastInstance eldest() {
        List<HazelcastInstance> members = running();
        Member first = members.get(0).getCluster().getMembers().iterator().next();
        return members.stream()
                .filter(member -> member.getCluster().getLocalMember().equals(first))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until each member has its share of the partitions: one that has joined just now owns none. */
    void awaitShares() {
        Awaitility.await("each member has its share")
                .atMost(PATIENCE)
                .until(() -> running().stream().allMatch(BehindFarm::hasItsShare));
    }

    private static boolean hasItsShare(HazelcastInstance member) {
        Set<Partition> partitions = member.getPartitionService().getPartitions();
        long own = partitions.stream()
                .filter(partition -> member.getCluster().getLocalMember().equals(partition.getOwner()))
                .count();
        int members = member.getCluster().getMembers().size();
        return own >= partitions.size() / members
                && member.getPartitionService().isClusterSafe();
    }

    /** Ends all members at once, as a loss of power does. */
    void kill() {
        running().parallelStream()
                .forEach(member -> member.getLifecycleService().terminate());
        close();
    }

    /** What the members have. */
    Map<SlotAddress, Slot> slots() {
        Map<SlotAddress, Slot> slots = new HashMap<>();
        running()
                .get(0)
                .<UUID, StoredSlot>getMap(MapNames.SLOTS)
                .forEach((key, stored) -> slots.put(Addresses.of(key), stored.slot()));
        return slots;
    }

    /** What is in the database. */
    Map<SlotAddress, Slot> rows() {
        Map<SlotAddress, Slot> rows = new HashMap<>();
        try (SlotReplica replica = SlotReplica.open(database())) {
            List<SlotAddress> page = replica.addresses(null, 1_000);
            while (!page.isEmpty()) {
                replica.read(page).forEach((at, row) -> rows.put(at, row.slot()));
                page = replica.addresses(page.get(page.size() - 1), 1_000);
            }
        }
        return rows;
    }

    /** The addresses of all rows, also of those that cannot be read. */
    Set<SlotAddress> addresses() {
        try (SlotReplica replica = SlotReplica.open(database())) {
            return Set.copyOf(replica.addresses(null, 1_000));
        }
    }

    @Override
    public void close() {
        stores.forEach(HazelcastInstanceStore::close);
        stores.clear();
    }
}
