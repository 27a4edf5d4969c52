// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One of three members is killed under load, and comes back. */
final class KillDrill {

    private static final int ROUNDS = 20;
    private static final long TAKEOVER_MILLIS = 3_000;
    private static final long STALL_MILLIS = 10_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void nothingIsLostWhenAMemberIsKilled(Durability durability) {
        try (DrillFarm farm = DrillFarm.onLoopback(
                        "kill-" + durability.name().toLowerCase(Locale.ROOT), 3, DrillFarm.settings(durability, 3))
                .startAll()) {
            Rounds rounds = new Rounds(farm);
            long takeover = 0;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                takeover = Math.max(takeover, round(farm, rounds));
            }
            Findings findings = rounds.all();
            Summary.add("kill-one-of-three", durability, rounds.number(), findings, takeover);

            assertThat(findings.broken()).isEmpty();
            assertThat(takeover).as("ms until all was taken over").isLessThan(TAKEOVER_MILLIS);
            assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
        }
    }

    private static long round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        long killedAt = System.nanoTime();
        farm.kill(rounds.victims());
        rounds.takeOver();
        long takeover = rounds.millisToTakeOver(killedAt);
        farm.nodes().forEach(rounds::awaitMore);
        rounds.join(farm.start(rounds.victim()));
        farm.awaitWhole();
        Findings findings = rounds.end();
        rounds.tell(findings, "taken over in " + takeover + " ms");
        return takeover;
    }
}
