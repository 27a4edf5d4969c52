// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.liveness.FailureDetector;
import dev.rehydrate.store.liveness.Pulse;
import dev.rehydrate.store.observation.ContextualEngine;
import dev.rehydrate.store.observation.ContextualTime;
import dev.rehydrate.store.observation.Listeners;
import dev.rehydrate.store.observation.LogScope;
import dev.rehydrate.store.observation.Observation;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.owner.FormerOwners;
import dev.rehydrate.store.owner.LeftToOthers;
import dev.rehydrate.store.owner.LocalOwner;
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
public final class StoreRuntime {

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

    public StoreRuntime(StorageEngine engine, StoreOptions options) {
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

    /** {@return the engine, whose answers arrive in the log context in which they were asked for, if that is wanted} */
    public StorageEngine engine() {
        return engine;
    }

    /** Runs steps of commands as an executor does, in the log context of their command. */
    public Executor inContext(Executor steps) {
        return options.logContext() ? ContextualEngine.inContext(steps) : steps;
    }

    /** {@return the settings, with a time that carries the log context if that is wanted} */
    public StoreOptions options() {
        return options;
    }

    /** The time source for background work, which must not inherit the log context of the command that happens to run. */
    public TimeSource plainTime() {
        return plainTime;
    }

    /** {@return who is told what the store does} */
    public Listeners listeners() {
        return listeners;
    }

    /** {@return what measures commands} */
    public Observation observation() {
        return observation;
    }

    /** {@return when housekeeping last succeeded} */
    public Pulse pulse() {
        return pulse;
    }

    /** {@return the deadlines of commands} */
    public Deadlines deadlines() {
        return deadlines;
    }

    /** {@return the figures of this store at this moment} */
    public StoreFacts facts() {
        return new StoreFacts(owners.size(), observation.commandsUnderWay(), engine.facts());
    }

    /** {@return how named values become bytes here} */
    public Values values() {
        return values;
    }

    /** {@return the judge of all owners of the farm} */
    public FailureDetector watch() {
        return watch;
    }

    /** {@return for how long claims were seen that no instance lists} */
    public ClaimSightings claims() {
        return claims;
    }

    /** {@return what gives back holds of commands whose answers were lost} */
    public AbandonedHolds abandonedHolds() {
        return abandonedHolds;
    }

    /** {@return what passes over damaged records} */
    public DamagedRecords damaged() {
        return damaged;
    }

    /** Instances that want to run and that this process leaves to others for a while. */
    public LeftToOthers left() {
        return left;
    }

    /** {@return who waits here for holds to be given up} */
    public ReleaseNews releaseNews() {
        return releaseNews;
    }

    /** What is known to want to run, for each kind of host of this store. */
    public RunnableBacklogs backlogs() {
        return backlogs;
    }

    /** {@return the owners of this store} */
    public Collection<LocalOwner> owners() {
        return owners.values();
    }

    /** {@return the owner of this store with an id, if there is one} */
    public Optional<LocalOwner> owner(OwnerId id) {
        return Optional.ofNullable(owners.get(id));
    }

    /** Adds an owner of this store. */
    public void add(LocalOwner owner) {
        owners.put(owner.id(), owner);
    }

    /** Removes an owner that has ended. */
    public void remove(LocalOwner owner) {
        // In this order: a lookup that runs meanwhile finds the owner in one of the two, or in both.
        if (owners.containsKey(owner.id())) {
            former.add(owner.id());
            owners.remove(owner.id());
        }
    }

    /** The storage learns of it while the engine still runs: else the instances wait for the end of the leases. */
    public void retireOwners() {
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
    public boolean knew(OwnerId owner) {
        return former.contains(owner);
    }

    /**
     * Judges an owner anew.
     *
     * @return its record if it lives, or empty if it has expired
     */
    public CompletableFuture<Optional<OwnerRecord>> judge(OwnerId owner) {
        return watch.judge(owner).toCompletableFuture();
    }

    /** Announces to all stores when an instance that no owner holds is due, if it has a due time. */
    public void announceRunnable(@Nullable Instant dueAt) {
        if (dueAt != null && announced.isNews(dueAt, engine.now())) {
            engine.announce(new Announcement.MayRun(dueAt));
        }
    }

    /** Removes claims of keys that an instance does not list any more. The next command that meets one finds it void. */
    public CompletableFuture<Void> dropClaims(InstanceId instance, Collection<InstanceKey> keys, long below) {
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
