// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * One of three members of a protected farm is cut off, and a new one is started in its place. When the cut is over, the farm has all its
 * members: it works on, and the one that comes back waits until another one leaves.
 */
final class PlaceTakenDrill {

    private static final int ROUNDS = 3;
    private static final int MEMBERS = 3;
    /** Longer than the farm waits for a sign of life. */
    private static final Duration CUT = Duration.ofSeconds(12);
    /** Longer than a member waits before it looks for a farm to merge into, and looks again. */
    private static final Duration WAIT = Duration.ofSeconds(20);

    @Test
    void theMemberThatComesBackWaitsForAPlaceAndTheFarmWorksOn() {
        Map<String, String> settings = Rounds.timed(DrillFarm.settings(Durability.PROTECTED, MEMBERS));
        try (Networks networks = new Networks(MEMBERS + 1);
                DrillFarm farm = DrillFarm.in(networks, "place-taken-protected", settings)) {
            farm.names().subList(0, MEMBERS).forEach(farm::start);
            farm.awaitWhole();
            Rounds rounds = new Rounds(farm);
            String absent = farm.names().get(MEMBERS);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                absent = round(networks, farm, rounds, absent);
            }
            Findings findings = rounds.all();
            Summary.add("place-taken", Durability.PROTECTED, rounds.number(), findings, Summary.NOBODY_TRIED);

            assertThat(findings.broken()).isEmpty();
        }
    }

    /** {@return the name of the node that has no place afterwards: the one that was stopped} */
    private static String round(Networks networks, DrillFarm farm, Rounds rounds, String newcomer) {
        rounds.begin();
        List<String> present = farm.nodes().stream().map(NodeJvm::name).toList();
        String victim = present.get(0);
        String leaver = present.get(1);
        NodeJvm witness = farm.node(present.get(2));
        networks.cut(victim);
        Rounds.last(CUT);
        NodeJvm taker = farm.start(newcomer);
        rounds.join(taker);
        rounds.load(taker);
        rounds.awaitMore(taker);
        networks.heal(victim);
        long healedAt = System.nanoTime();
        Rounds.last(WAIT);
        long silence = rounds.longestSilence(healedAt, System.nanoTime());
        assertThat(witness.ask(DrillFarm.SOON, "members"))
                .as("members of the farm")
                .isEqualTo(String.valueOf(MEMBERS));
        assertThat(farm.node(victim).ask(DrillFarm.SOON, "members"))
                .as("members that the one that came back sees")
                .isEqualTo("1");
        assertThat(silence).as("ms without a change").isLessThan(WAIT.toMillis() / 2);
        farm.stop(leaver);
        farm.awaitWhole();
        farm.nodes().forEach(rounds::awaitMore);
        Findings findings = rounds.end();
        rounds.tell(
                findings,
                "%s was cut off, %s took its place, at most %d ms without a change after the cut, %s left"
                        .formatted(victim, newcomer, silence, leaver));
        return leaver;
    }
}
