// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import java.time.Instant;
import java.util.Objects;

/**
 * A part of the data was lost with all its copies.
 *
 * @param partitions how many partitions of the data were lost
 * @param of how many partitions there are
 * @param at when the first of them was lost, by the clock of the store
 */
public record DataLoss(int partitions, int of, Instant at) {

    /** Checks that nothing is missing. */
    public DataLoss {
        Objects.requireNonNull(at, "at");
    }
}
