// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.internal.nio.BufferObjectDataOutput;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.jdbc.SharedCache.Entry;
import dev.rehydrate.tck.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GridRegionTest {

    private static final SlotAddress AT = new SlotAddress(1, 1);
    private static final Duration MAX_AGE = Duration.ofSeconds(10);
    private static final int LONGEST_WAIT = 60;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final GivenCalls calls = new GivenCalls();
    private final StoreThreads threads = new StoreThreads();
    private final GridRegion region = new GridRegion(calls, threads, time, time, MAX_AGE);

    @AfterEach
    void stop() {
        threads.close();
    }

    /** {@return the answer, which fails rather than never to come} */
    private CompletableFuture<Optional<Entry>> find() {
        return region.find(AT).toCompletableFuture().orTimeout(LONGEST_WAIT, TimeUnit.SECONDS);
    }

    private SlotCopy copy() throws IOException {
        return SlotCopy.of(5, time.instant().toEpochMilli(), Slot.EMPTY);
    }

    @Test
    void theOwnerIsAskedAndTheAgeCounts() throws IOException {
        SlotCopy copy = copy();
        time.advance(Duration.ofSeconds(3));
        CompletableFuture<Optional<Entry>> answer = find();
        calls.taken().get(0).answer(copy);

        assertThat(answer.join()).contains(new Entry(5, Slot.EMPTY, Duration.ofSeconds(3)));
    }

    @Test
    void whatIsHereIsNotAskedFor() throws IOException {
        calls.has(copy());

        assertThat(find().join()).contains(new Entry(5, Slot.EMPTY, Duration.ZERO));
        assertThat(calls.taken()).isEmpty();
    }

    @Test
    void theOwnerDoesNotAskItself() {
        calls.owns();

        assertThat(find().join()).isEmpty();
        assertThat(calls.taken()).isEmpty();
    }

    @Test
    void whatIsTooOldIsNothing() throws IOException {
        calls.has(copy());
        time.advance(MAX_AGE.minusMillis(1));
        assertThat(find().join()).isPresent();

        time.advance(Duration.ofMillis(1));
        assertThat(find().join()).isEmpty();
    }

    @Test
    void anAgeMayBeForEver() throws IOException {
        GridRegion patient = new GridRegion(calls, threads, time, time, ChronoUnit.FOREVER.getDuration());
        calls.has(copy());
        time.advance(Duration.ofDays(365));

        assertThat(patient.find(AT).toCompletableFuture().join()).isPresent();
    }

    @Test
    void whatIsOfAnotherTimeIsNothing() throws IOException {
        Instant now = time.instant();
        calls.has(SlotCopy.of(5, now.plusSeconds(3).toEpochMilli(), Slot.EMPTY));
        assertThat(find().join()).as("clocks may differ").contains(new Entry(5, Slot.EMPTY, Duration.ZERO));

        calls.has(SlotCopy.of(5, now.plusMillis(3_001).toEpochMilli(), Slot.EMPTY));
        assertThat(find().join()).isEmpty();
        calls.has(SlotCopy.of(5, Long.MIN_VALUE, Slot.EMPTY));
        assertThat(find().join()).isEmpty();
    }

    @Test
    void aGridThatIsSilentIsLeftAlone() throws IOException {
        CompletableFuture<Optional<Entry>> second = find().thenCompose(first -> find());
        List<GivenCalls.Call> asked = calls.taken();
        time.advance(Duration.ofMillis(50));

        assertThat(second).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(Optional.empty());
        assertThat(calls.taken()).as("left alone").isEmpty();
        asked.get(0).answer(copy());
        time.advance(Duration.ofSeconds(1));
        CompletableFuture<Optional<Entry>> again = find();
        calls.taken().get(0).answer(copy());
        assertThat(again.join()).isPresent();
    }

    @Test
    void aQuestionThatFailsIsNothing() {
        CompletableFuture<Optional<Entry>> answer = find();
        calls.taken().get(0).fail();
        assertThat(answer.join()).isEmpty();

        calls.refuse();
        assertThat(find().join()).isEmpty();
    }

    @Test
    void aCopyThatIsTooMuchForThisProcessIsNothing() throws IOException {
        GridRegion full = new GridRegion(
                calls,
                threads,
                time,
                () -> {
                    throw new StackOverflowError("in a test");
                },
                MAX_AGE);
        CompletableFuture<Optional<Entry>> answer = full.find(AT).toCompletableFuture();
        calls.taken().get(0).answer(copy());

        assertThat(answer).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(Optional.empty());
    }

    @Test
    void afterTheEndNothingIsFoundAndNothingIsSent() throws IOException {
        calls.has(copy());
        threads.close();

        assertThat(find().join()).isEmpty();
        region.offer(AT, () -> new Entry(5, Slot.EMPTY, Duration.ZERO));
        assertThat(calls.taken()).isEmpty();
    }

    @Test
    void aCopyThatCannotBeReadIsNothing() throws IOException {
        InternalSerializationService serialization = new DefaultSerializationServiceBuilder().build();
        BufferObjectDataOutput out = serialization.createObjectDataOutput();
        out.writeLong(5);
        out.writeLong(time.instant().toEpochMilli());
        out.writeByteArray(new byte[] {99, 99, 99});
        SlotCopy damaged = new SlotCopy();
        damaged.readData(serialization.createObjectDataInput(out.toByteArray()));
        calls.has(damaged);

        assertThat(find().join()).isEmpty();
    }

    @Test
    void whatIsOfferedSaysWhenTheDatabaseWasAsked() {
        region.offer(AT, () -> new Entry(5, Slot.EMPTY, Duration.ofMillis(7)));

        SlotCopy sent = sentCopy();
        assertThat(sent.version()).isEqualTo(5);
        assertThat(sent.askedAt()).isEqualTo(time.instant().toEpochMilli() - 7);
    }

    @Test
    void aProcessThatStandsStillMakesACopyOlderAndNeverYounger() {
        Instant before = time.instant();
        region.offer(AT, () -> {
            time.advance(Duration.ofMinutes(1));
            return new Entry(5, Slot.EMPTY, Duration.ofMillis(7));
        });

        assertThat(sentCopy().askedAt()).isEqualTo(before.toEpochMilli() - 7);
    }

    private SlotCopy sentCopy() {
        List<GivenCalls.Call> sent =
                Awaitility.await().atMost(Duration.ofMinutes(1)).until(calls::taken, taken -> !taken.isEmpty());
        return ((KeepLatest) sent.get(0).what()).copy();
    }
}
