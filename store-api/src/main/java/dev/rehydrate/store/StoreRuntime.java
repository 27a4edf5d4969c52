// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.DropClaim;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.liveness.FailureDetector;
import dev.rehydrate.store.liveness.Pulse;
import dev.rehydrate.store.runnable.AnnouncedTimes;
import dev.rehydrate.store.value.Values;
import dev.rehydrate.store.waiting.Deadlines;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all commands of one store share. */
final class StoreRuntime {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private static final Duration LONGEST_RETIREMENT = Duration.ofSeconds(5);

    private final StorageEngine engine;
    private final StoreOptions options;
    private final TimeSource plainTime;
    private final Listeners listeners;
    private final Observation observation;
    private final Pulse pulse;
    private final Deadlines deadlines;
    private final Values values;
    private final FailureDetector watch;
    private final ClaimSightings claims;
    private final AbandonedHolds abandonedHolds;
    private final DamagedRecords damaged;
    private final ReleaseNews releaseNews;
    private final LeftToOthers left;
    private final AnnouncedTimes announced;
    private final RunnableBacklogs backlogs = new RunnableBacklogs(this);
    private final Map<OwnerId, LocalOwner> owners = new ConcurrentHashMap<>();
    private final FormerOwners former = new FormerOwners();

    StoreRuntime(StorageEngine engine, StoreOptions options) {
        this.engine = options.logContext() ? new ContextualEngine(engine) : engine;
        this.options = inContext(options);
        this.plainTime = options.time();
        this.listeners = new Listeners(options.listeners());
        this.observation = new Observation(options, listeners);
        this.pulse = new Pulse(options.time());
        this.deadlines = new Deadlines(
                options.time(), options.logContext() ? ContextualTime::keepingContext : UnaryOperator.identity());
        this.values = new Values(options.values());
        this.watch = new FailureDetector(this.engine, options.time(), owners::keySet);
        this.claims = new ClaimSightings(options.time(), options.claimGrace());
        this.abandonedHolds = new AbandonedHolds(this.engine, this.options, watch);
        this.damaged = new DamagedRecords(options.time());
        this.releaseNews = new ReleaseNews(this.engine, this.options.time());
        this.announced = new AnnouncedTimes(options.time()::nanoTime, options.detectionPeriod());
        this.left = new LeftToOthers(options.time()::nanoTime, owners::values);
    }

    /** The same settings, with a time that carries the log context to what is done later if that is wanted. */
    private static StoreOptions inContext(StoreOptions options) {
        return options.logContext() ? options.withTime(new ContextualTime(options.time())) : options;
    }

    StorageEngine engine() {
        return engine;
    }

    /** Runs steps of commands as an executor does, in the log context of their command. */
    Executor inContext(Executor steps) {
        return options.logContext() ? ContextualEngine.inContext(steps) : steps;
    }

    StoreOptions options() {
        return options;
    }

    /** The time source for background work, which must not inherit the log context of the command that happens to run. */
    TimeSource plainTime() {
        return plainTime;
    }

    Listeners listeners() {
        return listeners;
    }

    Observation observation() {
        return observation;
    }

    Pulse pulse() {
        return pulse;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    StoreFacts facts() {
        return new StoreFacts(owners.size(), observation.commandsUnderWay(), engine.facts());
    }

    Values values() {
        return values;
    }

    FailureDetector watch() {
        return watch;
    }

    ClaimSightings claims() {
        return claims;
    }

    AbandonedHolds abandonedHolds() {
        return abandonedHolds;
    }

    DamagedRecords damaged() {
        return damaged;
    }

    /** Instances that want to run and that this process leaves to others for a while. */
    LeftToOthers left() {
        return left;
    }

    ReleaseNews releaseNews() {
        return releaseNews;
    }

    /** What is known to want to run, for each kind of host of this store. */
    RunnableBacklogs backlogs() {
        return backlogs;
    }

    Collection<LocalOwner> owners() {
        return owners.values();
    }

    Optional<LocalOwner> owner(OwnerId id) {
        return Optional.ofNullable(owners.get(id));
    }

    void add(LocalOwner owner) {
        owners.put(owner.id(), owner);
    }

    void remove(LocalOwner owner) {
        // In this order: a lookup that runs meanwhile finds the owner in one of the two, or in both.
        if (owners.containsKey(owner.id())) {
            former.add(owner.id());
            owners.remove(owner.id());
        }
    }

    /** The storage learns of it while the engine still runs: else the instances wait for the end of the leases. */
    void retireOwners() {
        List<CompletableFuture<Void>> ended = new ArrayList<>();
        for (LocalOwner owner : List.copyOf(owners.values())) {
            owner.endWithStore();
            remove(owner);
            ended.add(engine.retireOwner(owner.id()).toCompletableFuture());
        }
        try {
            Closing.awaitAlsoInterrupted(
                    CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new)), LONGEST_RETIREMENT);
        } catch (ExecutionException | TimeoutException notTold) {
            LOG.warn("owners of a closed store expire only after their leases", SafeText.failure(notTold));
        }
    }

    /** Whether an owner was one of this store's lately, so that a host learns of its loss and not of a mistake. */
    boolean knew(OwnerId owner) {
        return former.contains(owner);
    }

    /**
     * Judges an owner anew.
     *
     * @return its record if it lives, or empty if it has expired
     */
    CompletableFuture<Optional<OwnerRecord>> judge(OwnerId owner) {
        return watch.judge(owner).toCompletableFuture();
    }

    /** Announces to all stores when an instance that no owner holds is due, if it has a due time. */
    void announceRunnable(@Nullable Instant dueAt) {
        if (dueAt != null && announced.isNews(dueAt, engine.now())) {
            engine.announce(new Announcement.MayRun(dueAt));
        }
    }

    /** Removes claims of keys that an instance does not list any more. The next command that meets one finds it void. */
    CompletableFuture<Void> dropClaims(InstanceId instance, Collection<InstanceKey> keys, long below) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Reply<Boolean>>> drops = new ArrayList<>();
        for (InstanceKey key : FurtherKeys.of(instance, keys)) {
            drops.add(engine.apply(SlotAddress.of(key), new DropClaim(instance, below))
                    .toCompletableFuture());
        }
        return CompletableFuture.allOf(drops.toArray(CompletableFuture[]::new)).exceptionally(failure -> {
            LogScope.of(instance, null, null)
                    .during(() -> LOG.debug(
                            "claims of instance {} stay until a command needs their keys",
                            instance,
                            SafeText.failure(failure)));
            return null;
        });
    }
}
