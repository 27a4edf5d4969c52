// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The outcome of a comparison.
 *
 * @param base the median of the base over all rounds
 * @param candidate the median of the candidate
 * @param low the lower quartile of the ratios of single rounds
 * @param high the upper quartile
 * @param least the least of the ratios of single rounds
 * @param most the largest of them
 */
public record Ratio(double base, double candidate, double low, double high, double least, double most) {

    /**
     * Compares medians.
     *
     * @param base the base, round by round
     * @param candidate the candidate in the same rounds
     * @return the ratio of the medians, and the spread of the ratios of single rounds
     */
    public static Ratio of(List<Double> base, List<Double> candidate) {
        List<Double> single = IntStream.range(0, base.size())
                .mapToObj(round -> candidate.get(round) / base.get(round))
                .toList();
        return new Ratio(
                quantile(base, 0.5),
                quantile(candidate, 0.5),
                quantile(single, 0.25),
                quantile(single, 0.75),
                quantile(single, 0),
                quantile(single, 1));
    }

    /** {@return how many times the base} */
    public double value() {
        return candidate / base;
    }

    /**
     * A quantile.
     *
     * @param values of what
     * @param share between 0 and 1
     * @return the quantile, interpolated
     */
    public static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        double at = share * (sorted.size() - 1);
        int below = (int) Math.floor(at);
        int above = (int) Math.ceil(at);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }
}
