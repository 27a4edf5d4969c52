// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answers that come in any order: a free load never goes back behind one of them. */
class SlotCacheTest {

    private static final SlotAddress AT = new SlotAddress(1, 1);
    private static final Duration AGE = Duration.ofSeconds(1);
    private static final long ROOM_FOR_ONE = 1500;
    private static final int MANY = 20_000;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final SlotCache cache = new SlotCache(1 << 20, AGE, null, time);

    private static StoredSlot version(long version) {
        Slot empty = Slot.EMPTY;
        return StoredSlot.of(
                new Slot(
                        null,
                        new KeyClaim(new InstanceId(0, version), 0),
                        0,
                        empty.recent(),
                        null,
                        Instant.EPOCH,
                        null),
                version);
    }

    private static @Nullable Slot slot(long version) {
        return version(version).slot();
    }

    private long later() {
        time.advance(Duration.ofMillis(1));
        return time.nanoTime();
    }

    @Test
    void aCopyCountsFromTheQuestionOn() {
        long asked = later();
        time.advance(AGE.minusMillis(1));
        cache.put(AT, version(5), asked);

        assertThat(cache.near(AT)).isEqualTo(slot(5));
        time.advance(Duration.ofMillis(1));
        assertThat(cache.near(AT)).isNull();
        assertThat(cache.get(AT)).as("what a save begins with").isNotNull();
    }

    @Test
    void theSameVersionIsAsYoungAsItsLastAnswer() {
        long first = later();
        long second = later();
        cache.put(AT, version(5), second);
        cache.put(AT, version(5), first);
        time.advance(AGE.minusMillis(1));

        assertThat(cache.near(AT)).isEqualTo(slot(5));
        cache.put(AT, version(5), time.nanoTime());
        time.advance(AGE.minusMillis(1));
        assertThat(cache.near(AT)).isEqualTo(slot(5));
    }

    @Test
    void anOlderVersionThatComesLaterIsNoCopy() {
        long asked = later();
        cache.put(AT, version(6), later());
        cache.put(AT, version(5), asked);

        assertThat(cache.near(AT)).isEqualTo(slot(6));
    }

    @Test
    void whatWasAskedBeforeARemovalIsNoCopyAfterIt() {
        long asked = later();
        cache.put(AT, version(6), later());
        later();
        cache.remove(AT);
        cache.put(AT, version(5), asked);

        assertThat(cache.near(AT)).isNull();
        cache.put(AT, version(7), later());
        assertThat(cache.near(AT)).isEqualTo(slot(7));
    }

    @Test
    void whatWasAskedBeforeAnEvictionIsNoCopyAfterIt() {
        SlotCache small = new SlotCache(ROOM_FOR_ONE, AGE, null, time);
        long asked = later();
        small.put(AT, version(6), later());
        later();
        small.put(new SlotAddress(2, 2), version(7), later());
        small.put(AT, version(5), asked);

        assertThat(small.near(AT)).isNull();
    }

    /** What a cache remembers of slots that it does not keep takes little room, so that some slots share it. */
    @Test
    void whatWasAskedBeforeARemovalIsNoCopyHoweverManyOthersWereEvictedSince() {
        SlotCache large = new SlotCache(MANY * ROOM_FOR_ONE, AGE, null, time);
        for (int i = 0; i < MANY; i++) {
            large.put(new SlotAddress(i, 2), version(1), later());
        }
        long asked = later();
        later();
        large.remove(AT);
        for (int i = 0; i < MANY + MANY / 4; i++) {
            large.put(new SlotAddress(i, 3), version(1), time.nanoTime());
        }
        assertThat(large.get(new SlotAddress(MANY / 2, 2))).isNull();
        assertThat(large.get(new SlotAddress(0, 3))).isNotNull();
        large.put(AT, version(5), asked);

        assertThat(large.near(AT)).isNull();
    }

    @Test
    void anInstanceWithoutAClaimIsACopyToo() {
        StoredSlot stored = withKeys(1, 1, 1);
        cache.put(AT, stored, later());

        assertThat(cache.near(AT)).isEqualTo(stored.slot());
    }

    @Test
    void whatWasUsedLastStays() {
        SlotAddress second = new SlotAddress(2, 2);
        SlotCache two = new SlotCache(2 * ROOM_FOR_ONE, AGE, null, time);
        two.put(AT, version(1), later());
        two.put(second, version(1), later());
        assertThat(two.get(AT)).isNotNull();

        two.put(new SlotAddress(3, 3), version(1), later());

        assertThat(two.get(AT)).isNotNull();
        assertThat(two.get(second)).isNull();
    }

