// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

/**
 * What one case gave in one round.
 *
 * @param score the median time in microseconds, or calls per millisecond
 * @param processorMicros processor time of the process per life of a document; not a number for other cases
 */
record Sample(double score, double processorMicros) {}
