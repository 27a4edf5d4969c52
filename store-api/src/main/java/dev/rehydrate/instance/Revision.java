// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Objects;

/**
 * Which state of which life of an instance one has seen. The number grows with every change of content; the incarnation
 * differs between two lives of the same id, so that nothing of a first life passes in a second. Taking or giving back the
 * hold changes no content. The text form is the ETag.
 *
 * @param incarnation the life; a later life of the same id has a larger one
 * @param number at least 1; the first state of a life has 1
 * @param check bits of all commands that led to this state, so that two states with one number, which the two sides of a
 *     split can make, are two revisions, also if the last command was the same; 0 if they are not known
 */
public record Revision(long incarnation, long number, int check) implements Comparable<Revision> {

    private static final int RADIX = 36;
    /** Odd, so that two different histories stay different under the same further commands. */
    private static final int CHAIN = 0x9E3779B1;
    /** The inverse of CHAIN modulo 2 to the power of 32. */
    private static final int CHAIN_BACK = inverse(CHAIN);

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the incarnation is negative or the number less than 1
     */
    public Revision {
        if (incarnation < 0 || number < 1) {
            throw new IllegalArgumentException("not a revision: incarnation=" + incarnation + " number=" + number);
        }
    }

    /**
     * A revision of which it is not known what made it.
     *
     * @param incarnation the life
     * @param number at least 1
     * @throws IllegalArgumentException if the incarnation is negative or the number less than 1
     */
    public Revision(long incarnation, long number) {
        this(incarnation, number, 0);
    }

    /**
     * Gives the revision of the next change in the same life.
     *
     * @param nextCheck bits of the command that makes the change
     * @return the same incarnation, the number plus one
     */
    public Revision next(int nextCheck) {
        int all = check * CHAIN + nextCheck;
        return new Revision(incarnation, number + 1, all == 0 ? 1 : all);
    }

    /**
     * Undoes what {@link #next} does to the check bits.
     *
     * @param check of some revision
     * @param made bits of the command that made that revision
     * @return the check bits of the revision before; other bits than that one had, if it was one of the few of which
     *     {@link #next} does not tell two apart
     */
    public static int checkBefore(int check, int made) {
        return (check - made) * CHAIN_BACK;
    }

    /** Each step of Newton's method doubles the number of bits that are right; of an odd number, three are from the beginning. */
    private static int inverse(int odd) {
        int inverse = odd;
        for (int bits = 3; bits < Integer.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    /**
     * Tells whether this is the revision of the change that came right after another one.
     *
     * @param before the other revision
     * @return whether both are of one life and the number is exactly one larger
     */
    public boolean comesRightAfter(Revision before) {
        return incarnation == before.incarnation && number == before.number + 1;
    }

    /**
     * Reads the text form back. Only the exact form that {@link #toString()} writes is accepted, so that two different
     * texts never name one revision.
     *
     * @param text what {@link #toString()} returned
     * @return the revision
     * @throws IllegalArgumentException if the text has another form
     */
    public static Revision parse(String text) {
        int dash = text.indexOf('-');
        if (dash > 0) {
            try {
                int second = text.indexOf('-', dash + 1);
                int end = second < 0 ? text.length() : second;
                Revision revision = new Revision(
                        Long.parseLong(text.substring(0, dash), RADIX),
                        Long.parseLong(text.substring(dash + 1, end), 10),
                        second < 0 ? 0 : Integer.parseUnsignedInt(text.substring(second + 1), RADIX));
                if (revision.toString().equals(text)) {
                    return revision;
                }
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException("not a revision: '" + text + "'", notANumber);
            }
        }
        throw new IllegalArgumentException("not a revision: '" + text + "'");
    }

    /** Orders by life first and by change second; what made the change decides last and means no order. */
    @Override
    public int compareTo(Revision other) {
        Objects.requireNonNull(other, "other");
        int lives = Long.compare(incarnation, other.incarnation);
        int changes = lives != 0 ? lives : Long.compare(number, other.number);
        return changes != 0 ? changes : Integer.compareUnsigned(check, other.check);
    }

    /** {@return the ETag text, without quotes} */
    @Override
    public String toString() {
        String text = Long.toString(incarnation, RADIX) + "-" + number;
        return check == 0 ? text : text + "-" + Integer.toUnsignedString(check, RADIX);
    }
}
