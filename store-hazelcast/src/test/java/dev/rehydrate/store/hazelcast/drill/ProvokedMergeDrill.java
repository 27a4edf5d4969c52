// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One of three members is cut off and does not know it yet: at that moment its callers complete instances and save others
 * several times, so that its state looks farther than that of the majority, which goes on with the same instances. When the
 * two parts merge, what the majority acknowledged stays. The cut is of both directions, of input or of output, in turn.
 */
final class ProvokedMergeDrill {

    private static final int ROUNDS = 6;
    private static final Duration LENGTH = Duration.ofSeconds(20);
    private static final long ONE_FARM_MILLIS = 30_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void whatTheMajorityAcknowledgedStays(Durability durability) {
        String name = "provoked-merge-" + durability.name().toLowerCase(Locale.ROOT);
        try (Networks networks = Networks.withFilters(3);
                DrillFarm farm = DrillFarm.in(networks, name, DrillFarm.settingsToPart(durability, 3))
                        .startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                round(networks, farm, rounds);
            }
            Findings findings = rounds.all();
            Summary.add("provoked-merge", durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            // What the plain mode loses is a figure to be known, not a promise that is broken.
            assertThat(durability == Durability.PROTECTED ? findings.broken() : findings.odd())
                    .isEmpty();
        }
    }

    private static void round(Networks networks, DrillFarm farm, Rounds rounds) {
        rounds.begin();
        NodeJvm victim = farm.node(rounds.victim());
        victim.ask(DrillFarm.PATIENCE, "aim");
        Cut cut = Cut.of(rounds.number());
        cut.apply(networks, rounds.victim());
        victim.ask(DrillFarm.SOON, "provoke");
        farm.nodes().stream().filter(node -> node != victim).forEach(node -> node.ask(DrillFarm.SOON, "dispute"));
        Rounds.last(LENGTH);
        networks.hearAndSpeak(rounds.victim());
        long oneFarm = rounds.millisToOneFarm();
        Findings findings = rounds.end();
        rounds.tell(findings, "cut: %s, one farm %d ms after the heal".formatted(cut, oneFarm));

        assertThat(oneFarm).as("ms to one farm").isLessThan(ONE_FARM_MILLIS);
    }
}
