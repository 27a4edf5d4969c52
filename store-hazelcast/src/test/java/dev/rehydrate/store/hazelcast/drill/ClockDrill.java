// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Under load, the wall clock of one of three members is set back by an hour, then forward to an hour ahead, and then right
 * again, each for longer than a lease: everything in that process reads it, the engine too.
 */
final class ClockDrill {

    private static final int ROUNDS = 3;
    private static final List<Duration> AHEAD = List.of(Duration.ofHours(-1), Duration.ofHours(1), Duration.ZERO);
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration PHASE = Duration.ofSeconds(12);

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void aWrongClockChangesNothing(Durability durability) {
        Map<String, String> settings = new LinkedHashMap<>(DrillFarm.settings(durability, 3));
        settings.put("rehydrate.lease", LEASE.toSeconds() + "s");
        // As short as may be, and looked at often: by a wrong clock all would be forgotten at once.
        settings.put("rehydrate.idle-ttl", "30m");
        settings.put("rehydrate.memory-retention", "10m");
        settings.put("rehydrate.sweep-period", "2s");
        String name = "clock-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.withClocks(name, 3, settings).startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                round(farm, rounds);
            }
            Findings findings = rounds.all();
            Summary.add("clock-1h-off", durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            assertThat(findings.broken()).isEmpty();
        }
    }

    private static void round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        farm.node(rounds.survivor()).ask(DrillFarm.PATIENCE, "almanac", "sow");
        AHEAD.forEach(ahead -> phase(farm, rounds, ahead));
        List<String> owners = farm.nodes().stream()
                .map(node -> node.ask(DrillFarm.SOON, "owners"))
                .toList();
        Findings findings = rounds.end();
        long lost = rounds.answers(Answer.LOST);
        rounds.tell(findings, "%d holds lost, %s owners on the nodes one after the other".formatted(lost, owners));

        assertThat(lost).as("lost holds").isZero();
        assertThat(owners).as("owners of each node").containsOnly("1");
    }

    private static void phase(DrillFarm farm, Rounds rounds, Duration ahead) {
        NodeJvm victim = farm.node(rounds.victim());
        farm.setClock(rounds.victim(), ahead);
        if (!ahead.isZero()) {
            replace(farm, rounds);
        }
        victim.ask(DrillFarm.PATIENCE, "almanac", "sow-brief", ahead);
        Rounds.last(PHASE);

        assertThat(farm.node(rounds.survivor()).ask(DrillFarm.PATIENCE, "almanac", "harvest"))
                .as("instances that ran when they were due, clock %s", ahead)
                .isEqualTo(String.valueOf(Almanac.EACH));
        for (NodeJvm node : farm.nodes()) {
            assertThat(node.ask(DrillFarm.PATIENCE, "almanac", "left", ahead))
                    .as("instances that have not expired in time, clock %s", ahead)
                    .isEqualTo("0");
            assertThat(node.ask(DrillFarm.PATIENCE, "almanac", "inspect"))
                    .as("what is wrong by %s, clock %s", node.name(), ahead)
                    .isEmpty();
        }
        farm.awaitSize(farm.names().size());
        farm.nodes().forEach(rounds::awaitMore);
    }

    /** A member that joins must learn the time of the farm from another. */
    private static void replace(DrillFarm farm, Rounds rounds) {
        farm.stop(rounds.survivor());
        NodeJvm again = farm.start(rounds.survivor());
        rounds.join(again);
        rounds.load(again);
        farm.awaitWhole();
        farm.nodes().forEach(rounds::awaitMore);
    }
}
