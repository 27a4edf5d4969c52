// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The fixture of a provider whose engine answers in threads of its own. It moves time from one scheduled task to the next, and
 * goes on only when the engine has answered everything that the task has asked.
 *
 * <p>Without that, time would run past a lease while the beat that renews it is still on its way to another thread: the cases on
 * leases, reclaim and sweeping would fail at random.
 */
public abstract class SteppingFixture implements StoreFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ManualTime time;
    private final CallsUnderWay underWay = new CallsUnderWay();
    private final AnnouncementsUnderWay announcements = new AnnouncementsUnderWay(underWay);
    private final List<StorageEngine> engines = new CopyOnWriteArrayList<>();

    /**
     * Begins at a moment.
     *
     * @param start what the wall clock shows
     */
    protected SteppingFixture(Instant start) {
        time = ManualTime.startingAt(start);
    }

    /**
     * Opens one more store on the data of this fixture, as {@link #open} does.
     *
     * @param options the settings to open it with; their decorator counts the calls of the engine, so it must be used
     * @return a new store
     */
    protected abstract InstanceStore openStore(StoreOptions options);

    @Override
    public final InstanceStore open(StoreOptions options) {
        return openStore(options.withDecorator(engine -> {
            engines.add(engine);
            return options.decorator().apply(new CountingEngine(engine, underWay, announcements));
        }));
    }

    @Override
    public final ManualTime time() {
        return time;
    }

    /**
     * Moves time step by step: each task runs at its own moment, and what it sends is answered before the next moment.
     *
     * @param by how far
     * @throws AssertionError if the engine answers nothing for 20 seconds of real time
     */
    @Override
    public final void advance(Duration by) {
        Duration left = by;
        settle();
        while (true) {
            Duration step = time.untilNextTask().orElse(left);
            if (step.compareTo(left) > 0) {
                break;
            }
            time.advance(step);
            left = left.minus(step);
            settle();
            if (step.isZero() && left.isZero()) {
                break;
            }
        }
        time.advance(left);
        settle();
    }

    @Override
    public final boolean isIdle() {
        // Read in this order: a call that goes on after its pause is counted as under way.
        int calls = underWay.count();
        return calls <= engines.stream().mapToInt(StorageEngine::pausedCalls).sum();
    }

    private void settle() {
        underWay.await(this::isIdle, PATIENCE);
    }
}
