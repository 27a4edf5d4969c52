// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The time of a farm, which stands still until a test moves it. A thread that would wait for it for ever is told so: what is not
 * answered after a while of real time, in which no thread has moved the time of the farm, is not answered at all.
 */
final class FarmTime extends ForwardingTime {

    /** Long enough for work on other threads of the test, short beside any deadline. */
    private static final int LOOKS = 100;

    private static final long MILLIS_BETWEEN_LOOKS = 20;

    private final ManualTime time;
    private final List<Waiting> waiting = new CopyOnWriteArrayList<>();

    FarmTime(ManualTime time) {
        super(time);
        this.time = time;
    }

    /**
     * What goes on when time is moved.
     *
     * @param until the moment, on the wall clock of the farm
     * @param what says what it is
     */
    private record Waiting(Instant until, Supplier<String> what) {}

    ManualTime manual() {
        return time;
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task, Supplier<String> what) {
        Waiting entry = new Waiting(time.instant().plus(delay), what);
        waiting.add(entry);
        Cancellable scheduled = time.schedule(delay, () -> {
            waiting.remove(entry);
            task.run();
        });
        return () -> {
            waiting.remove(entry);
            scheduled.cancel();
        };
    }

    @Override
    public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        long standsAt = time.nanoTime();
        for (int looks = 0; looks < LOOKS && !isThere(answer); looks++) {
            if (time.nanoTime() != standsAt) {
                standsAt = time.nanoTime();
                looks = 0;
            }
        }
        if (!answer.isDone() && !Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("time stands still, and so does " + what.get() + ": " + reasons()
                    + ". No thread moves the time of this farm, so the call would never return. Begin it with callAsync,"
                    + " postAsync or executeAsync, and then move time with farm.advance(...)");
        }
    }

    /** Whether there is no more to wait for; an interrupt is left to the wait that follows. */
    private static boolean isThere(CompletableFuture<?> answer) {
        try {
            answer.get(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException | CancellationException failed) {
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private String reasons() {
        String known = waiting.stream()
                .map(each -> each.what().get() + ", which is looked at again at " + each.until())
                .distinct()
                .collect(Collectors.joining("; "));
        if (!known.isEmpty()) {
            return known;
        }
        return time.untilNextTask()
                .map(next -> "the next thing happens when it is moved by " + next)
                .orElse("nothing at all is scheduled, so another thread has to go on");
    }
}
