// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.time.TimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A step that is scheduled once too often repeats itself for ever, and one that stays scheduled keeps a closed store in memory. */
final class RepeatedWorkTest {

    private final RepeatedWork work = new RepeatedWork();
    private final AtomicInteger scheduled = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private boolean memoryIsShort;

    private TimeSource.Cancellable step() {
        if (memoryIsShort) {
            throw new OutOfMemoryError("for a moment");
        }
        scheduled.incrementAndGet();
        return cancelled::incrementAndGet;
    }

    @Test
    void whatCouldNotBeScheduledIsScheduledOnce() {
        memoryIsShort = true;
        work.next(this::step);
        work.goOn();
        assertThat(scheduled).hasValue(0);

        memoryIsShort = false;
        work.goOn();
        work.goOn();

        assertThat(scheduled).hasValue(1);
    }

    @Test
    void whatIsScheduledIsNotScheduledAgain() {
        work.next(this::step);

        work.goOn();

        assertThat(scheduled).hasValue(1);
    }

    @Test
    void endCancelsWhatIsScheduled() {
        work.next(this::step);

        work.end();

        assertThat(cancelled).hasValue(1);
    }

    @Test
    void nothingIsScheduledAfterTheEnd() {
        memoryIsShort = true;
        work.next(this::step);
        memoryIsShort = false;
        work.end();

        work.goOn();
        work.next(this::step);

        assertThat(scheduled).hasValue(0);
    }
}
