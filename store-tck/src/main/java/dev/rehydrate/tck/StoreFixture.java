// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;

/**
 * What a provider supplies so that the kit can try it: stores over the same, at first empty, data, and time that can be moved
 * by hand. Each test gets a fixture of its own.
 */
public interface StoreFixture extends AutoCloseable {

    /**
     * Opens one more store on the data of this fixture, as one more node of a farm would.
     *
     * @param options the settings to open it with, time and {@linkplain StoreOptions#decorator() decorator} included; the
     *     decorator is how the kit watches the store and injects faults. The kit closes the store.
     * @return a new store
     */
    InstanceStore open(StoreOptions options);

    /**
     * The time by which all stores of this fixture, and the engine below them, live.
     *
     * @return the same object each time
     */
    ManualTime time();

    /**
     * Moves time. A provider whose engine answers in threads of its own waits here, within a bound, until they have done what
     * the new time asks of them: {@link SteppingFixture} does.
     *
     * @param by how far
     */
    default void advance(Duration by) {
        time().advance(by);
    }

    /**
     * Tells whether the engine has answered everything that it was asked, and all that follows from the answers has been
     * sent. While a test waits for an answer, the kit moves time only if nothing but time can bring it.
     *
     * @return false while something is under way in other threads or processes; true if the provider has none
     */
    default boolean isIdle() {
        return true;
    }

    /** Frees what the fixture uses; its stores are closed before. */
    @Override
    void close();
}
