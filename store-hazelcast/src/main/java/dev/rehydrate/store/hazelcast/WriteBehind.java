// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.stability.Experimental;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.behind.SlotLoader;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.store.hazelcast.start.FarmSettings;
import dev.rehydrate.store.hazelcast.start.PlainModeNotice;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.SlotReplica;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Members of a farm in memory that copy what changes to a database, a moment after it was acknowledged. A farm that is started, after
 * all of its members have ended, begins with what is in the database: all but the changes of the last <em>delay</em>. Needs {@code
 * store-jdbc}.
 */
@Experimental
@SuppressWarnings("exports") // An application that uses it requires store-jdbc itself.
public final class WriteBehind {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(1);
    /** For how long a member that stops tries to write what is left. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private WriteBehind() {}

    /**
     * Starts a member in this process as {@link HazelcastInstanceStore#start} does, and opens a store on it. All members of the farm are
     * started so, on the same database; the first one is filled from it, and takes no command before that is done. Clients need
     * no database: they are started as ever, with the same durability.
     *
     * <p>Closing the store writes what is left, and stops the member. It takes 20 s at most if other members stay; if none does, as long as the
     * database takes something.
     *
     * @param options the settings, with the durability {@link Durability#WRITE_BEHIND}
     * @param database the database, on which no other farm and no store may be open; of these settings lanes, cache and near copies do
     *     not matter, nor do those that every provider has, but for the lease: with the patience it says how long the server may be
     *     silent
     * @param delay after how long a change is in the database at most, if that answers: from 100 ms to a day
     * @return a new store, to be closed after use
     * @throws IllegalArgumentException if the settings are not those of a member with write-behind, or the delay is out of range
     * @throws IllegalStateException if the member cannot start, or the database cannot be used
     */
    public static HazelcastInstanceStore start(
            HazelcastStoreOptions options, JdbcStoreOptions database, Duration delay) {
        Objects.requireNonNull(database, "database");
        if (options.mode() != HazelcastStoreOptions.Mode.MEMBER || options.durability() != Durability.WRITE_BEHIND) {
            throw new IllegalArgumentException(
                    "write-behind needs mode=member and durability=write-behind; clients are started without a database");
        }
        if (delay.compareTo(SHORTEST) < 0 || delay.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the delay is from 100 ms to a day, not " + delay);
        }
        PlainModeNotice.of(options).ifPresent(LOG::warn);
        SlotReplica replica = SlotReplica.open(database);
        try {
            return started(options, replica, delay);
        } catch (RuntimeException | Error failure) {
            replica.close();
            throw failure;
        }
    }

    private static HazelcastInstanceStore started(HazelcastStoreOptions options, SlotReplica replica, Duration delay) {
        DatabaseArchive archive = new DatabaseArchive(replica);
        HazelcastInstance member = member(options, replica, archive, delay);
        FarmSettings.otherDelay(member)
                .ifPresent(differs -> LOG.warn(
                        "write-behind: {}; with all members at once the farm loses the changes of the longest delay",
                        differs));
        return HazelcastInstanceStore.owning(member, options, () -> fill(member), () -> finish(member, archive));
    }

    /** Starts a member, which is not filled yet, and does not write yet. */
    static HazelcastInstance member(
            HazelcastStoreOptions options, SlotReplica replica, DatabaseArchive archive, Duration delay) {
        String identity = replica.identity();
        return ClusterStart.of(options, config -> addTo(config, options, archive, identity, delay));
    }

    private static void addTo(
            Config config, HazelcastStoreOptions options, DatabaseArchive archive, String identity, Duration delay) {
        SlotLoader.fill(
                config.getMapConfig(MapNames.SLOTS), archive, options.store().time());
        MemberChanges.keepIn(config, archive, delay, options.store().time());
        FarmSettings.addDatabase(config, identity);
        FarmSettings.addDelay(config, delay);
    }

    /** Waits until the map is filled. */
    static void fill(HazelcastInstance member) {
        boolean first = member.getCluster().getMembers().iterator().next().localMember();
        int size = member.getMap(MapNames.SLOTS).localKeySet().size();
        // What the engine puts into the map is not noted as a change is.
        InstanceDirectory.rereadBy(member);
        MemberChanges changes = Objects.requireNonNull(MemberChanges.of(member));
        changes.start(first);
        LOG.info("write-behind: the farm is filled: slots-here={}", size);
    }

    private static void finish(HazelcastInstance member, DatabaseArchive archive) {
        try {
            MemberChanges changes = MemberChanges.of(member);
            String left = changes == null ? null : changes.finish(PATIENCE);
            if (left != null) {
                LOG.warn("write-behind: this member stops, and not all is written: {}", left);
            }
        } finally {
            // Before the archive, which waits for a write that is under way: meanwhile no other member could change
            // what is here.
            member.shutdown();
            archive.close();
        }
    }
}
