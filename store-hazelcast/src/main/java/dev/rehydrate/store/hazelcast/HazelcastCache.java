// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.stability.Experimental;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.cache.CopyCalls;
import dev.rehydrate.store.hazelcast.cache.GridRegion;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.partition.ClockSync;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.store.hazelcast.start.ForeignConfig;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.jdbc.SharedCache;
import dev.rehydrate.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The grid in front of a database: members keep copies of what stores on it have committed and read, and free loads are answered from
 * them. The copies are lost with the members, and nothing else is. To be given to {@code JdbcInstanceStore.open}; needs {@code
 * rehydrate-store-jdbc}, as only {@link WriteBehind} does beside it.
 *
 * <p>The copies of one database take up to about a quarter of the heap of a member, and the least used go first. An instance of more
 * than 1 MiB has none. One cache serves stores on any number of databases, which do not see each other's copies.
 */
@Experimental
@SuppressWarnings("exports") // An application that uses it requires store-jdbc itself.
public final class HazelcastCache implements SharedCache, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    /** Two clocks that nothing corrects part by less than a tenth of a second meanwhile. */
    private static final Duration CLOCK_CHECK = Duration.ofMinutes(10);

    private final HazelcastInstance hazelcast;
    private final TimeSource time;
    private final Runnable onClose;
    private final StoreThreads threads = new StoreThreads();
    private TimeSource.@Nullable Cancellable nextClockCheck;
    private boolean closed;

    private HazelcastCache(HazelcastInstance hazelcast, TimeSource time, Runnable onClose) {
        this.hazelcast = hazelcast;
        this.time = time;
        this.onClose = onClose;
    }

    /**
     * Starts a member in this process, or connects to members elsewhere, as the settings say. Closing the cache stops the member, or
     * closes the connection.
     *
     * @param options the settings; what they say about instances in the memory of the grid does not matter, but that a member cannot
     *     have the durability {@link Durability#WRITE_BEHIND}
     * @return a new cache, to be closed after the stores that use it
     * @throws IllegalArgumentException if they are those of a member with this durability: it could join a farm with write-behind, and
     *     would not copy its share of the instances to the database
     * @throws IllegalStateException if the member cannot start, or no member answers within 20 s
     */
    public static HazelcastCache start(HazelcastStoreOptions options) {
        if (options.mode() == HazelcastStoreOptions.Mode.MEMBER && options.durability() == Durability.WRITE_BEHIND) {
            throw new IllegalArgumentException(
                    "no member was started: that of a cache writes no instances to a database, and durability=write-behind"
                            + " would let it join a farm whose members do; give it durability=memory and a cluster-name"
                            + " of its own, or mode=client");
        }
        HazelcastInstance started = ClusterStart.of(options);
        return new HazelcastCache(started, options.store().time(), started::shutdown);
    }

    /**
     * Uses a member or client that is there. Its configuration must have been prepared by {@link HazelcastInstanceStore#prepare}. Closing
     * the cache leaves it as it is.
     *
     * @param hazelcast the member or client
     * @param options the settings of the stores that use the cache
     * @return a new cache, to be closed after the stores that use it
     * @throws IllegalArgumentException if its configuration was not prepared, or what that set was undone
     */
    public static HazelcastCache on(HazelcastInstance hazelcast, StoreOptions options) {
        ForeignConfig.requirePrepared(hazelcast);
        return new HazelcastCache(hazelcast, options.time(), () -> {});
    }

    @Override
    public Region region(String database, Duration maxAge) {
        Objects.requireNonNull(maxAge, "maxAge");
        UUID name = UUID.nameUUIDFromBytes(database.getBytes(StandardCharsets.UTF_8));
        try {
            ClusterClock clock = ClusterClock.of(hazelcast, time);
            ClockSync clocks = new ClockSync(hazelcast, hazelcast.getMap(MapNames.SLOTS), clock);
            clocks.reach();
            checkLater(clocks);
            CopyCalls calls = CopyCalls.on(hazelcast, MapNames.COPIES + name);
            LOG.info(
                    "copies of a database are shared: cluster={} copies={} max-age={}",
                    hazelcast.getName(),
                    name,
                    maxAge);
            return new GridRegion(calls, threads, time, clock, maxAge);
        } catch (RuntimeException failure) {
            throw new IllegalStateException(
                    "the cache on '" + hazelcast.getName() + "' cannot be used, no store was opened: " + failure,
                    failure);
        }
    }

    /** The age of a copy is a difference of two clocks, of the process that put it and of the one that reads it. */
    private synchronized void checkLater(ClockSync clocks) {
        if (closed) {
            return;
        }
        if (nextClockCheck != null) {
            nextClockCheck.cancel();
        }
        nextClockCheck = time.schedule(CLOCK_CHECK, () -> check(clocks));
    }

    private synchronized void check(ClockSync clocks) {
        if (closed) {
            return;
        }
        try {
            threads.waits().execute(() -> compare(clocks));
        } catch (RuntimeException | Error noThread) {
            compareLater(clocks, noThread);
        }
    }

    private void compare(ClockSync clocks) {
        try {
            clocks.reach();
        } catch (RuntimeException | Error notNow) {
            compareLater(clocks, notNow);
            return;
        }
        checkLater(clocks);
    }

    /** As when the farm does not answer, or memory is short. */
    private void compareLater(ClockSync clocks, Throwable failure) {
        checkLater(clocks);
        LOG.debug("the clocks of '{}' could not be compared", hazelcast.getName(), failure);
    }

    /** Ends the sharing of copies. Stores that still use the cache go on, and ask the database. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (nextClockCheck != null) {
                nextClockCheck.cancel();
            }
        }
        threads.close();
        onClose.run();
    }
}
