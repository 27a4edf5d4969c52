// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.Locale;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * One line of the results, for people and for files.
 *
 * @param where the topology or the section
 * @param name what was compared
 * @param unit of the two medians
 * @param ratio the outcome
 * @param bound what is demanded, for example {@code <= 1.15}, or null
 * @param verdict reached, missed, or unclear if the quartiles of the rounds do not agree with the medians
 */
record ResultRow(
        String where,
        String name,
        String unit,
        Ratio ratio,
        @Nullable String bound,
        String verdict) {

    static final String HEAD = String.format(
            "%-8s %-46s %10s %10s %-6s %6s  %-15s %-8s %s", // see toLine
            "where", "row", "base", "store", "unit", "ratio", "quartiles", "goal", "verdict");
    private static final String NONE = "-";

    static final String CSV_HEAD = "where,row,base,store,unit,ratio,low,high,goal,verdict";

    /** A row in which less is better. */
    static ResultRow of(String where, String name, String unit, Ratio ratio, double goal) {
        String bound = String.format(Locale.ROOT, "<= %.2f", goal);
        return new ResultRow(where, name, unit, ratio, bound, verdict(ratio, one -> one <= goal));
    }

    /** A row in which more is better. */
    static ResultRow atLeast(String where, String name, String unit, Ratio ratio, double goal) {
        String bound = String.format(Locale.ROOT, ">= %.2f", goal);
        return new ResultRow(where, name, unit, ratio, bound, verdict(ratio, one -> one >= goal));
    }

    static ResultRow of(String where, Comparison row, Ratio ratio) {
        Comparison.Measure measure = row.measure();
        Double goal = row.goal();
        String bound = goal == null ? null : String.format(Locale.ROOT, "%s %.2f", measure.bound(), goal);
        String verdict = goal == null ? NONE : verdict(ratio, one -> measure.reaches(one, goal));
        return new ResultRow(where, row.name(), measure.unit(), ratio, bound, verdict);
    }

    String toLine() {
        return String.format(
                Locale.ROOT,
                "%-8s %-46s %10.2f %10.2f %-6s %6.2f  %-15s %-8s %s",
                where,
                name,
                ratio.base(),
                ratio.candidate(),
                unit,
                ratio.value(),
                String.format(Locale.ROOT, "%.2f..%.2f", ratio.low(), ratio.high()),
                bound == null ? NONE : bound,
                verdict);
    }

    String toCsv() {
        return String.format(
                Locale.ROOT,
                "%s,\"%s\",%.3f,%.3f,%s,%.3f,%.3f,%.3f,%s,%s",
                where,
                name,
                ratio.base(),
                ratio.candidate(),
                unit,
                ratio.value(),
                ratio.low(),
                ratio.high(),
                bound == null ? "" : bound,
                verdict);
    }

    /** A noisy machine must not hand out verdicts: the quartiles of single rounds have to agree with the medians. */
    private static String verdict(Ratio ratio, DoublePredicate reaches) {
        boolean reached = reaches.test(ratio.value());
        if (reaches.test(ratio.low()) != reached || reaches.test(ratio.high()) != reached) {
            return "unclear";
        }
        return reached ? "reached" : "missed";
    }
}
