// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InspectSlot;
import dev.rehydrate.slot.SlotAddress;
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

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Rows rows = new Rows();
    private final ReadLane lane = new ReadLane(
            rows,
            new SlotCache(0, Duration.ZERO, null, time),
            time,
            new Retries(time, Duration.ofSeconds(5), new SplittableRandom(1)),
            () -> {});

    private static final class Rows implements SlotDatabase {

        private final List<Map<SlotAddress, ValueSelection>> reads = new ArrayList<>();
        private @Nullable String rotten;
        private int most = Integer.MAX_VALUE;
        private @Nullable Error broken;

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
            ValueSelection ofBad = wanted.get(BAD);
            boolean isRotten = rotten != null && ofBad != null && ofBad.includes(rotten);
            if (isRotten || wanted.size() > most) {
                throw new DatabaseException(Effect.NONE, false, "missing chunk number 0", null);
            }
            return Map.of();
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
}
