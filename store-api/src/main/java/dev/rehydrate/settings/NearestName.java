// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped one is nearest to. */
public final class NearestName {

    private static final int SHORTEST_PART = 3;

    private NearestName() {}

    /** Asks whether the nearest name was meant; empty if none is near. */
    static String question(String wrong, Collection<String> known) {
        return of(wrong, known).map(near -> "did you mean '" + near + "'?").orElse("");
    }

    /**
     * Finds it.
     *
     * @param wrong the mistyped name
     * @param known the names that there are
     * @return the nearest one, or empty if none is near
     */
    public static Optional<String> of(String wrong, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= Math.max(2, plain(name).length() / 3));
    }

    /** How many letters differ; how words are parted does not count, and a part of a name is near it. */
    private static int distance(String one, String other) {
        String from = plain(one);
        String to = plain(other);
        if (from.length() >= SHORTEST_PART && to.contains(from) && !to.equals(from)) {
            return 1;
        }
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : cheapest(steps, i, j, from.charAt(i - 1) == to.charAt(j - 1));
            }
        }
        return steps[from.length()][to.length()];
    }

    private static int cheapest(int[][] steps, int i, int j, boolean same) {
        int replaced = steps[i - 1][j - 1] + (same ? 0 : 1);
        return Math.min(replaced, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
