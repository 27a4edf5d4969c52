// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.hazelcast.cache.Offers.Offer;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OffersTest {

    private static final SlotAddress AT = new SlotAddress(1, 1);
    private static final ValueEncoding ENCODING = ValueEncoding.builder().build();
    private static final int UNDER_WAY = 128;
    private static final int WAITING = 4096;

    private final GivenCalls calls = new GivenCalls();
    private final Offers offers = new Offers(calls, Runnable::run, 1_000);

    private static Offer version(long version) {
        return Offer.of(version, 0, null);
    }

    private static SlotAddress slot(int number) {
        return new SlotAddress(7, number);
    }

    private static Slot holding(int bytes) {
        StoredValue value = new StoredValue(ENCODING.encode(new byte[bytes - 64]), Set.of(), null);
        return holding(Map.of("value", value));
    }

    private static Slot holding(Map<String, StoredValue> values) {
        InstanceHeader header = new InstanceHeader(
                new InstanceId(7, 8),
                new Revision(1, 1),
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
        InstanceRecord record = new InstanceRecord(header, null, Map.of(), values, Map.of());
        return new Slot(record, null, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
    }

    private static List<Long> versions(List<GivenCalls.Call> calls) {
        return calls.stream()
                .map(call -> ((KeepLatest) call.what()).copy().version())
                .toList();
    }

    @Test
    void ofASlotThatChangesFastOnlyTheLatestWaits() {
        for (long version = 1; version <= 9; version++) {
            offers.add(AT, version(version));
        }
        List<GivenCalls.Call> first = calls.taken();
        assertThat(versions(first)).containsExactly(1L);

        offers.add(AT, version(5));
        first.get(0).answer(null);
        List<GivenCalls.Call> second = calls.taken();
        assertThat(versions(second)).containsExactly(9L);

        second.get(0).answer(null);
        assertThat(calls.taken()).isEmpty();
    }

    @Test
    void aCallThatFailsIsOver() {
        offers.add(AT, version(1));
        offers.add(AT, version(2));
        calls.taken().get(0).fail();

        assertThat(versions(calls.taken())).containsExactly(2L);
    }

    @Test
    void whatCannotBeSentIsForgotten() {
        calls.refuse();
        offers.add(AT, version(1));
        offers.add(AT, version(2));

        assertThat(calls.taken()).isEmpty();
    }

    @Test
    void whatIsTooLargeOnlyEndsWhatIsThere() {
        assertThat(Offer.of(1, 0, holding(1 << 20)).slot()).isNotNull();
        assertThat(Offer.of(1, 0, holding(1 << 21)).slot()).isNull();
    }

    @Test
    void aSlotThatIsLargeByItsNamesOnlyEndsWhatIsThere() throws IOException {
        StoredValue small = new StoredValue(ENCODING.encode(new byte[1]), Set.of(), null);
        Slot wide = holding(IntStream.range(0, 8_000)
                .mapToObj(number -> "n".repeat(200) + number)
                .collect(Collectors.toMap(name -> name, name -> small)));
        Offer offer = Offer.of(1, 0, wide);
        assertThat(offer.slot()).as("its values are small").isNotNull();
        offers.add(AT, offer);

        KeepLatest sent = (KeepLatest) calls.taken().get(0).what();
        assertThat(sent.copy().slot()).isNull();
    }

    @Test
    void anErrorCostsOneCopy() {
        calls.breakOnce(new StackOverflowError("in a test"));
        offers.add(AT, version(1));
        offers.add(AT, version(2));

        assertThat(versions(calls.taken())).containsExactly(2L);
    }

    @Test
    void whatWaitsHasABoundInBytes() {
        int all = UNDER_WAY + 100;
        Slot large = holding(1 << 19);
        for (int i = 0; i < all; i++) {
            offers.add(slot(i), Offer.of(1, 0, large));
        }
        calls.taken().forEach(call -> call.answer(null));

        assertThat(calls.taken()).hasSize((32 << 20) / (1 << 19));
    }

    @Test
    void noMoreThanAFewAreUnderWayAndThoseThatWaitedLongestAreLost() {
        int all = UNDER_WAY + WAITING + 10;
        for (int i = 0; i < all; i++) {
            offers.add(slot(i), version(1));
        }
        List<GivenCalls.Call> first = calls.taken();
        assertThat(first).hasSize(UNDER_WAY);

        first.forEach(call -> call.answer(null));
        List<UUID> next = calls.taken().stream().map(GivenCalls.Call::at).toList();
        assertThat(next).hasSize(UNDER_WAY).startsWith(Addresses.key(slot(UNDER_WAY + 10)));
    }

    @Test
    void afterTheEndNothingIsSentAndNothingFails() {
        Offers ended = new Offers(
                calls,
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                1_000);
        ended.add(AT, version(1));
        ended.add(AT, version(2));

        assertThat(calls.taken()).isEmpty();
    }

    /** As when no thread can be made for a moment. The caller has committed, and must not be told of it. */
    @Test
    void whatCouldNotBeSentIsSentWithTheNextOne() {
        AtomicBoolean noThread = new AtomicBoolean(true);
        Offers shortOfThreads = new Offers(
                calls,
                task -> {
                    if (noThread.get()) {
                        throw new InternalError("for the test");
                    }
                    task.run();
                },
                1_000);

        shortOfThreads.add(slot(1), version(1));
        noThread.set(false);
        shortOfThreads.add(slot(2), version(2));

        assertThat(versions(calls.taken())).containsExactly(1L, 2L);
    }
}
