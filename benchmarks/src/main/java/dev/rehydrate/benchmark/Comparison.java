// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import org.jspecify.annotations.Nullable;

/**
 * One row: a case against another one.
 *
 * @param name what is compared, for people
 * @param candidate what is judged
 * @param base what it is judged by
 * @param measure what of the two is compared
 * @param goal how many times the base it may or must be, or null if nothing is demanded
 */
record Comparison(
        String name,
        Case candidate,
        Case base,
        Measure measure,
        @Nullable Double goal) {

    /** What is compared, and which way is better. */
    enum Measure {
        /** The median time of a call. */
        LATENCY("us", false),
        /** How much gets done. */
        THROUGHPUT("ops/ms", true),
        /** Processor time of the whole process per life of a document. */
        PROCESSOR_TIME("us", false);

        private final String unit;
        private final boolean moreIsBetter;

        Measure(String unit, boolean moreIsBetter) {
            this.unit = unit;
            this.moreIsBetter = moreIsBetter;
        }

        String unit() {
            return unit;
        }

        double of(Sample sample) {
            return this == PROCESSOR_TIME ? sample.processorMicros() : sample.score();
        }

        boolean reaches(double ratio, double goal) {
            return moreIsBetter ? ratio >= goal : ratio <= goal;
        }

        String bound() {
            return moreIsBetter ? ">=" : "<=";
        }
    }

    static Comparison of(String name, Case candidate, Case base, @Nullable Double goal) {
        Measure measure = base.isAboutThroughput() ? Measure.THROUGHPUT : Measure.LATENCY;
        return new Comparison(name, candidate, base, measure, goal);
    }

    Comparison byProcessorTime(@Nullable Double otherGoal) {
        return new Comparison(name + ", processor time", candidate, base, Measure.PROCESSOR_TIME, otherGoal);
    }
}
