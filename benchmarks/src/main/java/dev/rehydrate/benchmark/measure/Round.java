// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

/**
 * What one round gave.
 *
 * @param perSecond operations a second, of all callers
 * @param usual the {@linkplain #usual(long, long) usual} time of a call, in microseconds
 * @param p99 the time that one call in a hundred needed or exceeded
 * @param p999 the time that one call in a thousand needed or exceeded
 * @param processor processor time of all processes for one operation, in microseconds
 * @param garbage what all JVMs allocated for one operation, in bytes
 */
public record Round(double perSecond, double usual, double p99, double p999, double processor, double garbage) {

    /** What of a round is compared, and which way is better. */
    public enum Measure {
        /** The usual time of a call. */
        P50("us", false),
        /** The time that one call in a hundred exceeds. */
        P99("us", false),
        /** The time that one call in a thousand exceeds. */
        P999("us", false),
        /** How much gets done. */
        THROUGHPUT("per s", true),
        /** Processor time of all processes for one operation. */
        PROCESSOR("us", false),
        /** What all JVMs allocate for one operation. */
        GARBAGE("bytes", false);

        private final String unit;
        private final boolean moreIsBetter;

        Measure(String unit, boolean moreIsBetter) {
            this.unit = unit;
            this.moreIsBetter = moreIsBetter;
        }

        /** {@return the unit of the measured value} */
        public String unit() {
            return unit;
        }

        /** {@return whether a larger value is the better one} */
        public boolean moreIsBetter() {
            return moreIsBetter;
        }

        /** {@return the name in tables} */
        public String label() {
            return switch (this) {
                case P50 -> "p50";
                case P99 -> "p99";
                case P999 -> "p99.9";
                case THROUGHPUT -> "throughput";
                case PROCESSOR -> "processor time";
                case GARBAGE -> "garbage";
            };
        }

        /**
         * Picks this of a round.
         *
         * @param round the round
         * @return the value
         */
        public double of(Round round) {
            return switch (this) {
                case P50 -> round.usual();
                case P99 -> round.p99();
                case P999 -> round.p999();
                case THROUGHPUT -> round.perSecond();
                case PROCESSOR -> round.processor();
                case GARBAGE -> round.garbage();
            };
        }
    }

    /**
     * The middle of the lower and the upper quartile: the median, where calls are of one kind. Where half of them are local and
     * half are not, the quartiles are the medians of the two kinds, and the median of all is the longest local or the shortest
     * remote time.
     */
    static double usual(long lowerQuartile, long upperQuartile) {
        return (lowerQuartile + upperQuartile) / 2.0;
    }
}
