// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each of three members is asked to end, as a new version would be installed, and starts again when it has; then the next one.
 * Callers try again what was not done, and settle what is in doubt, within a deadline of 30 s: none of them may fail.
 */
final class RollingRestartDrill {

    private static final int ROUNDS = 3;
    private static final long STALL_MILLIS = 10_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void nobodyNoticesThatMembersAreReplaced(Durability durability) {
        Map<String, String> settings = new LinkedHashMap<>(DrillFarm.settings(durability, 3));
        settings.put(Patience.SETTING, "true");
        String name = "rolling-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.onLoopback(name, 3, settings).startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                round(farm, rounds);
            }
            Findings findings = rounds.all();
            Summary.add("rolling-restart", durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            assertThat(findings.broken()).isEmpty();
            assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
        }
    }

    private static void round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        long longest = 0;
        for (String name : farm.names()) {
            long askedAt = System.nanoTime();
            farm.stop(name);
            longest = Math.max(longest, Rounds.millisBetween(askedAt, System.nanoTime()));
            farm.nodes().forEach(rounds::awaitMore);
            NodeJvm again = farm.start(name);
            rounds.join(again);
            rounds.load(again);
            farm.awaitWhole();
            farm.nodes().forEach(rounds::awaitMore);
        }
        Findings findings = rounds.end();
        rounds.tell(findings, "a member took " + longest + " ms to end at most");
    }
}
