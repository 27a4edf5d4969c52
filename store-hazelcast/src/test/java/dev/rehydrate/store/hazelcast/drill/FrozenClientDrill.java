// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client, which is no member, stands still under load for longer than its lease, with commands in flight, and goes on. What
 * it held is taken over meanwhile, and its saves under the old holds are refused.
 */
final class FrozenClientDrill {

    private static final int ROUNDS = 5;
    private static final String CLIENT = "c1";
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(15);
    private static final Duration AFTERMATH = Duration.ofSeconds(3);

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void aClientThatStoodStillWritesNothingThatIsNotItsOwn(Durability durability) {
        Map<String, String> settings = new LinkedHashMap<>(DrillFarm.settings(durability, 3));
        settings.put("rehydrate.lease", LEASE.toSeconds() + "s");
        String name = "frozen-client-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.onLoopback(name, 3, settings).startAll()) {
            farm.startClient(CLIENT);
            Rounds rounds = Rounds.against(farm, CLIENT);
            long takeover = 0;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                takeover = Math.max(takeover, round(farm, rounds));
            }
            Findings findings = rounds.all();
            Summary.add("frozen-client-15s", durability, rounds.number(), findings, takeover);

            assertThat(findings.broken()).isEmpty();
        }
    }

    private static long round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        NodeJvm client = farm.node(CLIENT);
        long frozenAt = System.nanoTime();
        long takenAt = client.whileFrozen(() -> {
            rounds.takeOver();
            Rounds.last(PAUSE);
            return rounds.takenAt();
        });
        rounds.paused(frozenAt, System.nanoTime());
        Rounds.last(AFTERMATH);
        farm.nodes().forEach(rounds::awaitMore);
        Findings findings = rounds.end();
        long takeover = Rounds.millisBetween(frozenAt, takenAt);
        long refused = rounds.answersOfVictim(Answer.LOST);
        rounds.tell(
                findings,
                "taken over in %d ms, the client was told %d times that its hold is lost".formatted(takeover, refused));

        assertThat(takenAt).as("when all was taken over").isPositive();
        assertThat(refused).as("refusals under a hold that was lost").isPositive();
        return takeover;
    }
}
