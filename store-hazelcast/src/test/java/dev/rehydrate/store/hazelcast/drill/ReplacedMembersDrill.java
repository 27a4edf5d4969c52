// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each of three members in turn is asked to end, and one at another address takes its place, until none of the addresses that a client was
 * told is that of a member. The client stays. Callers are patient, as in the rolling restart: none of them may fail.
 */
final class ReplacedMembersDrill {

    private static final int ROUNDS = 2;
    private static final int MEMBERS = 3;
    private static final String CLIENT = "c1";
    private static final long STALL_MILLIS = 10_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void aClientFollowsMembersToOtherAddresses(Durability durability) {
        Map<String, String> settings = new LinkedHashMap<>(Rounds.timed(DrillFarm.settings(durability, MEMBERS)));
        settings.put(Patience.SETTING, "true");
        String name = "replaced-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.onLoopback(name, 2 * MEMBERS, settings)) {
            List<String> present = farm.names().subList(0, MEMBERS);
            List<String> next = farm.names().subList(MEMBERS, 2 * MEMBERS);
            present.forEach(farm::start);
            farm.awaitWhole();
            farm.startClient(
                    CLIENT, Map.of("rehydrate.members", farm.addresses().get(0)));
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                round(farm, rounds, present, next);
                List<String> former = present;
                present = next;
                next = former;
            }
            Findings findings = rounds.all();
            Summary.add("replaced-members", durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            assertThat(findings.broken()).isEmpty();
            assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
        }
    }

    private static void round(DrillFarm farm, Rounds rounds, List<String> present, List<String> next) {
        rounds.begin();
        long beganAt = System.nanoTime();
        for (int place = 0; place < MEMBERS; place++) {
            farm.stop(present.get(place));
            farm.nodes().forEach(rounds::awaitMore);
            NodeJvm other = farm.start(next.get(place));
            rounds.join(other);
            rounds.load(other);
            farm.awaitWhole();
            farm.nodes().forEach(rounds::awaitMore);
        }
        long endedAt = System.nanoTime();
        Findings findings = rounds.end();
        rounds.tell(
                findings,
                "members at %s were replaced, at most %d ms without a change"
                        .formatted(present, rounds.longestSilence(beganAt, endedAt)));
    }
}
