// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.engine;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleService;
import com.hazelcast.map.IMap;
import com.hazelcast.topic.ITopic;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.DataLoss;
import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.engine.LostConnections;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.ask.FarmSearch;
import dev.rehydrate.store.hazelcast.call.AsyncCalls;
import dev.rehydrate.store.hazelcast.call.EngineFailures;
import dev.rehydrate.store.hazelcast.call.SharedAnswers;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.majority.MergedInstances;
import dev.rehydrate.store.hazelcast.owner.ClusterOwners;
import dev.rehydrate.store.hazelcast.owner.Memberships;
import dev.rehydrate.store.hazelcast.partition.ClockSync;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.partition.LossReport;
import dev.rehydrate.store.hazelcast.partition.SweepShares;
import dev.rehydrate.store.hazelcast.slot.SlotCalls;
import dev.rehydrate.store.hazelcast.slot.SlotQueries;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.AnnouncementMessage;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.NearCopies;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slots in a distributed map: every operation is one entry processor on one key, and nothing else. */
public final class HazelcastEngine implements StorageEngine {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final ClusterClock clock;
    private final Executor executor;
    private final AsyncCalls calls;
    private final SlotAccess slotAccess;
    private final NearCopies copies;
    private final SlotQueries queries;
    private final SweepShares shares;
    private final LossReport losses;
    private final FarmSearch search;
    private final ClusterOwners owners;
    private final ClockSync agreement;
    private final ITopic<Object> topic;
    private final Cluster cluster;
    private final SlotPlaces places;
    private final UUID memberships;
    private final UUID merges;
    private final LifecycleService lifecycle;
    private final ClusterCondition condition;
    private final Runnable onClose;
    private final MergedInstances merged;
    private final TimeSource time;
    private @Nullable UUID subscription;
    private final LostConnections connections;
    private Function<UUID, CompletionStage<Void>> mergedKeys = instance -> CompletableFuture.completedFuture(null);

    public HazelcastEngine(ClusterAccess access, TimeSource time, NearCopies copies, Runnable onClose) {
        HazelcastInstance hazelcast = access.hazelcast();
        this.condition = access.condition();
        this.copies = copies;
        this.clock = ClusterClock.of(hazelcast, time);
        this.executor = access.threads().answers();
        this.calls = new AsyncCalls(access.threads());
        this.onClose = onClose;
        IMap<UUID, StoredSlot> slots = hazelcast.getMap(MapNames.SLOTS);
        this.queries = new SlotQueries(hazelcast, slots, clock);
        this.shares = new SweepShares(hazelcast, clock);
        this.losses = new LossReport(hazelcast, access.threads().waits(), TimeSource.system());
        this.search = new FarmSearch(hazelcast, clock);
        this.slotAccess = new SlotAccess(
                SlotCalls.on(hazelcast, slots, executor), copies, clock, new UnreadRows(hazelcast, slots, calls));
        this.owners = new ClusterOwners(
                calls, new AsyncCalls(SharedAnswers.EXECUTOR, access.threads().waits()), hazelcast);
        this.agreement = new ClockSync(hazelcast, slots, clock);
        this.topic = hazelcast.getTopic(MapNames.ANNOUNCEMENTS);
        this.cluster = hazelcast.getCluster();
        this.places = new SlotPlaces(hazelcast.getPartitionService());
        this.memberships = cluster.addMembershipListener(new Memberships(owners::expireAllOf, this::agreeOnTime, time));
        this.connections = new LostConnections(time);
        this.lifecycle = hazelcast.getLifecycleService();
        this.merges = lifecycle.addLifecycleListener(this::onLifecycle);
        this.merged = MergedInstances.of(hazelcast);
        this.time = time;
        agreeOnTime();
        var unused = calls.send(shares::announce, done -> true, "share of the sweep", false);
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        CompletionStage<Reply<A>> reply = slotAccess.apply(at, operation);
        Set<SlotAddress> instances = operation.reliesOnKeysOf(at);
        return instances.isEmpty()
                ? reply
                : reply.thenApply(answer -> {
                    if (answer instanceof Reply.Done<A> && connections.wasOneLostLately()) {
                        instances.forEach(instance -> lookAtKeysOf(instance));
                    }
                    return answer;
                });
    }

    private void lookAtKeysOf(SlotAddress instance) {
        var unused = mergedKeys.apply(Addresses.key(instance));
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        return slotAccess.readNearest(at, values);
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return calls.blocking(
                "scan",
                () -> search.matching(scan, limit).stream().map(Addresses::of).toList());
    }

