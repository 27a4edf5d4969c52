// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.EngineFacts;
import java.util.Objects;

/**
 * The figures of a store at one moment.
 *
 * @param owners how many owners of this store are alive
 * @param commands how many commands are under way; counted only while a listener is registered
 * @param engine the figures of its engine
 */
public record StoreFacts(int owners, int commands, EngineFacts engine) {

    /** Checks that nothing is missing. */
    public StoreFacts {
        Objects.requireNonNull(engine, "engine");
    }
}
