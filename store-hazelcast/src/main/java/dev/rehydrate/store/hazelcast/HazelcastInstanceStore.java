// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.behind.FarmFlush;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.hazelcast.engine.ClusterAccess;
import dev.rehydrate.store.hazelcast.engine.ClusterCondition;
import dev.rehydrate.store.hazelcast.engine.HazelcastEngine;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.partition.LossMarks;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.store.hazelcast.start.FarmSettings;
import dev.rehydrate.store.hazelcast.start.ForeignConfig;
import dev.rehydrate.store.hazelcast.start.PlainModeNotice;
import dev.rehydrate.store.hazelcast.start.ShortLeaseNotice;
import dev.rehydrate.store.hazelcast.stored.NearCopies;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clustered provider: instances live in the memory of a Hazelcast cluster, in as many copies as is configured. Every
 * command is one operation on one partition, unless it concerns keys that are not at home with their instance.
 */
public final class HazelcastInstanceStore extends InstanceStore {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final HazelcastInstance hazelcast;
    private final TimeSource time;

    private HazelcastInstanceStore(ClusterAccess access, StoreOptions options, NearCopies copies, Runnable onClose) {
        super(new HazelcastEngine(access, options.time(), copies, onClose), options);
        this.hazelcast = access.hazelcast();
        this.time = options.time();
    }

    /**
     * Starts a member in this process, or connects to members elsewhere, as the settings say, and opens a store on it.
     * Closing the store stops the member, gracefully, or closes the connection. When the process is asked to end, the store is
     * closed by a shutdown hook of its own, after the hosts on it, unless {@code shutdown-hook} is {@code false}.
     *
     * @param options the settings
     * @return a new store, to be closed after use
     * @throws IllegalArgumentException if they are those of a member that needs a database
     * @throws IllegalStateException if the member cannot start, or no member answers within 20 s
     */
    public static HazelcastInstanceStore start(HazelcastStoreOptions options) {
        if (options.mode() == HazelcastStoreOptions.Mode.MEMBER) {
            requireNoDatabase(options);
            PlainModeNotice.of(options).ifPresent(LOG::warn);
        }
        return owning(ClusterStart.of(options), options);
    }

    private static void requireNoDatabase(HazelcastStoreOptions options) {
        if (options.durability() == Durability.WRITE_BEHIND) {
            throw new IllegalArgumentException(
                    "a member with durability=write-behind needs a database: it is started by WriteBehind.start");
        }
    }

    /**
     * Starts a member in this process and opens a store on it. Closing the store stops the member, gracefully.
     *
     * @param options the settings, not those of a client
     * @return a new store, to be closed after use
     * @throws IllegalArgumentException if they are those of a client
     * @throws IllegalStateException if the member cannot start
     */
    public static HazelcastInstanceStore startMember(HazelcastStoreOptions options) {
        if (options.mode() != HazelcastStoreOptions.Mode.MEMBER) {
            throw new IllegalArgumentException("these are the settings of a client");
        }
        return start(options);
    }

    private static HazelcastInstanceStore owning(HazelcastInstance hazelcast, HazelcastStoreOptions options) {
        return owning(hazelcast, options, () -> {}, () -> {});
    }

    /** A store whose member does something before the first command, and before it stops. */
    static HazelcastInstanceStore owning(
            HazelcastInstance hazelcast, HazelcastStoreOptions options, Runnable atFirst, Runnable atLast) {
        ShortLeaseNotice.of(options).ifPresent(LOG::warn);
        StoreThreads threads = new StoreThreads();
        try {
            atFirst.run();
            ClusterCondition condition = ClusterCondition.of(hazelcast, threads, options);
            ClusterAccess access = new ClusterAccess(hazelcast, threads, condition);
            ShutdownHook hook = new ShutdownHook();
            HazelcastInstanceStore store = new HazelcastInstanceStore(access, options.store(), copies(options), () -> {
                hook.remove();
                try {
                    atLast.run();
                } finally {
                    hazelcast.shutdown();
                    threads.close();
                }
            });
            if (options.shutdownHook()) {
                hook.install(store::close);
            }
            return store;
        } catch (RuntimeException | Error failure) {
            // No other object has a reference to it, and a member keeps the process alive.
            hazelcast.getLifecycleService().terminate();
            threads.close();
            if (failure instanceof Error) {
                throw failure;
            }
            throw notOpened(hazelcast, (RuntimeException) failure);
        }
    }

    /**
     * Opens a store on a member or client that is there. Its configuration must have been {@linkplain #prepare prepared}.
     * Closing the store leaves it as it is.
     *
     * <p>The store has no shutdown hook then, and cannot keep the engine's own from overtaking it: set {@code
     * hazelcast.shutdownhook.enabled} to {@code false}, and in a hook of the application close the hosts, then the store, then
     * the member.
     *
     * @param hazelcast the member or client
     * @param options the settings that every provider has
     * @return a new store, to be closed after use
     * @throws IllegalArgumentException if its configuration was not prepared, or what that set was undone
     * @throws IllegalStateException if it has ended, or its cluster does not answer
     */
    public static HazelcastInstanceStore open(HazelcastInstance hazelcast, StoreOptions options) {
        return open(hazelcast, options, NearCopies.none(options.time()));
    }

    /**
     * As {@link #open(HazelcastInstance, StoreOptions)}, with near copies as the settings say.
     *
     * @param hazelcast the member or client
     * @param options the settings, of which those that every provider has, {@code near-copies} and {@code near-copy-age} count
     * @return a new store, to be closed after use
     * @throws IllegalArgumentException if its configuration was not prepared, or what that set was undone
     * @throws IllegalStateException if it has ended, or its cluster does not answer
     */
    public static HazelcastInstanceStore open(HazelcastInstance hazelcast, HazelcastStoreOptions options) {
        return open(hazelcast, options.store(), copies(options));
    }

