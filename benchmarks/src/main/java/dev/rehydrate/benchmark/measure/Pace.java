// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

/**
 * How long everything takes.
 *
 * @param rounds how often each subject is measured
 * @param roundMillis how long each time
 * @param warmUpMillis how long each subject runs before its first round
 * @param sharedWarmUpMillis how long what shares most of the code runs before all others: without it the first rows pay for
 *     code that all share, and on two busy processors the compiler needs its time
 * @param residents how many instances there are of each subject
 */
public record Pace(int rounds, int roundMillis, int warmUpMillis, int sharedWarmUpMillis, int residents) {

    /** Eleven rounds among 100,000 instances of each subject. */
    public static final Pace FULL = new Pace(11, 500, 3000, 10_000, 100_000);
    /** Seven short rounds among 2,000 instances: with 2.8 MB, more than most caches of a single core hold. */
    public static final Pace SHORT = new Pace(7, 100, 100, 1000, 2_000);

    /**
     * The same with other numbers.
     *
     * @param otherRounds how many rounds
     * @param otherResidents how many instances of each subject
     * @return the pace
     */
    public Pace with(int otherRounds, int otherResidents) {
        return new Pace(otherRounds, roundMillis, warmUpMillis, sharedWarmUpMillis, otherResidents);
    }

    /**
     * The same with longer rounds. The warm-up stays: what it warms is as much as before.
     *
     * @param times how many times as long
     * @return the pace
     */
    public Pace longer(int times) {
        return new Pace(rounds, times * roundMillis, warmUpMillis, sharedWarmUpMillis, residents);
    }

    /**
     * How long a contest takes if every call ends with its round.
     *
     * @param subjects how many take turns
     * @return in milliseconds
     */
    public long contestMillis(long subjects) {
        return subjects * (warmUpMillis + (long) rounds * roundMillis);
    }
}
