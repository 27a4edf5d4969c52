// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.behind.write.BehindWriter;
import dev.rehydrate.store.hazelcast.behind.write.Flushed;
import dev.rehydrate.store.hazelcast.behind.write.GivenFarm;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriterThreadTest {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int CALLERS = 8;

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);
    private final ManualTime time = ManualTime.startingAt(GivenFarm.START);
    private final WriterThread thread = new WriterThread(writer, PERIOD, time);
    private final List<Thread> callers = new CopyOnWriteArrayList<>();
    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    @BeforeEach
    void catchAll() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    }

    @AfterEach
    void stop() {
        thread.stop();
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    /** The database has not answered, so that the slot may have to be noted by the next owner. */
    @Test
    void aMemberThatStopsInTheMiddleOfAWriteEndsItWithoutAnUncaughtException() {
        farm.writing = () -> {
            throw new IllegalStateException("no answer");
        };
        farm.change(writer, key(0, 1));
        thread.start();
        time.advance(PERIOD);
        thread.flush();
        farm.asked = partition -> {
            throw new HazelcastInstanceNotActiveException("stopped");
        };
        time.advance(PERIOD);

        assertThat(thread.flush().left()).isNotNull();
        assertThat(uncaught).isEmpty();
    }

    @Test
    void anUnexpectedFailureIsTriedAgain() {
        AtomicBoolean fails = new AtomicBoolean(true);
        BehindWriter failing = new BehindWriter(farm, farm, farm, () -> {
            if (fails.get()) {
                throw new IllegalArgumentException("no clock");
            }
            return farm.now();
        });
        WriterThread tried = new WriterThread(failing, PERIOD, time);
        tried.start();
        time.advance(PERIOD);
        assertThat(tried.flush().left()).contains("no clock");
        fails.set(false);
        farm.change(failing, key(0, 1));
        time.advance(PERIOD);
        tried.flush();
        tried.stop();

        assertThat(farm.rows).containsKey(key(0, 1));
        assertThat(uncaught).isEmpty();
    }

    /** What is not written stays in memory, so memory that is short for a moment must not end the writing. */
    @Test
    void aWriteThatCannotBeScheduledForAMomentIsScheduledLater() {
        AtomicInteger calls = new AtomicInteger();
        TimeSource shortOfMemory = new ForwardingTime(time) {
            @Override
            public Cancellable schedule(Duration delay, Runnable task) {
                if (calls.incrementAndGet() == 2) {
                    throw new OutOfMemoryError("no memory is left for a timer");
                }
                return super.schedule(delay, task);
            }
        };
        WriterThread goingOn = new WriterThread(writer, PERIOD, shortOfMemory);
        goingOn.start();
        time.advance(PERIOD);
        Awaitility.await().atMost(PATIENCE).until(() -> calls.get() >= 3);
        Slot changed = farm.change(writer, key(0, 1));
        time.advance(PERIOD);

        Awaitility.await().atMost(PATIENCE).until(() -> farm.rows.containsKey(key(0, 1)));
        assertThat(farm.rows).containsEntry(key(0, 1), changed);
        assertThat(uncaught).isEmpty();
        goingOn.stop();
    }

    /** As when the process, or its container, has as many threads as it may have. */
    @Test
    void aWriteForWhichNoThreadCanBeMadeForAMomentBeginsLater() {
        AtomicInteger made = new AtomicInteger();
        WriterThread goingOn = new WriterThread(writer, PERIOD, time, task -> {
            if (made.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(task, "writer");
        });
        goingOn.start();
        Slot changed = farm.change(writer, key(0, 1));
        time.advance(PERIOD);
        time.advance(PERIOD);

        Awaitility.await().atMost(PATIENCE).until(() -> farm.rows.containsKey(key(0, 1)));
        assertThat(farm.rows).containsEntry(key(0, 1), changed);
        assertThat(made).hasValue(2);
        goingOn.stop();
    }

    private CompletableFuture<Flushed> asked() {
        return CompletableFuture.supplyAsync(thread::flushForCaller, task -> {
            Thread caller = new Thread(task, "caller");
            callers.add(caller);
            caller.start();
        });
    }

    /** Each look and each write can take seconds, and those who wait may have given up. */
    @Test
    void callersThatAskWhileAWriteIsUnderWayShareTheNextOne() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CompletableFuture<Void> opened = new CompletableFuture<>();
        farm.writing = () -> {
            reached.countDown();
            opened.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        };
        farm.change(writer, key(0, 1));
        List<CompletableFuture<Flushed>> answers = new ArrayList<>(List.of(asked()));
        assertThat(reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        farm.writing = () -> {};
        Slot meanwhile = farm.change(writer, key(1, 2));
        Stream.generate(this::asked).limit(CALLERS).forEach(answers::add);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> callers.stream().allMatch(each -> each.getState() == Thread.State.TIMED_WAITING));
        opened.complete(null);

        assertThat(answers)
                .hasSize(CALLERS + 1)
                .allSatisfy(answer -> assertThat(answer)
                        .succeedsWithin(PATIENCE)
                        .extracting(Flushed::left)
                        .isNull());
        assertThat(farm.rows).containsEntry(key(1, 2), meanwhile);
        assertThat(farm.looksBack).as("one for the first, one for all others").isEqualTo(2);
    }

    @Test
    void aMemberThatStopsLastRepeatsWhatHasFailed() {
        AtomicInteger failures = new AtomicInteger();
        farm.writing = () -> {
            if (failures.incrementAndGet() < 3) {
                throw new IllegalStateException("no answer");
            }
        };
        Slot changed = farm.change(writer, key(0, 1));

        assertThat(thread.writeRest(false, () -> false)).isNull();

        assertThat(failures).hasValue(3);
        assertThat(farm.rows).containsEntry(key(0, 1), changed);
    }

    /** Their callers wait for the partitions of this one. */
    @Test
    void aMemberThatDoesNotStopLastLeavesWhatHasFailedToOthers() {
        farm.isAway = true;
        farm.change(writer, key(0, 1));

        assertThat(thread.writeRest(false, () -> true)).contains("no connection");

        assertThat(writer.waiting()).isEqualTo(1);
    }

    @Test
    void aMemberThatStopsLastGivesUpAfterAMinuteInWhichTheDatabaseHasTakenNothing() {
        AtomicInteger attempts = new AtomicInteger();
        farm.writing = () -> {
            if (attempts.incrementAndGet() == 3) {
                time.advance(Duration.ofSeconds(60));
            }
            throw new IllegalStateException("no answer");
        };
        farm.change(writer, key(0, 1));

        assertThat(thread.writeRest(false, () -> false)).contains("no answer");

        assertThat(attempts).hasValue(3);
    }

    /** It has had its time already. */
    @Test
    void aMemberThatStopsLastTriesOnceMoreIfTheDatabaseWasSilent() {
        AtomicInteger attempts = new AtomicInteger();
        farm.writing = () -> {
            attempts.incrementAndGet();
            throw new IllegalStateException("no answer");
        };
        farm.change(writer, key(0, 1));

        assertThat(thread.writeRest(true, () -> false)).contains("no answer");

        assertThat(attempts).hasValue(1);
    }
}
