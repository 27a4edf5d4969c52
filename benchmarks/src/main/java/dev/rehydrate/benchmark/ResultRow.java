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
 * @param compared what was compared, or null if it is not a pair of cases
 * @param verdict reached, missed, or unclear if the quartiles of the rounds do not agree with the medians
 */
record ResultRow(
        String where,
        String name,
        String unit,
        Ratio ratio,
        @Nullable String bound,
        @Nullable Comparison compared,
        String verdict) {

    static final String HEAD = String.format(
            "%-8s %-46s %10s %10s %-6s %6s  %-15s %-8s %s", // see toLine
            "where", "row", "base", "store", "unit", "ratio", "quartiles", "goal", "verdict");
    private static final String NONE = "-";
    private static final String REACHED = "reached";
    private static final String MISSED = "missed";
    private static final String UNCLEAR = "unclear";

    static final String CSV_HEAD = "where,row,base,store,unit,ratio,low,high,goal,verdict";

    /** A row in which less is better. */
    static ResultRow of(String where, String name, String unit, Ratio ratio, double goal) {
        String bound = String.format(Locale.ROOT, "<= %.2f", goal);
        return new ResultRow(where, name, unit, ratio, bound, null, verdict(ratio, one -> one <= goal));
    }

    /** A row in which more is better. */
    static ResultRow atLeast(String where, String name, String unit, Ratio ratio, double goal) {
        String bound = String.format(Locale.ROOT, ">= %.2f", goal);
        return new ResultRow(where, name, unit, ratio, bound, null, verdict(ratio, one -> one >= goal));
    }

    static ResultRow of(String where, Comparison row, Ratio ratio) {
        Comparison.Measure measure = row.measure();
        Double goal = row.goal();
        String bound = goal == null ? null : String.format(Locale.ROOT, "%s %.2f", measure.bound(), goal);
        String verdict = goal == null ? NONE : verdict(ratio, one -> measure.reaches(one, goal));
        return new ResultRow(where, row.name(), measure.unit(), ratio, bound, row, verdict);
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

    /** {@return by which a table finds the row of the last run: scenario, topology, payload, callers, subject, baseline} */
    String toRatioKey() {
        Case candidate = compared == null ? null : compared.candidate();
        return String.format(
                Locale.ROOT,
                "\"%s\",%s,%s,%s,%s,%s",
                name,
                where,
                candidate == null ? "" : candidate.bytes(),
                candidate == null ? "" : candidate.callers(),
                candidate == null ? "" : candidate.label(),
                compared == null ? "" : compared.base().label());
    }

    /** {@return the rest of the row of a table: ratio, min, max, target, met} */
    String toRatioValue() {
        return String.format(
                Locale.ROOT,
                "%.3f,%.3f,%.3f,%s,%s",
                ratio.value(),
                ratio.low(),
                ratio.high(),
                bound == null ? "" : bound,
                switch (verdict) {
                    case REACHED -> "yes";
                    case MISSED -> "no";
                    case UNCLEAR -> UNCLEAR;
                    default -> "";
                });
    }

    /** A noisy machine must not hand out verdicts: the quartiles of single rounds have to agree with the medians. */
    private static String verdict(Ratio ratio, DoublePredicate reaches) {
        boolean reached = reaches.test(ratio.value());
        if (reaches.test(ratio.low()) != reached || reaches.test(ratio.high()) != reached) {
            return UNCLEAR;
        }
        return reached ? REACHED : MISSED;
    }
}
