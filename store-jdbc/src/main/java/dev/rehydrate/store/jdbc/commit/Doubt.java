// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.store.jdbc.RowWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes of which it is not known whether they were committed.
 *
 * @param chains what they carry out
 * @param work what was done with them, or null
 * @param failures how often it could not be found out
 * @param cause what went wrong last
 */
record Doubt(List<Chain> chains, @Nullable RowWork work, int failures, DatabaseException cause) {

    int commands() {
        return chains.stream().mapToInt(chain -> chain.commands().size()).sum();
    }

    List<SlotWrite> writes() {
        return chains.stream().map(Chain::write).toList();
    }
}
