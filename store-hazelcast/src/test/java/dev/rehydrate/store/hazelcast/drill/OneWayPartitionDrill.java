// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What one of three members receives, or what it sends, is dropped under load, and then dropped no more. */
final class OneWayPartitionDrill {

    private static final int ROUNDS = 5;
    private static final Duration LENGTH = Duration.ofSeconds(20);
    private static final long ONE_FARM_MILLIS = 30_000;

    static Stream<Arguments> faults() {
        List<Arguments> faults = new ArrayList<>();
        for (Durability mode : Rounds.modes()) {
            faults.add(Arguments.of(mode, Cut.INPUT));
            faults.add(Arguments.of(mode, Cut.OUTPUT));
        }
        return faults.stream();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void nothingIsLostWhenOneDirectionIsCut(Durability durability, Cut cut) {
        String fault = "one-way-" + cut;
        String name = fault + "-" + durability.name().toLowerCase(Locale.ROOT);
        try (Networks networks = Networks.withFilters(3);
                DrillFarm farm = DrillFarm.in(networks, name, DrillFarm.settingsToPart(durability, 3))
                        .startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                round(networks, rounds, cut);
            }
            Findings findings = rounds.all();
            Summary.add(fault, durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            // What the plain mode loses is a figure to be known, not a promise that is broken.
            assertThat(durability == Durability.PROTECTED ? findings.broken() : findings.odd())
                    .isEmpty();
        }
    }

    private static void round(Networks networks, Rounds rounds, Cut cut) {
        rounds.begin();
        cut.apply(networks, rounds.victim());
        Rounds.last(LENGTH);
        networks.hearAndSpeak(rounds.victim());
        long oneFarm = rounds.millisToOneFarm();
        Findings findings = rounds.end();
        rounds.tell(findings, "one farm %d ms after the heal".formatted(oneFarm));

        assertThat(oneFarm).as("ms to one farm").isLessThan(ONE_FARM_MILLIS);
    }
}
