// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One of three members stands still under load, longer than a protected farm waits, and goes on as if nothing had been. */
final class PauseDrill {

    private static final int ROUNDS = 10;
    private static final Duration PAUSE = Duration.ofSeconds(15);
    private static final Duration AFTERMATH = Duration.ofSeconds(5);
    private static final long ONE_FARM_MILLIS = 30_000;
    private static final int NOT_TAKEN = -1;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void whoStoodStillWritesNothingThatIsNotItsOwn(Durability durability) {
        String name = "pause-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.onLoopback(name, 3, DrillFarm.settingsToPart(durability, 3))
                .startAll()) {
            Rounds rounds = new Rounds(farm);
            long takeover = NOT_TAKEN;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                takeover = Math.max(takeover, round(farm, rounds, durability));
            }
            Findings findings = rounds.all();
            Summary.add("pause-15s", durability, rounds.number(), findings, takeover);

            // What the plain mode loses is a figure to be known, not a promise that is broken.
            assertThat(durability == Durability.PROTECTED ? findings.broken() : findings.odd())
                    .isEmpty();
        }
    }

    private static long round(DrillFarm farm, Rounds rounds, Durability durability) {
        rounds.begin();
        NodeJvm victim = farm.node(rounds.victim());
        long frozenAt = System.nanoTime();
        long takenAt = victim.whileFrozen(() -> {
            rounds.takeOver();
            Rounds.last(PAUSE);
            return rounds.takenAt();
        });
        long thawedAt = System.nanoTime();
        rounds.paused(frozenAt, thawedAt);
        long takeover = takenAt > 0 ? Rounds.millisBetween(frozenAt, takenAt) : NOT_TAKEN;
        // Some find out only now that they have not heard of each other for too long.
        Rounds.last(AFTERMATH);
        farm.awaitSize(farm.names().size());
        long oneFarm = Rounds.millisBetween(thawedAt, System.nanoTime());
        farm.awaitWhole();
        farm.nodes().forEach(rounds::awaitMore);
        Findings findings = rounds.end();
        rounds.tell(
                findings,
                "%s, one farm at most %d ms after the pause"
                        .formatted(takeover < 0 ? "nothing taken over" : "taken over in " + takeover + " ms", oneFarm));

        if (durability == Durability.PROTECTED) {
            assertThat(oneFarm).as("ms to one farm").isLessThan(ONE_FARM_MILLIS);
            assertThat(takeover).as("ms until all was taken over").isPositive();
        }
        return takeover;
    }
}
