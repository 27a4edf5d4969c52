// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.tck.ManualTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Stores whose engines are the lanes of the durable provider over one simulated database. */
final class LaneBackend implements Backend {

    private final SimulatedDatabase database;
    private final SplittableRandom random;
    private final Sessions sessions;

    LaneBackend(SplittableRandom random, ManualTime time, SimulatedDatabase.Guard guard, Sessions sessions) {
        this.database = new SimulatedDatabase(random.split(), time, guard);
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
        return new SimulatedStore(
                new SimulatedEngine(database, session, options.time(), random.split(), alive), options);
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
}
