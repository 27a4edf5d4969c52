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
 * A client, which is no member, is cut off from all members for longer than its lease, with commands in flight. What it held is taken over
 * meanwhile. When the cut is over, it works on by itself, with a new owner, and its saves under the old holds are refused.
 */
final class CutClientDrill {

    private static final int ROUNDS = 5;
    private static final int MEMBERS = 3;
    private static final String CLIENT = "n4";
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration CUT = Duration.ofSeconds(25);
    private static final long AT_WORK_MILLIS = 15_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void aClientThatWasCutOffWorksOnAndWritesNothingThatIsNotItsOwn(Durability durability) {
        Map<String, String> settings = new LinkedHashMap<>(Rounds.timed(DrillFarm.settings(durability, MEMBERS)));
        settings.put("rehydrate.lease", LEASE.toSeconds() + "s");
        String name = "cut-client-" + durability.name().toLowerCase(Locale.ROOT);
        try (Networks networks = new Networks(MEMBERS + 1);
                DrillFarm farm = DrillFarm.in(networks, MEMBERS, name, settings).startAll()) {
            farm.startClient(CLIENT);
            Rounds rounds = Rounds.against(farm, CLIENT);
            long takeover = 0;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                takeover = Math.max(takeover, round(networks, farm, rounds));
            }
            Findings findings = rounds.all();
            Summary.add("cut-client-25s", durability, rounds.number(), findings, takeover);

            assertThat(findings.broken()).isEmpty();
        }
    }

    private static long round(Networks networks, DrillFarm farm, Rounds rounds) {
        rounds.begin();
        NodeJvm client = farm.node(CLIENT);
        networks.cut(CLIENT);
        long cutAt = System.nanoTime();
        rounds.takeOver();
        Rounds.last(CUT);
        long takeover = rounds.millisToTakeOver(cutAt);
        networks.heal(CLIENT);
        long healedAt = System.nanoTime();
        rounds.awaitMore(client);
        long atWork = Rounds.millisBetween(healedAt, System.nanoTime());
        farm.nodes().forEach(rounds::awaitMore);
        Findings findings = rounds.end();
        long unknown = rounds.answersOfVictim(Answer.UNKNOWN);
        rounds.tell(
                findings,
                "taken over in %d ms, the client was at work %d ms after the cut, and was told %d times that the outcome is unknown"
                        .formatted(takeover, atWork, unknown));

        assertThat(unknown).as("commands in flight").isPositive();
        assertThat(atWork).as("ms until the client is at work").isLessThan(AT_WORK_MILLIS);
        return takeover;
    }
}
