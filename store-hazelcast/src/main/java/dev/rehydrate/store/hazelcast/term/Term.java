// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.term;

import java.util.Set;
import java.util.UUID;

/**
 * A term that was established: a majority of the farm has promised to accept nothing of an earlier one.
 *
 * @param number larger than the number of every term established before it; 1 or more
 * @param members the members that decide under it, all that one view of the cluster has
 */
public record Term(long number, Set<UUID> members) {

    /** Copies the set. */
    public Term {
        members = Set.copyOf(members);
    }

    /**
     * Counts the members that decide under both terms.
     *
     * @param other another term
     * @return how many members of this one decide under the other one too
     */
    public long membersOf(Term other) {
        return members.stream().filter(other.members()::contains).count();
    }
}