    @Override
    public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        return calls.blocking("walk", () -> search.walk(scan, after, limit));
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        boolean asks;
        try {
            asks = shares.hasTurn(period);
        } catch (RuntimeException notRunning) {
            return CompletableFuture.failedFuture(EngineFailures.notSent(notRunning, "share of the sweep"));
        }
        return asks
                ? calls.blocking("share of the sweep", () -> shares.next(period))
                : CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return calls.blocking(
                "scan of partition " + part,
                () -> queries.matchingIn(part, scan, limit).stream()
                        .map(Addresses::of)
                        .toList());
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return calls.blocking("holders", () -> search.holdersIn(parts));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return calls.blocking("next due time", () -> search.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return calls.blocking("query", () -> search.page(query));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return owners.add(owner);
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return owners.beat(owner, beat);
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return owners.expire(owner);
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        return owners.retire(owner);
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return owners.remove(owner);
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return owners.all();
    }

    @Override
    public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
        return owners.watch(watched, roster);
    }

    @Override
    public boolean beatsAndWatches() {
        return true;
    }

    @Override
    public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
        // Listeners of the application hear of a refused owner, and must not wait on the thread that all stores share.
        return owners.beatAndWatch(beats, watched, roster)
                .thenCompose(answer -> answer.refused().isEmpty()
                        ? CompletableFuture.completedFuture(answer)
                        : CompletableFuture.supplyAsync(() -> answer, executor));
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public boolean callersMayLook() {
        return condition.isAloneHere();
    }

    @Override
    public Executor callbackExecutor() {
        return executor;
    }

    @Override
    public void announce(Announcement news) {
        AnnouncementMessage message = new AnnouncementMessage(news);
        var unused = calls.send(() -> topic.publishAsync(message), done -> true, "announcement", false);
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        subscription = topic.addMessageListener(told -> {
            if (told.getMessageObject() instanceof AnnouncementMessage message) {
                listener.accept(message.news());
            }
        });
    }

    @Override
    public Optional<Placement> placementOf(SlotAddress at) {
        return places.of(at);
    }

    @Override
    public EngineFacts facts() {
        return condition.facts();
    }

    @Override
    public CompletionStage<List<String>> healthIssues() {
        return condition
                .healthIssues()
                .thenCombine(calls.blocking("losses", losses.marks()::healthIssues), HazelcastEngine::joined);
    }

    private static List<String> joined(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    @Override
    public CompletionStage<List<String>> outages() {
        // What is lost in the farm can be asked only where the member answers.
        return condition
                .outage()
                .<CompletionStage<List<String>>>map(own -> CompletableFuture.completedFuture(List.of(own)))
                .orElseGet(() -> calls.blocking("losses", losses.marks()::outages));
    }

    @Override
    public void onDataLoss(Consumer<DataLoss> listener) {
        losses.onLoss(listener);
    }

    @Override
    public void onMerge(Function<SlotAddress, CompletionStage<Void>> listener) {
        mergedKeys = instance -> listener.apply(Addresses.of(instance));
        merged.add(mergedKeys, time);
    }

    @Override
    public void close() {
        try {
            merged.remove(mergedKeys);
            endQuietly(shares::close);
            endQuietly(losses::close);
            endQuietly(() -> cluster.removeMembershipListener(memberships));
            endQuietly(() -> lifecycle.removeLifecycleListener(merges));
            endQuietly(search::close);
            UUID subscribed = subscription;
            if (subscribed != null) {
                endQuietly(() -> topic.removeMessageListener(subscribed));
            }
        } finally {
            onClose.run();
        }
    }

    /** What ends with the connection, or with the member, need not be ended a second time. */
    private static void endQuietly(Runnable end) {
        try {
            end.run();
        } catch (RuntimeException notRunning) {
            LOG.debug("the member or client ended before its store", notRunning);
        }
    }

    /**
     * A member that leaves its cluster for another one must not answer from anything that it has kept of the first; nor must a client, whose
     * farm may have begun anew while it had no connection.
     */
    private void onLifecycle(LifecycleEvent event) {
        switch (event.getState()) {
            case CLIENT_CONNECTED, CLIENT_CHANGED_CLUSTER -> {
                connections.lost();
                copies.clear();
            }
            case MERGING, MERGED, MERGE_FAILED -> copies.clear();
            default -> {
                // The others say nothing about what is known here.
            }
        }
    }

    /** Resynchronizes the clock: only the lost member may have known the time. */
    private void agreeOnTime() {
        var unused = calls.blocking("time of the farm", () -> {
                    agreement.reach();
                    return true;
                })
                .exceptionally(failure -> {
                    LOG.warn("the members could not be asked for their time; this one keeps its own", failure);
                    return false;
                });
    }
}