    private static HazelcastInstanceStore open(HazelcastInstance hazelcast, StoreOptions options, NearCopies copies) {
        ForeignConfig.requirePrepared(hazelcast);
        ForeignConfig.warnOfShutdownHook(hazelcast);
        StoreThreads threads = new StoreThreads();
        try {
            ClusterCondition condition = ClusterCondition.of(hazelcast, threads);
            requireSameSettings(hazelcast);
            return new HazelcastInstanceStore(
                    new ClusterAccess(hazelcast, threads, condition), options, copies, threads::close);
        } catch (RuntimeException failure) {
            threads.close();
            throw notOpened(hazelcast, failure);
        }
    }

    private static void requireSameSettings(HazelcastInstance hazelcast) {
        boolean member = hazelcast.getLocalEndpoint() instanceof Member;
        Optional<String> difference =
                member ? FarmSettings.differenceOf(hazelcast) : FarmSettings.differenceOfClient(hazelcast);
        difference.ifPresent(text -> {
            throw new IllegalStateException(text);
        });
    }

    /** The engine has an exception for each way in which it cannot be reached; a caller needs to know but one. */
    private static IllegalStateException notOpened(HazelcastInstance hazelcast, RuntimeException failure) {
        return new IllegalStateException(
                "no store could be opened on '" + hazelcast.getName() + "', nothing was changed: " + failure, failure);
    }

    private static NearCopies copies(HazelcastStoreOptions options) {
        return new NearCopies(
                options.nearCopies(), options.nearCopyAge(), options.store().time());
    }

    /**
     * Adds to a member's configuration what slots need, and changes nothing else of it. All members of a cluster are
     * prepared with the same settings.
     *
     * <p>Java serialization is left to what its filter allows, and a filter is set if there is none: values of your own that
     * need it must be on the allow-list.
     *
     * @param config the configuration of the member
     * @param options the settings, of which durability, backup count, farm size, heap limit and what to do after a loss count
     * @throws IllegalArgumentException if it has something that slots cannot live with, or the durability is {@link
     *     Durability#WRITE_BEHIND}; it is then as it was
     */
    public static void prepare(Config config, HazelcastStoreOptions options) {
        requireNoDatabase(options);
        ClusterConfig.prepare(config, options);
        PlainModeNotice.of(options).ifPresent(LOG::warn);
    }

    /**
     * Adds to a client's configuration what slots need, and changes nothing else of it.
     *
     * <p>Backups do not acknowledge to this client any more ({@code setBackupAckToClientEnabled(false)}), whatever it writes, but
     * to the member that it asks: the answer takes one message more, and does not depend on connections to all backups.
     *
     * @param config the configuration of the client
     * @param options the settings, of which the durability counts
     * @throws IllegalArgumentException if it has something that slots cannot live with; it is then as it was
     */
    public static void prepare(ClientConfig config, HazelcastStoreOptions options) {
        ClusterConfig.prepare(config, options);
    }

    /**
     * As {@link #prepare(ClientConfig, HazelcastStoreOptions)} for a protected cluster, which does no harm to another.
     *
     * @param config the configuration of the client
     * @throws IllegalArgumentException if it has something that slots cannot live with; it is then as it was
     */
    public static void prepare(ClientConfig config) {
        prepare(
                config,
                HazelcastStoreOptions.builder().durability(Durability.PROTECTED).build());
    }

    /**
     * Tells which partitions have lost their data with all copies, because more members failed than there are backups. Waits for
     * the cluster.
     *
     * @return when each was lost, by the number of the partition; empty if none was, or the loss was acknowledged
     * @throws RuntimeException if the cluster cannot be asked
     */
    public Map<Integer, Instant> lostPartitions() {
        return new LossMarks(hazelcast).lost();
    }

    /**
     * Says that the present loss is known and settled: what is not found from now on was never stored, for all stores of the
     * farm. To be called after what was lost was restored, or given up. Waits for the cluster.
     *
     * @return how many partitions had been lost, and instances or keys could not be read from a database
     * @throws RuntimeException if the cluster cannot be asked; it may then be done in part, and may be called again
     */
    public int acknowledgeLoss() {
        return new LossMarks(hazelcast).acknowledge();
    }

    /**
     * Writes to the database of a farm with {@linkplain Durability#WRITE_BEHIND write-behind} what is acknowledged and not there yet, on
     * all members, and waits for it. What is acknowledged before this call is in the database when it returns.
     *
     * @param timeout how long to wait
     * @throws IllegalStateException if the farm does not write behind, not everything is written within this time, the thread is
     *     interrupted, and stays so, or the member or client of this store has ended; says why. What is not written is written later,
     *     as ever.
     */
    public void flush(Duration timeout) {
        new FarmFlush(hazelcast, time, timeout).await();
    }

    /**
     * Tells which members this store sees; what {@link HazelcastStoreOptionsBuilder#members} of another one can be told.
     *
     * @return their addresses as {@code host:port}, the oldest member first; of a client without connection, empty or what
     *     it saw last; empty if the member or client of this store has ended
     */
    public List<String> members() {
        try {
            return hazelcast.getCluster().getMembers().stream()
                    .map(member -> AddressText.of(member.getAddress()))
                    .toList();
        } catch (RuntimeException ended) {
            return List.of();
        }
    }
}
