// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.jdbc.commit.CommitLane;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.ReadLane;
import dev.rehydrate.store.jdbc.commit.Retries;
import dev.rehydrate.store.jdbc.commit.SlotCache;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The lanes of the durable provider over the simulated database: what its engine does with slots, without its threads. Scans,
 * queries and owners are looked up in the rows.
 */
final class SimulatedEngine implements StorageEngine {

    private final SimulatedDatabase database;
    private final TimeSource time;
    private final SplittableRandom random;
    private final BooleanSupplier alive;
    private final List<LaneRun<CommitLane>> commits = new ArrayList<>();
    private final LaneRun<ReadLane> reads;
    private final String name;
    private int works;

    SimulatedEngine(
            SimulatedDatabase database,
            SlotDatabase session,
            SlotCache cache,
            TimeSource time,
            SplittableRandom random,
            BooleanSupplier alive) {
        this.database = database;
        this.time = time;
        this.random = random;
        this.alive = alive;
        this.name = Long.toHexString(random.nextLong());
        Retries retries = new Retries(time, Duration.ofMillis(random.nextInt(3_000, 9_000)), random.split());
        int lanes = 1 + random.nextInt(2);
        for (int i = 0; i < lanes; i++) {
            commits.add(new LaneRun<>(
                    wakeUp -> new CommitLane(session, cache, time, retries, wakeUp), CommitLane::commitNextGroup));
        }
        this.reads =
                new LaneRun<>(wakeUp -> new ReadLane(session, cache, time, retries, wakeUp), ReadLane::readNextGroup);
    }

    /** Runs a lane as the thread of a lane does: one group after the other, never two at once. */
    private final class LaneRun<L> {
        private final L lane;
        private final Function<L, Boolean> group;
        private boolean planned;
        private boolean running;
        private boolean wanted;

        private LaneRun(Function<Runnable, L> lanes, Function<L, Boolean> group) {
            this.lane = lanes.apply(this::wakeUp);
            this.group = group;
        }

        private void wakeUp() {
            if (running) {
                wanted = true;
            } else if (!planned) {
                planned = true;
                time.schedule(Duration.ofNanos(random.nextInt(1, 2_000_000)), this::run);
            }
        }

        private void run() {
            planned = false;
            running = true;
            wanted = false;
            try {
                wanted |= group.apply(lane);
            } catch (RuntimeException failure) {
                database.violated("a lane has failed: " + failure);
            } finally {
                running = false;
            }
            if (wanted) {
                wakeUp();
            }
        }
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        return reads.lane.readNearest(at, values);
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        if (!operation.canChange()) {
            return reads.lane.submit(at, operation);
        }
        CommitLane lane = commits.get(Math.floorMod(at.hashCode(), commits.size())).lane;
        if (!(operation instanceof CommitInstance) || random.nextInt(4) != 0) {
            return lane.submit(at, operation, null);
        }
        String token = name + "-" + ++works;
        return lane.submit(at, operation, database.inserting(token))
                .whenComplete((reply, failure) -> database.checkWork(token, isUndone(reply, failure)));
    }

    private static boolean isUndone(Reply<?> reply, Throwable failure) {
        return (reply instanceof Reply.Refused<?> refused && !(refused.refusal() instanceof Refusal.TooLateToTell))
                || (failure instanceof StorageException told && told.effect() == Effect.NONE);
    }

    /** Ends later, as everything does that is asked of a database. */
    private <T> CompletionStage<T> asked(Supplier<T> answer) {
        CompletableFuture<T> result = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(random.nextInt(1, 8)), () -> {
            try {
                database.call(alive);
            } catch (DatabaseException failure) {
                result.completeExceptionally(new StorageException(failure.effect(), failure.getMessage(), failure));
                return;
            }
            result.complete(answer.get());
        });
        return result;
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return asked(() -> database.rows().entrySet().stream()
                .filter(row -> scan.matches(row.getValue().slot(), now()))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList());
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return asked(() -> database.rows().values().stream()
                .map(row -> row.slot().instance())
                .filter(Objects::nonNull)
                .map(record -> record.header().holder())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return asked(Optional::empty);
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        List<InstanceRecord> records = new ArrayList<>();
        return asked(() -> {
            database.rows().values().stream()
                    .map(row -> row.slot().instance())
                    .filter(Objects::nonNull)
                    .forEach(records::add);
            return new QueryEvaluation(query, now()).page(records.stream());
        });
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return asked(() -> {
            database.owners().put(owner.id(), owner);
            return null;
        });
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return asked(() -> {
            OwnerRecord known = database.owners()
                    .computeIfPresent(owner, (id, record) -> record.isExpired() ? record : record.withBeat(beat));
            return known != null && !known.isExpired();
        });
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return asked(() -> {
            database.owners().computeIfPresent(owner, (id, record) -> record.asExpired());
            return null;
        });
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        return asked(() -> {
            database.owners().computeIfPresent(owner, (id, record) -> record.isExpired() ? record : record.asRetired());
            return null;
        });
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return asked(() -> {
            database.owners().remove(owner);
            return null;
        });
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return asked(() -> Map.copyOf(database.owners()));
    }

    /** Stores over a simulated database find out by asking. */
    @Override
    public void announce(Announcement news) {}

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {}

    @Override
    public Instant now() {
        return time.instant();
    }

    @Override
    public void close() {}
}
