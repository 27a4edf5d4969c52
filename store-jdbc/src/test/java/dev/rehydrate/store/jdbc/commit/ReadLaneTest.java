// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One group, over rows that fail when a slot is among them or there are too many. */
class ReadLaneTest {

    private static final SlotAddress BAD = new SlotAddress(1, 50);
    private static final int SLOTS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final DatabaseException isAway = new DatabaseException(Effect.NONE, true, "the database is away", null);
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Rows rows = new Rows();
    private final Retries retries = new Retries(time, PATIENCE, new SplittableRandom(1));
    private final SlotCache cache = new SlotCache(1 << 20, Duration.ofSeconds(1), null, time);
    private final ReadLane lane = new ReadLane(rows, cache, time, retries, () -> {});

    private static final class Rows implements SlotDatabase {

        private final List<Map<SlotAddress, ValueSelection>> reads = new ArrayList<>();
        private @Nullable String rotten;
        private int most = Integer.MAX_VALUE;
        private @Nullable Error broken;
        private @Nullable DatabaseException away;
        private Map<SlotAddress, StoredSlot> stored = Map.of();

        @Override
        public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
            throw new AssertionError();
        }

        @Override
        public Map<SlotAddress, StoredSlot> read(Map<SlotAddress, ValueSelection> wanted) {
            reads.add(Map.copyOf(wanted));
            if (broken != null) {
                throw broken;
            }
            if (away != null) {
                throw away;
            }
            ValueSelection ofBad = wanted.get(BAD);
            boolean isRotten = rotten != null && ofBad != null && ofBad.includes(rotten);
            if (isRotten || wanted.size() > most) {
                throw new DatabaseException(Effect.NONE, false, "missing chunk number 0", null);
            }
            return stored;
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            throw new AssertionError();
        }
    }

    private CompletableFuture<?> load(SlotAddress at, ValueSelection values) {
        return lane.submit(at, new InspectSlot(Set.of(), values)).toCompletableFuture();
    }

    private List<CompletableFuture<?>> loadAll() {
        List<CompletableFuture<?>> loads = new ArrayList<>();
        for (int i = 0; i < SLOTS; i++) {
            loads.add(load(new SlotAddress(1, i), ValueSelection.all()));
        }
        return loads;
    }

    private static void assertNotCarriedOut(CompletableFuture<?> load) {
        assertThat(load).isDone();
        assertThatThrownBy(load::join)
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE));
    }

    @Test
    void aRowThatCannotBeReadFailsOnlyWhatLoadsIt() {
        rows.rotten = "value";
        List<CompletableFuture<?>> loads = loadAll();
        List<CompletableFuture<?>> bad = new ArrayList<>(List.of(loads.remove((int) BAD.low())));
        for (int i = 0; i < SLOTS; i++) {
            bad.add(load(BAD, ValueSelection.all()));
        }
        CompletableFuture<?> part = load(BAD, ValueSelection.of("other"));

        assertThat(lane.readNextGroup()).isTrue();

        assertThat(loads).allSatisfy(CompletableFuture::join);
        assertThat(bad).allSatisfy(ReadLaneTest::assertNotCarriedOut);
        part.join();
        assertThat(rows.reads).hasSizeLessThan(20);
    }

    @Test
    void whatIsTooMuchTogetherIsReadApart() {
        rows.most = 30;
        List<CompletableFuture<?>> loads = loadAll();

        assertThat(lane.readNextGroup()).isTrue();

        assertThat(loads).allSatisfy(CompletableFuture::join);
        assertThat(rows.reads).extracting(Map::size).containsExactly(100, 50, 25, 25, 50, 25, 25);
    }

    @Test
    void aGroupThatIsGivenUpIsAnsweredAtOnce() {
        Error broken = new OutOfMemoryError();
        rows.broken = broken;
        List<CompletableFuture<?>> loads = loadAll();

        assertThatThrownBy(lane::readNextGroup).isSameAs(broken);

        assertThat(loads).allSatisfy(ReadLaneTest::assertNotCarriedOut);
    }

    private static StoredSlot row(long version) {
        KeyClaim claim = new KeyClaim(new InstanceId(0, 7), 0);
        return StoredSlot.of(new Slot(null, claim, 0, Slot.EMPTY.recent(), null, Instant.EPOCH, null), version);
    }

    @Test
    void whatFailsForAWhileIsReadAgain() {
        rows.away = isAway;
        List<CompletableFuture<?>> loads = loadAll();
        lane.readNextGroup();
        assertThat(loads).noneMatch(CompletableFuture::isDone);
        assertThat(retries.paused()).isEqualTo(SLOTS);

        rows.away = null;
        time.advance(Duration.ofMillis(10));
        lane.readNextGroup();

        assertThat(loads).allSatisfy(load -> assertThat(load).isCompleted());
        assertThat(retries.paused()).isZero();
    }

    /** A database that stays away is asked more and more rarely, and what waits for it is answered. */
    @Test
    void whatFailsForLongerThanItsPatienceIsAnswered() {
        rows.away = isAway;
        CompletableFuture<?> load = load(BAD, ValueSelection.all());
        for (Duration past = Duration.ZERO; past.compareTo(PATIENCE) <= 0; past = past.plusMillis(5)) {
            assertThat(load).isNotDone();
            lane.readNextGroup();
            time.advance(Duration.ofMillis(5));
        }
        time.advance(PATIENCE);
        lane.readNextGroup();

        assertNotCarriedOut(load);
        assertThat(load).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining(isAway.getMessage());
        // Pauses of 10 ms each would make some hundreds.
        assertThat(rows.reads).hasSizeBetween(8, 25);
    }

    @Test
    void whatWaitsOrPausesWhenTheLaneIsClosedIsAnswered() {
        rows.away = isAway;
        CompletableFuture<?> pausing = load(BAD, ValueSelection.all());
        lane.readNextGroup();
        CompletableFuture<?> waiting = load(BAD, ValueSelection.all());

        lane.close();
        retries.endPauses();

        for (CompletableFuture<?> each : List.of(pausing, waiting, load(BAD, ValueSelection.all()))) {
            assertNotCarriedOut(each);
            assertThat(each).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("closed");
        }
    }

    private void readFor(ValueSelection... loads) {
        for (ValueSelection values : loads) {
            var unused = load(BAD, values);
        }
        lane.readNextGroup();
    }

    /** A save that is decided on a part of the values would lose the others. */
    @Test
    void onlyAWholeSlotIsACopyForSaves() {
        StoredSlot row = row(5);
        rows.stored = Map.of(BAD, row);

        readFor(ValueSelection.of("one"));
        assertThat(cache.get(BAD)).isNull();

        time.advance(Duration.ofMillis(1));
        readFor(ValueSelection.of("one"), ValueSelection.all());
        assertThat(cache.get(BAD)).isEqualTo(row);

        time.advance(Duration.ofMillis(1));
        rows.stored = Map.of(BAD, row(6));
        readFor(ValueSelection.of("one"));
        assertThat(cache.get(BAD)).as("a version that is known to be over").isNull();
    }

    @Test
    void aRowThatIsDamagedIsNoCopy() {
        rows.stored = Map.of(BAD, StoredSlot.damaged(new StorageException(Effect.NONE, "broken", null), 5));
        CompletableFuture<?> load = load(BAD, ValueSelection.all());
        lane.readNextGroup();

        assertNotCarriedOut(load);
        assertThat(cache.get(BAD)).isNull();
    }

    @Test
    void anOperationThatWouldWriteIsAnsweredWithAFailure() {
        CompletableFuture<?> claim = lane.submit(
                        BAD,
                        new ClaimKey(
                                new InstanceKey(BAD.high(), BAD.low()),
                                new KeyClaim(new InstanceId(0, 7), 0),
                                null,
                                Set.of()))
                .toCompletableFuture();
        CompletableFuture<?> load = load(BAD, ValueSelection.all());
        lane.readNextGroup();

        assertNotCarriedOut(claim);
        assertThat(load).isCompleted();
    }

    @Test
    void aFreeLoadIsAnsweredFromANearCopy() {
        StoredSlot row = row(5);
        time.advance(Duration.ofMillis(1));
        cache.put(BAD, row, time.nanoTime());

        assertThat(lane.readNearest(BAD, ValueSelection.all()).toCompletableFuture())
                .isCompletedWithValue(row.slot());
        time.advance(Duration.ofSeconds(1));
        CompletableFuture<Slot> late =
                lane.readNearest(BAD, ValueSelection.all()).toCompletableFuture();

        assertThat(late).isNotDone();
        rows.stored = Map.of(BAD, row(6));
        assertThat(lane.readNextGroup()).isTrue();
        assertThat(lane.readNextGroup()).as("another group").isFalse();
        assertThat(late).isCompletedWithValue(row.slot());
    }
}
