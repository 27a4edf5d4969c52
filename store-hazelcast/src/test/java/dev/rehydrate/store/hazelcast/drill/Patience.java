// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** How long a caller goes on trying when the store says that nothing was done. */
enum Patience {

    /** Takes the first answer. */
    NONE(Duration.ZERO),
    /** Tries again, for as long as a deadline of a command usually is. */
    DEADLINE(Duration.ofSeconds(30));

    private static final Duration BREATH = Duration.ofMillis(100);

    private final Duration limit;

    Patience(Duration limit) {
        this.limit = limit;
    }

    /** {@return what the system properties of this process say} */
    static Patience asked() {
        return Boolean.getBoolean(SETTING) ? DEADLINE : NONE;
    }

    /** The system property that makes callers patient. */
    static final String SETTING = "drill.patient";

    /** Whether a caller that has tried since then gives up. */
    boolean isOverAfter(long since) {
        return System.nanoTime() - since >= limit.toNanos();
    }

    /** Tries until the answer is not in vain, or patience is over; the last answer. */
    <T> T attempt(Supplier<T> call, Predicate<T> inVain) {
        long since = System.nanoTime();
        T answer = call.get();
        while (inVain.test(answer) && !isOverAfter(since)) {
            LockSupport.parkNanos(BREATH.toNanos());
            answer = call.get();
        }
        return answer;
    }

    /** Repeats a command until it is known to be done, or patience is over. */
    <T> T settle(Supplier<T> command) {
        long since = System.nanoTime();
        while (true) {
            try {
                return command.get();
            } catch (OutcomeUnknownException | StoreUnavailableException inDoubt) {
                if (isOverAfter(since)) {
                    throw inDoubt;
                }
                LockSupport.parkNanos(BREATH.toNanos());
            }
        }
    }
}
