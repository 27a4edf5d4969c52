// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

/**
 * What one case gave in one round.
 *
 * @param score the usual time in microseconds, or calls per millisecond
 * @param processorMicros processor time of the process per life of a document; not a number for other cases
 * @param p99 the time in microseconds that one call in a hundred exceeds; of no meaning for calls per millisecond
 * @param p999 the time that one call in a thousand exceeds
 */
record Sample(double score, double processorMicros, double p99, double p999) {

    /**
     * The middle of the lower and the upper quartile: the median, where calls are of one kind. Where half of them are local and
     * half are not, the quartiles are the medians of the two kinds, and the median of all is the longest local or the shortest
     * remote time.
     */
    static double usual(double lowerQuartile, double upperQuartile) {
        return (lowerQuartile + upperQuartile) / 2;
    }
}
