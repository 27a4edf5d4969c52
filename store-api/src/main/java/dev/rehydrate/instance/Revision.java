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
 */
public record Revision(long incarnation, long number) implements Comparable<Revision> {

    private static final int RADIX = 36;

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
     * Gives the revision of the next change in the same life.
     *
     * @return the same incarnation, the number plus one
     */
    public Revision next() {
        return new Revision(incarnation, number + 1);
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
                Revision revision = new Revision(
                        Long.parseLong(text.substring(0, dash), RADIX), Long.parseLong(text.substring(dash + 1), 10));
                if (revision.toString().equals(text)) {
                    return revision;
                }
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException("not a revision: '" + text + "'", notANumber);
            }
        }
        throw new IllegalArgumentException("not a revision: '" + text + "'");
    }

    /** Orders by life first and by change second. */
    @Override
    public int compareTo(Revision other) {
        Objects.requireNonNull(other, "other");
        int lives = Long.compare(incarnation, other.incarnation);
        return lives != 0 ? lives : Long.compare(number, other.number);
    }

    /** {@return the ETag text, without quotes} */
    @Override
    public String toString() {
        return Long.toString(incarnation, RADIX) + "-" + number;
    }
}
