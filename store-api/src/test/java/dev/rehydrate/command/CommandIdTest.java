// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The id of a command")
class CommandIdTest {

    private static final int MANY = 100_000;
    private static final int LOW_BITS = 20;

    @Test
    void isAnotherOneEachTimeAlsoInManyThreads() {
        Set<CommandId> ids = IntStream.range(0, MANY)
                .parallel()
                .mapToObj(nothing -> CommandId.random())
                .collect(Collectors.toSet());

        assertThat(ids).hasSize(MANY);
    }

    /** A life that begins is told from others of the same millisecond by these bits of the command that began it. */
    @Test
    void hasLowBitsThatLookRandom() {
        long different = IntStream.range(0, 1000)
                .mapToLong(nothing -> CommandId.random().low() & ((1 << LOW_BITS) - 1))
                .distinct()
                .count();

        assertThat(different).isGreaterThan(990);
    }
}
