// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.SharedCache;
import dev.rehydrate.store.jdbc.commit.Retries;
import dev.rehydrate.store.jdbc.commit.SlotCache;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Owners;
import dev.rehydrate.store.jdbc.database.SlotScans;
import dev.rehydrate.store.jdbc.database.StoredRows;
import dev.rehydrate.store.jdbc.news.News;
import dev.rehydrate.store.jdbc.news.NewsInProcess;
import dev.rehydrate.store.jdbc.news.NewsOverPostgres;
import dev.rehydrate.store.jdbc.query.InstanceQueries;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots in a database. Commands that may change a slot go to the lane of its address, which commits in groups; those that cannot
 * go to a lane that only reads; all else is done by a few threads.
 */
public final class JdbcEngine implements StorageEngine {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");
    private static final int SEARCHES = 2;
    private static final long LONGEST_END_SECONDS = 10;

    private final Database database;
    private final TimeSource time;
    private final Retries retries;
    private final List<EngineLane> lanes = new ArrayList<>();
    private final ExecutorService searches = Executors.newFixedThreadPool(SEARCHES, task -> daemon(task, "search"));
    /** A heartbeat must not wait behind a query. */
    private final ExecutorService owning = Executors.newSingleThreadExecutor(task -> daemon(task, "owners"));

    private final SlotScans scans;
    private final Owners owners;
    private final News news;
    private final AttachedWork work = new AttachedWork();

    /**
     * Starts the threads.
     *
     * @param database where the slots are; closed with this engine
     * @param options the settings
     * @param shared what other processes know, or null if they say nothing
     */
    public JdbcEngine(Database database, JdbcStoreOptions options, SharedCache.@Nullable Region shared) {
        this.database = database;
        this.time = options.store().time();
        this.retries = new Retries(time, options.patience(), new SplittableRandom());
        this.scans = new SlotScans(database);
        this.owners = new Owners(database);
        this.news = database.carriesAnnouncements()
                ? new NewsOverPostgres(database, options.schema(), owning)
                : new NewsInProcess(database);
        SlotCache cache = new SlotCache(options.cacheBytes(), options.nearCopyAge(), shared, time);
        for (int i = 0; i < options.lanes(); i++) {
            lanes.add(new EngineLane(database, cache, time, retries, i));
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, "rehydrate-" + name);
        thread.setDaemon(true);
        return thread;
    }

    /** {@return the work of callers, for the commands that are under way} */
    public AttachedWork work() {
        return work;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        EngineLane lane = laneOf(at);
        if (!operation.canChange()) {
            return lane.read(at, operation);
        }
        CommandId saving = operation.savesFor();
        return lane.commit(at, operation, saving == null ? null : work.of(saving));
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        return laneOf(at).readNearest(at, values);
    }

    @Override
    public CompletionStage<List<StoredRow>> storedRows(SlotAddress at) {
        return in(searches, () -> new StoredRows(database).at(at));
    }

    private EngineLane laneOf(SlotAddress at) {
        return lanes.get(Math.floorMod(at.hashCode(), lanes.size()));
    }

    private static <T> CompletionStage<T> in(ExecutorService executor, Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(
                    () -> {
                        // The end does not wait for what has not begun.
                        if (executor.isShutdown()) {
                            throw closed(null);
                        }
                        return call.get();
                    },
                    executor);
        } catch (RejectedExecutionException ended) {
            return CompletableFuture.failedFuture(closed(ended));
        }
    }

    private static StorageException closed(@Nullable Throwable cause) {
        return new StorageException(Effect.NONE, "the store is closed", cause);
    }

    private static CompletionStage<Void> run(ExecutorService executor, Runnable call) {
        return in(executor, () -> {
            call.run();
            return null;
        });
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return in(searches, () -> scans.find(scan, now(), limit));
    }

    @Override
    public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        return in(searches, () -> scans.walk(scan, now(), after, limit));
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return in(owning, () -> owners.takeTurn(period, now()) ? List.of(0) : List.of());
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return in(searches, owners::unknownHolders);
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return in(searches, () -> scans.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return in(searches, () -> new InstanceQueries(database, query, now()).page());
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return run(owning, () -> owners.add(owner));
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return in(owning, () -> owners.beat(owner, beat));
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return run(owning, () -> owners.expire(owner));
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        return run(owning, () -> owners.retire(owner));
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return run(owning, () -> owners.remove(owner));
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return in(owning, owners::all);
    }

    @Override
    public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
        return in(owning, () -> owners.watch(watched, roster));
    }

    @Override
    public boolean beatsAndWatches() {
        return true;
    }

    @Override
    public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
        return in(owning, () -> owners.beatAndWatch(beats, watched, roster));
    }

    @Override
    public void announce(Announcement message) {
        news.announce(message);
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        news.onAnnouncement(listener);
    }

    @Override
    public void onMerge(Function<SlotAddress, CompletionStage<Void>> listener) {
        lanes.forEach(lane -> lane.onKeysInDoubt(instance -> {
            var unused = listener.apply(instance);
        }));
    }

    @Override
    public Instant now() {
        return time.instant();
    }

    @Override
    public EngineFacts facts() {
        int queued = lanes.stream().mapToInt(EngineLane::waiting).sum();
        String durability = database.notDurable().isEmpty() ? "durable" : "not durable";
        return new EngineFacts(durability, 0, 0, queued, -1, true);
    }

    @Override
    public int pausedCalls() {
        return retries.paused();
    }

    @Override
    public CompletionStage<List<String>> healthIssues() {
        List<String> issues = new ArrayList<>();
        database.notDurable().forEach(why -> issues.add("acknowledged saves can be lost: " + why));
        String ofClock = database.clock().issue();
        if (ofClock != null) {
            issues.add(ofClock);
        }
        return CompletableFuture.completedFuture(issues);
    }

    @Override
    public void close() {
        news.close();
        lanes.forEach(EngineLane::close);
        retries.endPauses();
        try {
            owners.giveTurnUp();
        } catch (StorageException notReached) {
            // The turn is free after two periods.
        }
        searches.shutdown();
        owning.shutdown();
        // What is under way there uses connections, and the one that closed the store may close its data source next.
        awaitEnd(searches);
        awaitEnd(owning);
        database.close();
    }

    private static void awaitEnd(ExecutorService threads) {
        try {
            boolean ended = threads.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS);
            LOG.debug("what was searched for when the store was closed has ended: {}", ended);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
