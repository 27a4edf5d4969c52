// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.recording;

import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of one life of an instance: a ring, in which a new change pushes out the oldest. Immutable.
 *
 * <p>Every change of an instance makes a new ring of the last one, so the changes lie in one array, 24 bytes each, and the owners
 * in a table beside it: to go on costs the copy of an array, and no object for each change. Codes that a newer release has recorded
 * are kept as they are.
 */
public final class ChangeLog {

    /** The largest number of changes that is kept of an instance. */
    public static final int MOST = 255;

    private static final int WORDS = 3;
    private static final int EVENT_BITS = 11;
    private static final int COMMAND_BITS = 5;
    private static final int OWNER_BITS = 8;
    private static final long LAST_OWNER = (1L << OWNER_BITS) - 1;
    private static final int OWNER_SHIFT = EVENT_BITS + COMMAND_BITS;
    private static final int CODE_BITS = OWNER_SHIFT + OWNER_BITS;
    private static final long LARGEST = (1L << (Long.SIZE - 1 - CODE_BITS)) - 1;

    private final int capacity;
    private final List<OwnerId> owners;

    /** The oldest change first; of each: milliseconds since 1970, revision, and bytes above owner, command and events. */
    private final long[] words;

    private ChangeLog(int capacity, List<OwnerId> owners, long[] words) {
        this.capacity = capacity;
        this.owners = owners;
        this.words = words;
    }

    /**
     * A ring without changes.
     *
     * @param capacity how many changes it may have
     * @return an empty ring
     * @throws IllegalArgumentException if the number is not from 1 to {@link #MOST}
     */
    public static ChangeLog empty(int capacity) {
        return new ChangeLog(checked(capacity), List.of(), new long[0]);
    }

    private static int checked(int capacity) {
        if (capacity < 1 || capacity > MOST) {
            throw new IllegalArgumentException("a ring has from 1 to " + MOST + " changes, not " + capacity);
        }
        return capacity;
    }

    /**
     * Adds a change. The oldest ones go if there are too many.
     *
     * @param most how many changes the ring may have from now on
     * @param change the change
     * @return the ring with the change
     * @throws IllegalArgumentException if the number is not from 1 to {@link #MOST}
     */
    public ChangeLog with(int most, RecordedChange change) {
        checked(most);
        int dropped = Math.max(0, size() + 1 - most);
        long[] next = new long[words.length + WORDS - dropped * WORDS];
        System.arraycopy(words, dropped * WORDS, next, 0, next.length - WORDS);
        int owner = owners.indexOf(change.owner());
        List<OwnerId> nextOwners = owners;
        if (owner < 0) {
            owner = unusedPlace(next);
            nextOwners = put(owner, change.owner());
        }
        int last = next.length - WORDS;
        next[last] = change.at().toEpochMilli();
        next[last + 1] = change.revision();
        next[last + 2] = packed(change.bytes(), owner, change.command().code(), ChangeEvent.bits(change.events()));
        return nextOwners.size() > most ? renumbered(most, nextOwners, next) : new ChangeLog(most, nextOwners, next);
    }

    /** Leaves out the owners without a change: a ring that may have fewer changes than before needs fewer owners. */
    private static ChangeLog renumbered(int most, List<OwnerId> owners, long[] words) {
        List<OwnerId> table = new ArrayList<>();
        for (int i = 2; i < words.length; i += WORDS) {
            OwnerId owner = owners.get(ownerOf(words[i]));
            int place = table.indexOf(owner);
            if (place < 0) {
                place = table.size();
                table.add(owner);
            }
            words[i] = (words[i] & ~(LAST_OWNER << OWNER_SHIFT)) | ((long) place << OWNER_SHIFT);
        }
        return new ChangeLog(most, List.copyOf(table), words);
    }

    /** The first place of the table to which no change points that stays. The last words of the array are still free. */
    private int unusedPlace(long[] next) {
        boolean[] used = new boolean[owners.size() + 1];
        for (int i = 0; i < next.length - WORDS; i += WORDS) {
            used[ownerOf(next[i + 2])] = true;
        }
        int place = 0;
        while (used[place]) {
            place++;
        }
        return place;
    }

    private List<OwnerId> put(int place, OwnerId owner) {
        List<OwnerId> table = new ArrayList<>(owners);
        if (place == table.size()) {
            table.add(owner);
        } else {
            table.set(place, owner);
        }
        return List.copyOf(table);
    }

    private static long packed(long bytes, int owner, int command, int events) {
        return Math.min(bytes, LARGEST) << CODE_BITS
                | (long) owner << OWNER_SHIFT
                | (long) command << EVENT_BITS
                | events;
    }

    private static int ownerOf(long word) {
        return (int) ((word >>> OWNER_SHIFT) & LAST_OWNER);
    }

