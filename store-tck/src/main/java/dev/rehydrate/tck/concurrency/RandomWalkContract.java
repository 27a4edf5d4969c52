// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.concurrency;

import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.WalkSeeds;
import java.util.Random;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Anything in any order, with faults, crashes and time passing. A walk is decided by its seed, which a failure names; {@code
 * -Drehydrate.tck.seed=} begins with that one.
 */
public abstract class RandomWalkContract {

    private static final int STEPS = 250;

    @TestTemplate
    @ExtendWith(WalkSeeds.class)
    void whateverIsDoneInWhateverOrderEveryAnswerIsTrue(Farm farm, Long seed) {
        RandomWalk walk = new RandomWalk(farm, new Random(seed));
        try {
            for (int step = 0; step < STEPS; step++) {
                walk.step();
            }
            walk.end();
            farm.verify();
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                    "seed " + seed + ", again with -Drehydrate.tck.seed=" + seed + "; the last steps:\n  "
                            + String.join("\n  ", walk.trace()),
                    failure);
        }
    }
}
