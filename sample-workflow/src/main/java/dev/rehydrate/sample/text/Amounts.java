// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import java.util.Locale;

/** Numbers with units, the same in every locale. */
public final class Amounts {

    private static final double KILO = 1000;

    private Amounts() {}

    /**
     * Writes a size.
     *
     * @param bytes how many
     * @return for example {@code 812 B}, {@code 1.2 kB} or {@code 1.4 MB}
     */
    public static String bytes(long bytes) {
        if (bytes < KILO) {
            return bytes + " B";
        }
        return bytes < KILO * KILO
                ? String.format(Locale.ROOT, "%.1f kB", bytes / KILO)
                : String.format(Locale.ROOT, "%.1f MB", bytes / (KILO * KILO));
    }

    /**
     * Writes a short time.
     *
     * @param nanos how many nanoseconds
     * @return milliseconds with one decimal, without unit
     */
    public static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
    }

    /**
     * Writes a long time.
     *
     * @param nanos how many nanoseconds
     * @return seconds with three decimals, without unit
     */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
    }
}
