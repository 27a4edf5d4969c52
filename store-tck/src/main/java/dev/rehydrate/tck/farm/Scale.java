// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How hard the kit tries, from JUnit's configuration parameters, which are system properties too.
 *
 * @param rounds {@code rehydrate.tck.rounds}: how often a race is run within one test; 200 unless set
 * @param patience {@code rehydrate.tck.patience}: for how many seconds of the machine's time an answer is waited for; 30
 *     unless set
 * @param seed {@code rehydrate.tck.seed}: the seed of the first random walk, the next ones follow; 0 unless set
 * @param walks {@code rehydrate.tck.walks}: how many random walks there are; 20 unless set
 */
public record Scale(int rounds, Duration patience, int seed, int walks) {

    /** How often each concurrency test is run, with fresh data each time; once unless set. */
    static final String REPETITIONS = "rehydrate.tck.repetitions";

    private static final String ROUNDS = "rehydrate.tck.rounds";
    private static final String SEED = "rehydrate.tck.seed";
    private static final String WALKS = "rehydrate.tck.walks";
    private static final String PATIENCE = "rehydrate.tck.patience";

    static Scale of(ExtensionContext context) {
        return new Scale(
                number(context, ROUNDS, 200),
                Duration.ofSeconds(number(context, PATIENCE, 30)),
                number(context, SEED, 0),
                number(context, WALKS, 20));
    }

    static int number(ExtensionContext context, String name, int otherwise) {
        return context.getConfigurationParameter(name, Integer::valueOf).orElse(otherwise);
    }
}