    /** {@return how many changes it may have} */
    public int capacity() {
        return capacity;
    }

    /** {@return how many changes it has} */
    public int size() {
        return words.length / WORDS;
    }

    /** {@return the owners to which its changes point; some may have no change any more} */
    public List<OwnerId> owners() {
        return owners;
    }

    /** {@return the bytes after the last change, or null if there is no change} */
    public @Nullable Long lastBytes() {
        return words.length == 0 ? null : words[words.length - 1] >>> CODE_BITS;
    }

    /** {@return the changes, the oldest first} */
    public List<RecordedChange> changes() {
        List<RecordedChange> changes = new ArrayList<>(size());
        forEach((millis, revision, bytes, codes) -> changes.add(new RecordedChange(
                Instant.ofEpochMilli(millis),
                owners.get(codes.owner),
                RecordedCommand.of(codes.command),
                revision,
                bytes,
                ChangeEvent.of(codes.events))));
        return changes;
    }

    /**
     * Names the changes as they are stored.
     *
     * @param receiver is given each change, the oldest first
     */
    public void forEach(Receiver receiver) {
        Codes codes = new Codes();
        for (int i = 0; i < words.length; i += WORDS) {
            codes.take(words[i + 2]);
            receiver.change(words[i], words[i + 1], words[i + 2] >>> CODE_BITS, codes);
        }
    }

    /**
     * Puts a ring together that was stored.
     *
     * @param capacity how many changes it may have
     * @param owners the owners to which its changes point
     * @param size how many changes it has
     * @return takes the changes
     * @throws IllegalArgumentException if the numbers do not go together
     */
    public static Restored restored(int capacity, List<OwnerId> owners, int size) {
        if (size < 0 || size > checked(capacity) || owners.size() > MOST) {
            throw new IllegalArgumentException(
                    "no ring of " + capacity + " has " + size + " changes of " + owners.size() + " owners");
        }
        return new Restored(new ChangeLog(capacity, List.copyOf(owners), new long[size * WORDS]));
    }

    /** Is given changes as they are stored. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * One change.
         *
         * @param millis when, in milliseconds since 1970
         * @param revision the number of the revision
         * @param bytes how many bytes the values had
         * @param codes by whom and what; valid until this returns
         */
        void change(long millis, long revision, long bytes, Codes codes);
    }

    /** By whom a change was made, and what it was, in numbers that are stored. */
    public static final class Codes {
        private int owner;
        private int command;
        private int events;

        /** Of nothing yet. */
        public Codes() {}

        private void take(long word) {
            owner = ownerOf(word);
            command = (int) (word >>> EVENT_BITS) & ((1 << COMMAND_BITS) - 1);
            events = (int) word & ((1 << EVENT_BITS) - 1);
        }

        /** {@return owner and command in one number, small for the first owners} */
        public int author() {
            return owner << COMMAND_BITS | command;
        }

        /** {@return a bit for each event} */
        public int events() {
            return events;
        }
    }

    /** A ring that is read from where it was stored. */
    public static final class Restored {
        private final ChangeLog log;
        private int next;

        private Restored(ChangeLog log) {
            this.log = log;
        }

        /**
         * Takes the next change, the oldest first.
         *
         * @param millis when, in milliseconds since 1970
         * @param revision the number of the revision
         * @param bytes how many bytes the values had
         * @param author as {@link Codes#author}
         * @param events as {@link Codes#events}
         * @throws IllegalArgumentException if that cannot be a change of this ring
         */
        public void add(long millis, long revision, long bytes, long author, long events) {
            long owner = author >>> COMMAND_BITS;
            boolean possible = revision >= 1
                    && bytes >= 0
                    && bytes <= LARGEST
                    && owner >= 0
                    && owner < log.owners.size()
                    && events >= 0
                    && events < 1 << EVENT_BITS;
            if (!possible || next == log.words.length) {
                throw new IllegalArgumentException("not a change of this ring");
            }
            log.words[next] = millis;
            log.words[next + 1] = revision;
            log.words[next + 2] = bytes << CODE_BITS | author << EVENT_BITS | events;
            next += WORDS;
        }

        /**
         * Ends the reading.
         *
         * @return the ring
         * @throws IllegalStateException if it has fewer changes than was said
         */
        public ChangeLog done() {
            if (next != log.words.length) {
                throw new IllegalStateException("a ring has fewer changes than it says");
            }
            return log;
        }
    }

    /** Two rings are equal if they have the same changes of the same owners, and may have as many. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChangeLog log
                && capacity == log.capacity
                && owners.equals(log.owners)
                && Arrays.equals(words, log.words);
    }

    @Override
    public int hashCode() {
        return Objects.hash(capacity, owners, Arrays.hashCode(words));
    }

    @Override
    public String toString() {
        return "ChangeLog[" + size() + " of " + capacity + "]";
    }
}
