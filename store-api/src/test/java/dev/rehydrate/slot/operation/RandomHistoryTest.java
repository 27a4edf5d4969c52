// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules against a model and against laws that need none, over random histories of several owners and handles. */
@DisplayName("The rules of a slot, in random histories,")
final class RandomHistoryTest {

    private static final int HISTORIES = 3000;

    @Test
    void agreeWithTheModelAndKeepTheirLaws() {
        Seeds.tryAll(HISTORIES, seed -> SlotHistory.of(seed, Tampering.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void wouldBeCaughtIfTheyWereBroken(Tampering tampering) {
        long tried = Seeds.countUntilTrouble(HISTORIES, seed -> SlotHistory.of(seed, tampering));

        assertThat(tried).as("histories before %s is caught", tampering).isLessThan(HISTORIES);
    }

    @Test
    void takeEveryTurnThereIs() {
        List<SlotHistory.Event> events = LongStream.range(0, 300)
                .mapToObj(SlotHistory::events)
                .flatMap(List::stream)
                .toList();

        assertThat(distinct(events, event -> event.decision() instanceof Decision.Write, SlotHistory.Event::operation))
                .hasSize(SlotOperation.class.getPermittedSubclasses().length - 2)
                .doesNotContain(InspectSlot.class, DiscardDamaged.class);
        assertThat(distinct(events, event -> event.refusal() != null, SlotHistory.Event::refusal))
                .isEqualTo(variants(Refusal.class).collect(Collectors.toSet()));
    }

    private static Stream<Class<?>> variants(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(RandomHistoryTest::variants)
                : Stream.of(type);
    }

    private static Set<Class<?>> distinct(
            List<SlotHistory.Event> events, Predicate<SlotHistory.Event> which, Function<SlotHistory.Event, ?> what) {
        return events.stream()
                .filter(which)
                .map(event -> what.apply(event).getClass())
                .collect(Collectors.toSet());
    }
}
