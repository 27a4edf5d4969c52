// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

/**
 * How long everything takes.
 *
 * @param rounds how often each case is timed
 * @param roundMillis how long each time
 * @param warmUpMillis how long each case runs before its first round
 * @param sharedWarmUpMillis how long cases through which most of the code runs are run before all others: without it the
 *     first rows pay for code that all share, and on two busy processors the compiler needs its time
 */
record Pace(int rounds, int roundMillis, int warmUpMillis, int sharedWarmUpMillis) {

    static final Pace STANDARD = new Pace(11, 500, 3000, 10_000);
    static final Pace SHORT = new Pace(5, 250, 1500, 5000);

    Pace withRounds(int number) {
        return new Pace(number, roundMillis, warmUpMillis, sharedWarmUpMillis);
    }
}
