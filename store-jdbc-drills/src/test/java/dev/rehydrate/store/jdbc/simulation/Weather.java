// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import java.util.SplittableRandom;

/**
 * How often what goes wrong with the simulated database of one seed, in thousandths of all calls.
 *
 * @param refused the call fails before anything was sent, or the database has rolled it back: a deadlock, a statement timeout
 * @param answerLost committed, and the connection breaks before the answer
 * @param requestLost the connection breaks before the COMMIT has arrived
 * @param late the connection is half open: the old session commits when the client has given it up
 * @param stalled the call takes seconds
 * @param outage the database is not there for seconds
 */
record Weather(int refused, int answerLost, int requestLost, int late, int stalled, int outage) {

    static final Weather CALM = new Weather(0, 0, 0, 0, 0, 0);

    /** {@return one of a calm, a changeable and a stormy day} */
    static Weather drawnFrom(SplittableRandom random) {
        int most = new int[] {5, 30, 120}[random.nextInt(3)];
        return new Weather(
                random.nextInt(most),
                random.nextInt(most),
                random.nextInt(most),
                random.nextInt(most),
                random.nextInt(most / 4 + 1),
                random.nextInt(most / 16 + 1));
    }
}
