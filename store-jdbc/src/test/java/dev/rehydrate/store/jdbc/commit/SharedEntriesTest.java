// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.SharedCache;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries of other processes, of any version and age: a free load never goes back behind what its own store has learned. */
class SharedEntriesTest {

    private static final SlotAddress AT = new SlotAddress(1, 1);
    private static final SlotAddress ELSEWHERE = new SlotAddress(2, 2);
    private static final long ROOM_FOR_ONE = 1500;
    private static final Duration JUST_NOW = Duration.ZERO;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Given region = new Given();
    private final SlotCache cache = new SlotCache(1 << 20, Duration.ZERO, region, time);

    /** Answers with what the test says, and remembers what it was offered. */
    private static final class Given implements SharedCache.Region {
        private final List<SharedCache.Entry> offered = new ArrayList<>();
        private CompletableFuture<Optional<SharedCache.Entry>> answer =
                CompletableFuture.completedFuture(Optional.empty());
        private Runnable beforeTheAge = () -> {};
        private boolean broken;

        private void has(long version, Duration age) {
            answer = CompletableFuture.completedFuture(Optional.of(new SharedCache.Entry(version, slot(version), age)));
        }

        @Override
        public CompletionStage<Optional<SharedCache.Entry>> find(SlotAddress at) {
            requireSound();
            return answer;
        }

        @Override
        public void offer(SlotAddress at, Supplier<SharedCache.Entry> entry) {
            requireSound();
            beforeTheAge.run();
            offered.add(entry.get());
        }

        private void requireSound() {
            if (broken) {
                throw new IllegalStateException("a cache that is broken");
            }
        }
    }

    private static Slot slot(long version) {
        return new Slot(
                null, new KeyClaim(new InstanceId(0, version), 0), 0, Slot.EMPTY.recent(), null, Instant.EPOCH, null);
    }

    private static StoredSlot stored(long version) {
        return StoredSlot.of(slot(version), version);
    }

    private static @Nullable Slot found(SlotCache cache) {
        return cache.findShared(AT).toCompletableFuture().join().orElse(null);
    }

    private long later(Duration step) {
        time.advance(step);
        return time.nanoTime();
    }

    private long later() {
        return later(Duration.ofMillis(1));
    }

    @Test
    void whatIsNotKnownHereIsTaken() {
        region.has(5, JUST_NOW);

        assertThat(found(cache)).isEqualTo(slot(5));
        assertThat(cache.get(AT)).as("what a save begins with").isNotNull();
        assertThat(region.offered).as("what was taken is known there").isEmpty();
    }

    @Test
    void aStoreThatHasJustBegunTakesWhatThereIs() {
        region.has(5, Duration.ofMinutes(1));

        assertThat(found(cache)).isEqualTo(slot(5));
    }

    @Test
    void anOlderVersionThanTheKnownOneIsRefused() {
        later(Duration.ofSeconds(5));
        cache.put(AT, stored(6), later());
        region.has(5, JUST_NOW);

        assertThat(found(cache)).isNull();
    }

    @Test
    void theKnownVersionAndALaterOneAreTakenWhateverTheirAge() {
        cache.put(AT, stored(6), later(Duration.ofSeconds(5)));
        region.has(6, Duration.ofMinutes(1));
        assertThat(found(cache)).isEqualTo(slot(6));

        region.has(7, Duration.ofMinutes(1));
        assertThat(found(cache)).isEqualTo(slot(7));
    }

    @Test
    void anEntryFromBeforeARemovalIsRefusedAfterIt() {
        later(Duration.ofSeconds(5));
        cache.put(AT, stored(6), later());
        cache.remove(AT);
        later(Duration.ofSeconds(10));

        region.has(5, Duration.ofSeconds(11));
        assertThat(found(cache)).isNull();
        region.has(5, Duration.ofSeconds(7));
        assertThat(found(cache)).as("the clocks may differ by three seconds").isNull();
        region.has(7, Duration.ofMillis(6_999));
        assertThat(found(cache)).isEqualTo(slot(7));
    }

