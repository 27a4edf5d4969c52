// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.List;
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
        /** The {@linkplain Sample#usual usual} time of a call. */
        LATENCY("us", false),
        /** The time that one call in a hundred exceeds. */
        P99("us", false),
        /** The time that one call in a thousand exceeds. */
        P999("us", false),
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
            return switch (this) {
                case LATENCY, THROUGHPUT -> sample.score();
                case P99 -> sample.p99();
                case P999 -> sample.p999();
                case PROCESSOR_TIME -> sample.processorMicros();
            };
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

    /** {@return this and, of the times of single calls, how the slowest ones compare} */
    List<Comparison> withTails() {
        return measure == Measure.LATENCY
                ? List.of(this, by(Measure.P99, ", p99"), by(Measure.P999, ", p99.9"))
                : List.of(this);
    }

    private Comparison by(Measure other, String suffix) {
        return new Comparison(name + suffix, candidate, base, other, null);
    }

    Comparison byProcessorTime(@Nullable Double otherGoal) {
        return new Comparison(name + ", processor time", candidate, base, Measure.PROCESSOR_TIME, otherGoal);
    }
}
