// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.term;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one member has promised and was told. Any two majorities have a member in common, and a member promises each number at
 * most once and never a smaller one: so terms have one order, and when a term is established no change of an earlier one can
 * get to a majority any more.
 *
 * <p>Safe for use by several threads; what partition threads ask is one read of a volatile field.
 */
public final class MemberTerm {

    /** The term of the data of a member that has left its cluster and does not know yet what the next one has. */
    public static final long UNKNOWN = -1;

    private volatile Knowledge known = new Knowledge(0, null, 0, Phase.MEMBER);

    private enum Phase {
        MEMBER,
        /** Leaves its cluster: promises, accepts and decides nothing. */
        MERGING,
        /** Is in another cluster, to which it has not yet given what it has: promises nothing. */
        RETURNING
    }

    private record Knowledge(long promised, @Nullable Term told, long accepted, Phase phase) {}

    /**
     * Promises a number, if that is possible.
     *
     * @param number what to promise; 0 only asks
     * @return the answer
     */
    public synchronized Vote vote(long number) {
        Knowledge now = known;
        boolean granted = now.phase == Phase.MEMBER && number > now.promised;
        if (granted) {
            known = new Knowledge(number, now.told, now.accepted, now.phase);
        }
        return new Vote(granted, known.promised, now.accepted);
    }

    /**
     * Takes over a term that was established.
     *
     * @param term the term
     * @return whether it was taken over: a larger one may have been promised meanwhile
     */
    public synchronized boolean adopt(Term term) {
        Knowledge now = known;
        if (now.phase == Phase.MERGING || term.number() < now.promised) {
            return false;
        }
        known = new Knowledge(term.number(), term, Math.max(now.accepted, term.number()), now.phase);
        return true;
    }

    /**
     * Asks whether a change that was decided under a term may be stored here.
     *
     * @param number the number of the term
     * @return false if a larger one was promised, or this member is leaving its cluster
     */
    public boolean accepts(long number) {
        Knowledge now = known;
        return (now.promised == number && now.accepted == number && now.phase != Phase.MERGING) || acceptsNew(number);
    }

    private synchronized boolean acceptsNew(long number) {
        Knowledge now = known;
        if (now.phase == Phase.MERGING || number < now.promised) {
            return false;
        }
        known = new Knowledge(number, now.told, Math.max(now.accepted, number), now.phase);
        return true;
    }

    /**
     * Tells under which term this member decides.
     *
     * @param view the members that it sees
     * @return the number, or 0 if there is no term for this view, or a larger one was promised
     */
    public long currentIn(Set<UUID> view) {
        Knowledge now = known;
        boolean current = now.told != null
                && now.told.number() == now.promised
                && now.told.members().equals(view);
        return current ? now.promised : 0;
    }

    /**
     * Tells whether nothing larger was promised since a term was taken over.
     *
     * @param number the number of that term
     */
    public boolean isCurrent(long number) {
        Knowledge now = known;
        return now.told != null && now.told.number() == number && now.promised == number;
    }

    /** {@return the term that was taken over last, or null} */
    public @Nullable Term told() {
        return known.told;
    }

    /** {@return the largest number that was promised} */
    public long promised() {
        return known.promised;
    }

    /** {@return the term of the data that is here, or {@link #UNKNOWN}} */
    public long accepted() {
        return known.accepted;
    }

    /**
     * Leaves the cluster, to join another one.
     *
     * @return the term of the data that was here
     */
    public synchronized long leave() {
        Knowledge now = known;
        known = new Knowledge(now.promised, null, UNKNOWN, Phase.MERGING);
        return now.accepted;
    }

    /** Has joined the other cluster. */
    public synchronized void join() {
        Knowledge now = known;
        known = new Knowledge(now.promised, now.told, now.accepted, Phase.RETURNING);
    }

    /** {@return whether it has joined the other cluster, and has not yet given it what it had} */
    public boolean isReturning() {
        return known.phase == Phase.RETURNING;
    }

    /**
     * Has learned what the members there have.
     *
     * @param term the term of their data
     */
    public synchronized void learn(long term) {
        Knowledge now = known;
        if (now.phase == Phase.RETURNING) {
            known = new Knowledge(now.promised, now.told, Math.max(now.accepted, term), now.phase);
        }
    }

    /** Has given the other cluster what it had, and is a member like any other. */
    public synchronized void settle() {
        Knowledge now = known;
        if (now.phase == Phase.RETURNING) {
            known = new Knowledge(now.promised, now.told, now.accepted, Phase.MEMBER);
        }
    }
}
