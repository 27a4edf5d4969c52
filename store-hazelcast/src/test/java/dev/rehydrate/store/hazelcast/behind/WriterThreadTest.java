// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import static dev.rehydrate.store.hazelcast.behind.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriterThreadTest {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);
    private final ManualTime time = ManualTime.startingAt(GivenFarm.START);
    private final WriterThread thread = new WriterThread(writer, PERIOD, time);
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
}