    @Test
    void whatIsReplacedOrRemovedOrDoesNotFitTakesNoRoom() {
        SlotAddress second = new SlotAddress(2, 2);
        SlotAddress third = new SlotAddress(3, 3);
        SlotCache two = new SlotCache(2 * ROOM_FOR_ONE, AGE, null, time);
        two.put(second, version(1), later());
        for (int i = 1; i < 10; i++) {
            two.put(AT, version(i), later());
        }
        assertThat(two.get(second)).isNotNull();

        two.remove(AT);
        two.put(third, version(1), later());

        assertThat(two.get(second)).isNotNull();
        assertThat(two.get(third)).isNotNull();
        two.put(AT, version(1), later());
        assertThat(two.get(second)).isNull();

        SlotCache none = new SlotCache(1, AGE, null, time);
        none.put(AT, version(1), later());
        assertThat(none.get(AT)).isNull();
    }

    @Test
    void aVersionThatWasSeenInPartEndsOlderCopiesAndThoseThatComeLater() {
        long asked = later();
        cache.put(AT, version(5), asked);
        later();
        cache.seen(AT, 6);
        assertThat(cache.near(AT)).isNull();

        cache.put(AT, version(5), asked);
        assertThat(cache.near(AT)).isNull();
    }

    @Test
    void aVersionThatWasSeenWithoutACopyEndsOlderAnswersToo() {
        long asked = later();
        later();
        cache.seen(AT, 6);
        cache.put(AT, version(5), asked);

        assertThat(cache.near(AT)).isNull();
    }

    @Test
    void theSameVersionSeenInPartEndsNothing() {
        cache.put(AT, version(6), later());
        cache.seen(AT, 6);
        cache.seen(AT, 5);

        assertThat(cache.near(AT)).isEqualTo(slot(6));
    }

    @Test
    void aRowThatIsGoneEndsItsCopy() {
        cache.put(AT, version(6), later());
        cache.seen(AT, StoredSlot.ABSENT);

        assertThat(cache.near(AT)).isNull();
    }

    @Test
    void thatNothingIsThereIsNoCopy() {
        cache.put(AT, StoredSlot.of(Slot.EMPTY, 5), later());

        assertThat(cache.near(AT)).isNull();
        assertThat(cache.get(AT)).isNotNull();
    }

    @Test
    void aCacheWithoutAnAgeHasNoNearCopies() {
        SlotCache plain = new SlotCache(1 << 20, Duration.ZERO, null, time);
        plain.put(AT, version(5), later());

        assertThat(plain.near(AT)).isNull();
        assertThat(plain.get(AT)).isNotNull();
    }

    @Test
    void onlyARowThatCanBeReadIsUsable() {
        assertThat(version(5).isUsable()).isTrue();
        assertThat(StoredSlot.NONE.isUsable()).isFalse();
        assertThat(StoredSlot.damaged(new StorageException(Effect.NONE, "broken", null), 5)
                        .isUsable())
                .isFalse();
    }

    private static StoredSlot withKeys(long id, int keys, int bytes) {
        StoredValue value = new StoredValue(EncodedValue.fromBytes(new byte[bytes]), Set.of(), null);
        Map<InstanceKey, KeyEntry> entries = new HashMap<>();
        for (int i = 0; i < keys; i++) {
            entries.put(new InstanceKey(id + 1, i), new KeyEntry(KeyState.ASSOCIATED, Map.of("text", value)));
        }
        InstanceHeader header = new InstanceHeader(
                new InstanceId(id + 1, id),
                new Revision(1, 1, 0),
                FencingToken.FIRST,
                InstanceState.INITIALIZED,
                null,
                null,
                null,
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null);
        InstanceRecord record = new InstanceRecord(header, null, entries, Map.of(), Map.of());
        return StoredSlot.of(new Slot(record, null, 0, Slot.EMPTY.recent(), null, Instant.EPOCH, null), 1);
    }

    private static int kept(SlotCache cache, int keys, int bytes) {
        int kept = 0;
        for (int i = 0; i < 50; i++) {
            cache.put(new SlotAddress(i, i), withKeys(i, keys, bytes), 0);
        }
        for (int i = 0; i < 50; i++) {
            kept += cache.get(new SlotAddress(i, i)) == null ? 0 : 1;
        }
        return kept;
    }

    @Test
    void keysAndWhatIsSaidOfThemTakeRoomToo() {
        assertThat(kept(new SlotCache(1 << 20, AGE, null, time), 1, 100_000)).isEqualTo(10);
        assertThat(kept(new SlotCache(1 << 20, AGE, null, time), 5_000, 100)).isEqualTo(1);
        assertThat(kept(new SlotCache(1 << 20, AGE, null, time), 1, 100)).isEqualTo(50);
    }
}
