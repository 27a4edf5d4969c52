// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import dev.rehydrate.benchmark.measure.Ratio;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of the results, for people and for files.
 *
 * @param key what was compared
 * @param unit of the two medians
 * @param ratio the outcome
 * @param bound what is demanded, or null
 */
public record ResultRow(
        RowKey key, String unit, Ratio ratio, @Nullable Bound bound) {

    static final String HEAD = String.format(
            "%-9s %-62s %12s %12s %-6s %6s  %-15s %-8s %s", // see toLine
            "where", "row", "base", "subject", "unit", "ratio", "quartiles", "goal", "met");

    /**
     * A row in which less is better.
     *
     * @param where the section
     * @param name what was compared
     * @param unit of the medians
     * @param ratio the outcome
     * @param goal what it must not exceed
     * @return the row
     */
    public static ResultRow of(String where, String name, String unit, Ratio ratio, double goal) {
        return new ResultRow(RowKey.named(name, where), unit, ratio, new Bound(false, goal));
    }

    /**
     * A row in which more is better.
     *
     * @param where the section
     * @param name what was compared
     * @param unit of the medians
     * @param ratio the outcome
     * @param goal what it must reach
     * @return the row
     */
    public static ResultRow atLeast(String where, String name, String unit, Ratio ratio, double goal) {
        return new ResultRow(RowKey.named(name, where), unit, ratio, new Bound(true, goal));
    }

    /**
     * A row of which nothing is demanded.
     *
     * @param where the section
     * @param name what was compared
     * @param unit of the medians
     * @param ratio the outcome
     * @return the row
     */
    public static ResultRow open(String where, String name, String unit, Ratio ratio) {
        return new ResultRow(RowKey.named(name, where), unit, ratio, null);
    }

    String toLine() {
        return String.format(
                Locale.ROOT,
                "%-9s %-62s %12.2f %12.2f %-6s %6.2f  %-15s %-8s %s",
                key.topology(),
                name(),
                ratio.base(),
                ratio.candidate(),
                unit,
                ratio.value(),
                String.format(Locale.ROOT, "%.2f..%.2f", ratio.low(), ratio.high()),
                bound == null ? "-" : bound,
                bound == null ? "-" : bound.met(ratio));
    }

    private String name() {
        return key.subject().isEmpty()
                ? key.scenario()
                : key.scenario() + " " + key.payload() + " x" + key.callers() + ", " + key.subject() + " / "
                        + key.baseline();
    }

    /** {@return the rest of the row of a table without the time: ratio, min, max, target, met} */
    String toValues() {
        return String.format(
                Locale.ROOT,
                "%.3f,%.3f,%.3f,%s,%s",
                ratio.value(),
                ratio.least(),
                ratio.most(),
                bound == null ? "" : bound,
                bound == null ? "" : bound.met(ratio));
    }
}
