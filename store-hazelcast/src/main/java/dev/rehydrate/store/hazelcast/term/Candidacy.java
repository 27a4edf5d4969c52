// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.term;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One attempt to establish a term: counts the promises of different members. Safe for use by several threads. */
public final class Candidacy {

    private final Term term;
    private final int needed;
    private final Set<UUID> promisers = new HashSet<>();

    /**
     * Begins without promises.
     *
     * @param term what is to be established
     * @param needed how many members are the majority of the farm
     */
    public Candidacy(Term term, int needed) {
        this.term = term;
        this.needed = needed;
    }

    /**
     * Counts an answer.
     *
     * @param voter the member that has answered
     * @param vote the answer
     * @return the term if this answer has established it, otherwise null, also if it was established before
     */
    public synchronized @Nullable Term count(UUID voter, Vote vote) {
        boolean established =
                vote.granted() && term.members().contains(voter) && promisers.add(voter) && promisers.size() == needed;
        return established ? term : null;
    }
}
