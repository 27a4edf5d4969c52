// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Which random histories to try: as many as asked for; more or fewer with {@code -Drehydrate.histories=N}; or just the
 * one that failed, with {@code -Drehydrate.seed=N}.
 */
final class Seeds {

    private static final String ONE = "rehydrate.seed";
    private static final String HOW_MANY = "rehydrate.histories";

    private Seeds() {}

    /** What went wrong in a history: the broken law, and all that happened. */
    record Trouble(String law, List<?> history) {}

    /** Tries histories; the first that finds trouble is printed and fails the test. */
    static void tryAll(int count, LongFunction<@Nullable Trouble> history) {
        choose(count).forEach(seed -> {
            Trouble trouble = history.apply(seed);
            if (trouble != null) {
                fail(describe(seed, trouble));
            }
        });
    }

    /** Counts histories until one finds trouble; as many as there are if none does. */
    static long countUntilTrouble(int count, LongFunction<@Nullable Trouble> history) {
        return LongStream.range(0, count)
                .takeWhile(seed -> history.apply(seed) == null)
                .count();
    }

    private static LongStream choose(int count) {
        Long only = Long.getLong(ONE);
        return only == null ? LongStream.range(0, Integer.getInteger(HOW_MANY, count)) : LongStream.of(only);
    }

    private static String describe(long seed, Trouble trouble) {
        StringBuilder text = new StringBuilder(trouble.law()).append("; again with -D" + ONE + "=" + seed + "\n");
        trouble.history().forEach(event -> text.append("  ").append(event).append('\n'));
        return text.toString();
    }
}
