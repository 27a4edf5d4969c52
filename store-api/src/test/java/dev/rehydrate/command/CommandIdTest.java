// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import java.util.UUID;
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

    @Test
    void isSequencedIfItIsDrawnOrNumberedAndNotIfItIsChosen() {
        CommandId first = CommandId.random();
        CommandId second = CommandId.random();
        CommandId numbered = CommandId.inSequence(7, 42);

        assertThat(first.isSequenced()).isTrue();
        assertThat(second.high()).isEqualTo(first.high());
        assertThat(second.lane()).isEqualTo(first.lane());
        assertThat(second.sequence()).isGreaterThan(first.sequence());
        assertThat(numbered).isEqualTo(CommandId.inSequence(7, 42)).isNotEqualTo(CommandId.inSequence(8, 42));
        assertThat(numbered.isSequenced()).isTrue();
        assertThat(numbered.sequence()).isEqualTo(42);
        assertThat(new CommandId(1, 2).isSequenced()).isFalse();
        UUID uuid = UUID.randomUUID();
        assertThat(new CommandId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()).isSequenced())
                .isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> CommandId.inSequence(7, -1));
    }

    @Test
    void hasANewOriginFromTheMomentOnInWhichOneBegins() {
        CommandId before = CommandId.random();

        CommandId.renewOrigin();

        CommandId after = CommandId.random();
        assertThat(after.isSequenced()).isTrue();
        assertThat(after.high()).isNotEqualTo(before.high());
        assertThat(CommandId.random().high()).isEqualTo(after.high());
    }

    /** A life that begins is told from others of the same millisecond by these bits of the command that began it. */
    @Test
    void hasACheckThatLooksRandom() {
        long different = IntStream.range(0, 1000)
                .mapToLong(nothing -> CommandId.random().check() & ((1 << LOW_BITS) - 1))
                .distinct()
                .count();

        assertThat(different).isGreaterThan(990);
    }
}
