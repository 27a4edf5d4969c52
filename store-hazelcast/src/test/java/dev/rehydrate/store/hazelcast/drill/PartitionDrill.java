// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cable of one of three members is pulled under load, and put back. */
final class PartitionDrill {

    private static final int ROUNDS = 10;
    private static final Duration CUT = Duration.ofSeconds(20);
    private static final long ONE_FARM_MILLIS = 30_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void aMinorityAnswersNothingAndNothingIsLost(Durability durability) {
        String name = "partition-" + durability.name().toLowerCase(Locale.ROOT);
        try (Networks networks = new Networks(3);
                DrillFarm farm = DrillFarm.in(networks, name, DrillFarm.settingsToPart(durability, 3))
                        .startAll()) {
            Rounds rounds = new Rounds(farm);
            long takeover = 0;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                takeover = Math.max(takeover, round(networks, farm, rounds, durability));
            }
            Findings findings = rounds.all();
            Summary.add("partition-20s", durability, rounds.number(), findings, takeover);

            // What the plain mode loses is a figure to be known, not a promise that is broken.
            assertThat(durability == Durability.PROTECTED ? findings.broken() : findings.odd())
                    .isEmpty();
        }
    }

    private static long round(Networks networks, DrillFarm farm, Rounds rounds, Durability durability) {
        rounds.begin();
        networks.cut(rounds.victim());
        long cutAt = System.nanoTime();
        rounds.takeOver();
        Rounds.last(CUT);
        networks.heal(rounds.victim());
        long healedAt = System.nanoTime();
        long takeover = rounds.millisToTakeOver(cutAt);
        farm.awaitSize(farm.names().size());
        long oneFarm = Rounds.millisBetween(healedAt, System.nanoTime());
        farm.awaitWhole();
        farm.nodes().forEach(rounds::awaitMore);
        Findings findings = rounds.end();
        long unavailable = rounds.answersOfVictim(Answer.UNAVAILABLE);
        rounds.tell(
                findings,
                "taken over in %d ms, one farm %d ms after the heal, the minority said %d times that it is unavailable"
                        .formatted(takeover, oneFarm, unavailable));

        assertThat(oneFarm).as("ms to one farm").isLessThan(ONE_FARM_MILLIS);
        if (durability == Durability.PROTECTED) {
            assertThat(unavailable).as("refusals of the minority").isPositive();
        }
        return takeover;
    }
}
