// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses what a mistyped word was meant to be. */
public final class Nearest {

    private Nearest() {}

    /**
     * Finds the known word that is most like another.
     *
     * @param word the unknown word
     * @param known the known ones
     * @return the known word that the fewest insertions, deletions and replacements of characters lead to; empty if there is
     *     none at all
     */
    public static Optional<String> to(String word, Collection<String> known) {
        return known.stream().min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    private static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] here = new int[to.length() + 1];
            here[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(replaced, 1 + Math.min(above[column], here[column - 1]));
            }
            above = here;
        }
        return above[to.length()];
    }
}