    /** The copy that is known is good enough for a save, whose guard finds it out, and proves nothing about the entry. */
    @Test
    void anEntryFromBeforeARemovalIsRefusedAlsoIfAnOldAnswerCameAfterIt() {
        long asked = later(Duration.ofSeconds(5));
        cache.put(AT, stored(6), later());
        cache.remove(AT);
        cache.put(AT, stored(5), asked);
        later(Duration.ofSeconds(10));

        region.has(5, Duration.ofSeconds(11));
        assertThat(found(cache)).isNull();
        region.has(6, Duration.ofSeconds(1));
        assertThat(found(cache)).isEqualTo(slot(6));
    }

    @Test
    void anEntryFromBeforeWhatWasEvictedIsRefused() {
        SlotCache small = new SlotCache(ROOM_FOR_ONE, Duration.ZERO, region, time);
        later(Duration.ofSeconds(5));
        small.put(AT, stored(6), later());
        later(Duration.ofSeconds(20));
        small.put(ELSEWHERE, stored(7), later());

        region.has(5, Duration.ofSeconds(20));
        assertThat(found(small)).isNull();
        region.has(6, Duration.ofSeconds(16));
        assertThat(found(small)).as("asked after the evicted one was learned").isEqualTo(slot(6));
    }

    @Test
    void aCacheWithoutRoomIsAsCareful() {
        SlotCache none = new SlotCache(0, Duration.ZERO, region, time);
        later(Duration.ofSeconds(5));
        none.put(AT, stored(6), later());
        later(Duration.ofSeconds(5));

        region.has(5, Duration.ofSeconds(5));
        assertThat(found(none)).isNull();
        region.has(6, Duration.ofSeconds(1));
        assertThat(found(none)).isEqualTo(slot(6));
    }

    @Test
    void anAnswerCountsFromTheQuestionOn() {
        later(Duration.ofSeconds(5));
        CompletableFuture<Optional<SharedCache.Entry>> slow = new CompletableFuture<>();
        region.answer = slow;
        CompletableFuture<Optional<Slot>> find = cache.findShared(AT).toCompletableFuture();
        cache.put(AT, stored(6), later());
        cache.remove(AT);
        later(Duration.ofSeconds(10));
        slow.complete(Optional.of(new SharedCache.Entry(5, slot(5), Duration.ofMillis(500))));

        assertThat(find.join()).isEmpty();
    }

    @Test
    void aVersionThatIsOverIsNoAnswer() {
        later(Duration.ofSeconds(5));
        region.answer = CompletableFuture.completedFuture(Optional.of(new SharedCache.Entry(5, null, JUST_NOW)));

        assertThat(found(cache)).isNull();
    }

    @Test
    void thatNothingIsThereIsSaidByTheDatabaseOnly() {
        later(Duration.ofSeconds(5));
        region.answer = CompletableFuture.completedFuture(Optional.of(new SharedCache.Entry(5, Slot.EMPTY, JUST_NOW)));

        assertThat(found(cache)).isNull();
    }

    @Test
    void whatIsLearnedIsOfferedWithItsAge() {
        long asked = later();
        later(Duration.ofMillis(3));
        cache.put(AT, stored(6), asked);
        cache.put(AT, stored(5), later());

        assertThat(region.offered).containsExactly(new SharedCache.Entry(6, slot(6), Duration.ofMillis(3)));
    }

    @Test
    void aProcessThatStandsStillOffersWhatIsAsOldAsItIs() {
        region.beforeTheAge = () -> time.advance(Duration.ofMinutes(1));
        cache.put(AT, stored(6), later());

        assertThat(region.offered).containsExactly(new SharedCache.Entry(6, slot(6), Duration.ofMinutes(1)));
    }

    @Test
    void aCacheThatFailsCostsAQuestionToTheDatabaseAndNothingElse() {
        region.answer = CompletableFuture.failedFuture(new IllegalStateException("no answer"));
        assertThat(found(cache)).isNull();

        region.broken = true;
        assertThat(found(cache)).isNull();
        cache.put(AT, stored(6), later());
        assertThat(cache.get(AT)).isNotNull();
        cache.end(AT, 6);
        assertThat(cache.get(AT)).isNull();
    }

    @Test
    void aVersionThatIsOverIsOffered() {
        cache.end(AT, 6);
        cache.end(ELSEWHERE, StoredSlot.ABSENT);

        assertThat(region.offered).containsExactly(new SharedCache.Entry(6, null, JUST_NOW));
    }
}
