// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.call.EngineThreads;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.jdbc.SharedCache;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copies of the stores on one database. A grid that does not answer at once is left alone for a second, in which the database
 * answers.
 */
public final class GridRegion implements SharedCache.Region {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration LONGEST_ANSWER = Duration.ofMillis(50);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** An age of 'for ever' has no milliseconds. */
    private static final Duration LONGEST_AGE = Duration.ofDays(3650);

    private final CopyCalls calls;
    private final StoreThreads threads;
    private final TimeSource time;
    private final InstantSource farm;
    private final Duration maxAge;
    private final Offers offers;
    private volatile long silentSince;
    private volatile boolean silent;

    /**
     * Begins without knowing of any copy.
     *
     * @param calls the way to the copies
     * @param threads where copies are sent from, and answers handed over
     * @param time by which an answer is late
     * @param farm the time that all members and clients agree on
     * @param maxAge for how long a copy is of any use
     */
    public GridRegion(CopyCalls calls, StoreThreads threads, TimeSource time, InstantSource farm, Duration maxAge) {
        this.calls = calls;
        this.threads = threads;
        this.time = time;
        this.farm = farm;
        this.maxAge = maxAge.compareTo(LONGEST_AGE) < 0 ? maxAge : LONGEST_AGE;
        // That a version is over must be known for as long as a copy of it can be under way.
        this.offers =
                new Offers(calls, threads.waits(), this.maxAge.multipliedBy(2).toMillis());
    }

    @Override
    public CompletionStage<Optional<SharedCache.Entry>> find(SlotAddress at) {
        if (threads.areClosed()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        UUID key = Addresses.key(at);
        try {
            SlotCopy here = calls.readHere(key);
            return here != null || calls.isOwnedHere(key) || isLeftAlone()
                    ? CompletableFuture.completedFuture(entry(at, here))
                    : ask(at, key);
        } catch (RuntimeException notAsked) {
            LOG.debug("the copies of other processes cannot be asked for: slot={}", at, notAsked);
            return CompletableFuture.completedFuture(Optional.empty());
        }
    }

    /** Calls that begin in a thread of the engine could wait for that very thread. */
    private boolean isLeftAlone() {
        return EngineThreads.includeCurrent() || (silent && time.nanoTime() - silentSince < PAUSE.toNanos());
    }

    private CompletionStage<Optional<SharedCache.Entry>> ask(SlotAddress at, UUID key) {
        CompletableFuture<Optional<SharedCache.Entry>> answer = new CompletableFuture<>();
        TimeSource.Cancellable late = time.schedule(
                LONGEST_ANSWER,
                () -> threads.answers().execute(() -> {
                    if (!answer.isDone()) {
                        // First: what follows this answer must not ask again at once.
                        leaveAlone(at);
                        answer.complete(Optional.empty());
                    }
                }));
        calls.send(
                key,
                new FindCopy(),
                (copy, failure) -> threads.answers().execute(() -> {
                    late.cancel();
                    if (failure != null) {
                        LOG.debug("the copies of other processes could not be asked for: slot={}", at, failure);
                    }
                    answer.complete(entry(at, copy));
                }));
        return answer;
    }

    private void leaveAlone(SlotAddress at) {
        silentSince = time.nanoTime();
        silent = true;
        LOG.debug("the copies of other processes are not asked for during {}: no answer about slot={}", PAUSE, at);
    }

    private Optional<SharedCache.Entry> entry(SlotAddress at, @Nullable SlotCopy copy) {
        if (copy == null) {
            return Optional.empty();
        }
        try {
            long millis = farm.millis() - copy.askedAt();
            // A copy from further ahead shows that the clocks differ by more, so its age is unknown.
            if (millis >= maxAge.toMillis() || millis < -SharedCache.CLOCKS_DIFFER.toMillis()) {
                return Optional.empty();
            }
            return Optional.of(
                    new SharedCache.Entry(copy.version(), copy.slot(), Duration.ofMillis(Math.max(0, millis))));
        } catch (WireFormatException | RuntimeException | Error unreadable) {
            // Also an instance that does not fit into what is left of the heap: the load must have an answer.
            LOG.debug("a copy of another process cannot be read: slot={}", at, unreadable);
            return Optional.empty();
        }
    }

    @Override
    public void offer(SlotAddress at, Supplier<SharedCache.Entry> offered) {
        if (threads.areClosed()) {
            return;
        }
        // Before the age: if this process stands still in between, the copy seems older than it is.
        long now = farm.millis();
        SharedCache.Entry entry = offered.get();
        offers.add(at, Offers.Offer.of(entry.version(), now - entry.age().toMillis(), entry.slot()));
    }
}
