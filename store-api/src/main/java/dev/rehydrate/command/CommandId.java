// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import java.util.UUID;

/**
 * Names one intention to change something: an idempotency key. Giving the same command with the same id again changes nothing
 * and answers the same; this is how an {@linkplain OutcomeUnknownException unknown outcome} is settled.
 *
 * <p>An id is <em>sequenced</em> if it says which origin drew it and in which place of a growing sequence. Ids from {@link
 * #random()} and {@link #inSequence} are. An instance remembers the last commands of each origin with their answers, and how
 * far it has forgotten earlier ones. A repeat of a sequenced command, within the store's {@code memoryRetention}, is
 * therefore answered as the first time, or as unknown; it is never carried out twice and never reported as not done. An instance
 * remembers 256 origins: after commands of as many others, that is of 256 other processes within that time, a repeat is taken for
 * a new command. A process counts anew each time that it opens a store. A command that {@linkplain Expected expects} the revision
 * that it has seen is refused then, and is not carried out twice.
 *
 * <p>Any other id is <em>chosen</em>. Of chosen ids an instance remembers the last eight together that changed it. After more, a
 * repeat is taken for a new command. What only took the hold or began the idle time anew is not counted.
 *
 * @param high the upper 64 bits; of a sequenced id the origin
 * @param low the lower 64 bits; of a sequenced id its place in the sequence
 */
public record CommandId(long high, long low) {

    /** How many lanes an origin has. Within a lane ids are used in the order in which they are drawn, or nearly so. */
    public static final int LANES = 64;

    private static final int SEQUENCE_BITS = 48;
    private static final int VERSION_BIT = 12;
    private static final long VERSION_MASK = 0xF;
    /** Layouts that are not those of the standard are UUIDs of version 8. */
    private static final long VERSION = 8;
    /** The variant of a UUID and eight zeros, which tell our layout from that of others. */
    private static final long MARKER = 0b10_0000_0000;

    private static final int MARKER_BIT = 54;
    private static final int CHECK_SHIFT = 32;

    /**
     * Draws a new id, which no other call draws.
     *
     * @return a sequenced id; its origin is this process since it last {@linkplain #renewOrigin() began a new one}
     */
    public static CommandId random() {
        return SequencedCommandIds.next();
    }

    /**
     * Begins a new origin, at random, of which all ids are that {@link #random()} draws from now on in this process. Processes that are restored
     * from one image would otherwise draw the same ids, and a command of one be taken for the repeat of another's. Opening a store does this.
     * A process that goes on with a store that was open in the image calls it when it is restored, before its first command.
     */
    public static void renewOrigin() {
        SequencedCommandIds.renewOrigin();
    }

    /**
     * Makes an id of a caller that numbers its own commands, such as the consumer of a log: the origin is the partition, the
     * sequence the offset. The same arguments make the same id. Commands of one origin to one instance must be given in the
     * order of their numbers; one that comes after eight commands with larger numbers is answered as unknown.
     *
     * @param origin the caller, by a number of its own that no other caller uses
     * @param sequence the place in the sequence, from 0 to 2<sup>48</sup> - 1
     * @return a sequenced id
     * @throws IllegalArgumentException if the sequence is negative or too large
     */
    public static CommandId inSequence(long origin, long sequence) {
        return sequenced(SequencedCommandIds.scrambled(origin), 0, sequence);
    }

    /**
     * Puts an id together again.
     *
     * @param origin the origin, as in {@link #high()} of a sequenced id
     * @param lane the lane, from 0 to 63
     * @param sequence the place in the sequence, from 0 to 2<sup>48</sup> - 1
     * @return the id of which these are the parts
     * @throws IllegalArgumentException if there is no such lane or place
     */
    public static CommandId at(long origin, int lane, long sequence) {
        if (lane < 0 || lane >= LANES) {
            throw new IllegalArgumentException("not a lane: " + lane);
        }
        return sequenced(origin, lane, sequence);
    }

    static CommandId sequenced(long origin, int lane, long sequence) {
        if (sequence < 0 || sequence >>> SEQUENCE_BITS != 0) {
            throw new IllegalArgumentException("not a place in a sequence: " + sequence);
        }
        long version = (origin & ~(VERSION_MASK << VERSION_BIT)) | VERSION << VERSION_BIT;
        return new CommandId(version, MARKER << MARKER_BIT | (long) lane << SEQUENCE_BITS | sequence);
    }

    /** {@return whether the id says its origin and its place in a sequence} */
    public boolean isSequenced() {
        return low >>> MARKER_BIT == MARKER && (high >>> VERSION_BIT & VERSION_MASK) == VERSION;
    }

    /** {@return of a sequenced id the lane of its origin, from 0 to 63} */
    public int lane() {
        return (int) (low >>> SEQUENCE_BITS) & (LANES - 1);
    }

    /** {@return of a sequenced id the place in the sequence of its origin} */
    public long sequence() {
        return low & ((1L << SEQUENCE_BITS) - 1);
    }

    /** {@return 32 bits that depend on all bits of the id and look random; never 0} */
    public int check() {
        int check = (int) (SequencedCommandIds.scrambled(high ^ SequencedCommandIds.scrambled(low)) >>> CHECK_SHIFT);
        return check == 0 ? 1 : check;
    }

    /** {@return the bits in the usual form of a UUID} */
    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
