// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.commit.SlotCache;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.store.jdbc.simulation.SimulatedSharing.Ages;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Stores whose engines are the lanes of the durable provider over one simulated database. */
final class LaneBackend implements Backend {

    private static final Duration NEAR_COPY_AGE = Duration.ofSeconds(2);
    private static final Duration SHARED_AGE = Duration.ofSeconds(8);

    private final SimulatedDatabase database;
    private final @Nullable SimulatedSharing sharing;
    private final SplittableRandom random;
    private final Sessions sessions;

    LaneBackend(SplittableRandom random, ManualTime time, SimulatedDatabase.Guard guard, Sessions sessions, Ages ages) {
        this.database = new SimulatedDatabase(random.split(), time, guard);
        this.sharing = random.nextInt(3) == 0 ? null : new SimulatedSharing(time, random.split(), ages);
        this.random = random;
        this.sessions = sessions;
    }

    /** Makes the session of a process; a broken variant of the provider is made here. */
    interface Sessions {
        SlotDatabase open(SimulatedDatabase database, BooleanSupplier alive);
    }

    @Override
    public InstanceStore open(StoreOptions options, BooleanSupplier alive) {
        SlotDatabase session = sessions.open(database, alive);
        TimeSource own = options.time();
        return new SimulatedStore(
                new SimulatedEngine(database, session, newCache(own), own, random.split(), alive), options);
    }

    private SlotCache newCache(TimeSource own) {
        long capacity = random.nextInt(4) == 0 ? 0 : 1L << random.nextInt(12, 24);
        Duration nearAge = random.nextInt(3) == 0 ? Duration.ZERO : NEAR_COPY_AGE;
        return new SlotCache(capacity, nearAge, sharing == null ? null : sharing.region(own, SHARED_AGE), own);
    }

    /** A store over any engine. */
    private static final class SimulatedStore extends InstanceStore {
        private SimulatedStore(SimulatedEngine engine, StoreOptions options) {
            super(engine, options);
        }
    }

    @Override
    public void disturb() {
        database.disturb();
    }

    @Override
    public void heal() {
        database.heal();
    }

    @Override
    public List<String> violations() {
        return database.violations();
    }

    @Override
    public long troubles() {
        return database.troubles();
    }

    @Override
    public long shared() {
        return sharing == null ? 0 : sharing.found();
    }
}
