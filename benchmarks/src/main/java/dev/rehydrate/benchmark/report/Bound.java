// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import dev.rehydrate.benchmark.measure.Ratio;
import java.util.Locale;

/**
 * What is demanded of a ratio.
 *
 * @param atLeast whether the ratio must reach the value, or must not exceed it
 * @param value how many times the base
 */
public record Bound(boolean atLeast, double value) {

    /** A noisy machine must not hand out verdicts: the quartiles of single rounds have to agree with the medians. */
    String met(Ratio ratio) {
        boolean reached = reaches(ratio.value());
        if (reaches(ratio.low()) != reached || reaches(ratio.high()) != reached) {
            return "unclear";
        }
        return reached ? "yes" : "no";
    }

    private boolean reaches(double ratio) {
        return atLeast ? ratio >= value : ratio <= value;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %.2f", atLeast ? ">=" : "<=", value);
    }
}
