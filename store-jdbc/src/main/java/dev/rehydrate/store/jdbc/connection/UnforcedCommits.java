// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import dev.rehydrate.slot.SlotAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether something was committed to the file that could not be forced to the disk. Until it is, a row of which this is not known
 * must not be answered, whichever lane reads it. Shared by all lanes of all stores on a file in this process, because each of them
 * sees what another one has committed, and a force is one of the whole file.
 */
public final class UnforcedCommits {

    /** By file, one for each that this process has ever opened: one that is opened again may still have something to force. */
    private static final Map<String, UnforcedCommits> OF_FILES = new ConcurrentHashMap<>();

    /** Each failure to force has a number. */
    private final AtomicLong failures = new AtomicLong();

    private final AtomicLong settled = new AtomicLong();
    private final Map<Object, Set<SlotAddress>> underWay = new ConcurrentHashMap<>();

    /**
     * Finds the one of a file.
     *
     * @param place where the file is, however its URL is spelled
     */
    public static UnforcedCommits of(String place) {
        return OF_FILES.computeIfAbsent(place, first -> new UnforcedCommits());
    }

    /** Something is, or may be, committed, and the force after it failed. */
    public void add() {
        failures.incrementAndGet();
    }

    public boolean isEmpty() {
        return settled.get() == failures.get();
    }

    /** {@return a mark to be taken before a force: a failure after it may be of a commit that the force does not cover} */
    public long mark() {
        return failures.get();
    }

    /** A force has succeeded that was begun after this mark. */
    public void forced(long mark) {
        settled.accumulateAndGet(mark, Math::max);
    }

    /**
     * Slots are about to be committed. From now on a reader may see them.
     *
     * @param commit ends this by {@link #end}
     * @param slots their addresses
     */
    public void begin(Object commit, Set<SlotAddress> slots) {
        underWay.put(commit, Set.copyOf(slots));
    }

    /** What was committed is forced, or {@linkplain #add noted}. */
    public void end(Object commit) {
        underWay.remove(commit);
    }

    /** Whether something is committed just now and not forced yet. */
    public boolean anyUnderWay() {
        return !underWay.isEmpty();
    }

    /** Whether one of these slots is. */
    public boolean anyUnderWay(Collection<SlotAddress> slots) {
        return anyUnderWay() && underWay.values().stream().anyMatch(each -> !Collections.disjoint(each, slots));
    }
}
