// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Looks after hash tables and sorted collections while they are rebuilt.
 *
 * <p>An element that is part of a cycle may not have all its fields yet, so its hash code would be wrong: such elements go in
 * when the whole graph is there. And sets in sets that share what they contain take a time to hash that doubles with every
 * level, so that a few hundred bytes could keep a thread busy for years: the values that hash codes visit are counted.
 */
public final class Hashing {

    private static final long FREE_VISITS = 20_000_000;
    private static final long VISITS_PER_BYTE = 64;
    private static final long MANY = Long.MAX_VALUE / 4;

    private final List<Late> late = new ArrayList<>();
    private final List<Late> early = new ArrayList<>();
    private final long mostCharged;
    private long charged;
    private long openObjectsMet;
    private long weight;

    private record Late(Runnable insertion, BooleanSupplier found) {}

    private Hashing(long mostCharged) {
        this.mostCharged = mostCharged;
    }

    /** For reading what is stored in so many bytes. */
    static Hashing of(int storedBytes) {
        return new Hashing(allowed(storedBytes));
    }

    /** For writing: how many bytes it will be shows in the end. */
    static Hashing ofWhatIsWritten() {
        return new Hashing(Long.MAX_VALUE);
    }

    private static long allowed(int storedBytes) {
        return FREE_VISITS + VISITS_PER_BYTE * storedBytes;
    }

    /** Tells whether a reader would refuse what was charged, if it is stored in so many bytes. */
    boolean isTooMuchFor(int storedBytes) {
        return charged > allowed(storedBytes);
    }

    /** Counts what a hash code of the surrounding object visits. */
    void visit(long values) {
        weight = Math.min(MANY, weight + values);
    }

    /** Begins to count anew for an object, and returns what {@link #leave} needs. */
    long enter() {
        long outside = weight;
        weight = 0;
        return outside;
    }

    /** Ends what {@link #enter} began and returns how many values a hash code of the object visits. */
    long leave(long outside, boolean hashesContent) {
        long inside = hashesContent ? Math.min(MANY, weight + 1) : 1;
        weight = Math.min(MANY, outside + inside);
        return inside;
    }

    public long weight() {
        return weight;
    }

    /** Accounts for a hash code of, or a comparison with, everything that was read since the weight was as given. */
    public void charge(long before) {
        charged = Math.min(MANY, charged + weight - before);
        if (charged > mostCharged) {
            throw Refusal.damaged("what is shared in nested sets would take too long to hash");
        }
    }

    void metOpenObject() {
        openObjectsMet++;
    }

    /** Grows whenever a reference leads to an object that is still being read. */
    public long openObjectsMet() {
        return openObjectsMet;
    }

    /**
     * Puts elements off until everything they might depend on is there.
     *
     * @param insertion puts them in
     * @param found tells afterwards whether all of them are found
     */
    public void later(Runnable insertion, BooleanSupplier found) {
        late.add(new Late(insertion, found));
    }

    /** A mark for {@link #finishEarly}. */
    public int mark() {
        return late.size();
    }

    /** Inserts what was put off since a mark, innermost first, although an object that contains all this may not be there yet. */
    public void finishEarly(int mark) {
        List<Late> those = late.subList(mark, late.size());
        those.forEach(each -> each.insertion.run());
        early.addAll(those);
        those.clear();
    }

    /** Inserts what was put off, innermost first; the whole graph is there. */
    void finish() {
        late.forEach(each -> each.insertion.run());
        late.clear();
    }

    /** Tells whether all that was inserted early has the hash code now that it had then. */
    boolean findsAllThatWasEarly() {
        return early.stream().allMatch(each -> each.found.getAsBoolean());
    }
}
