// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three members of 256 MB are filled until they refuse, emptied by half, and filled again. */
final class HeapDrill {

    private static final int ROUNDS = 5;
    private static final int REFUSALS = 50;
    private static final int NEW = 100;
    private static final Duration FILL = Duration.ofMinutes(4);
    private static final Duration FULL = Duration.ofSeconds(20);
    private static final int ACKNOWLEDGED = 0;
    private static final int REFUSED = 1;
    private static final int UNKNOWN = 2;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFullFarmRefusesNewWorkAndLosesNothing(Durability durability) {
        Map<String, String> settings = new HashMap<>(DrillFarm.settings(durability, 3));
        settings.put("rehydrate.memory-retention", "10m");
        long acknowledged = 0;
        long lost = 0;
        int rounds = Rounds.asked(ROUNDS);
        try (DrillFarm farm = begun(durability, settings)) {
            for (int round = 1; round <= rounds; round++) {
                fill(farm, REFUSED, REFUSALS);
                Rounds.last(FULL);
                assertThat(farm.nodes()).allMatch(NodeJvm::isAlive);
                farm.nodes().forEach(node -> node.ask(DrillFarm.PATIENCE, "stop"));
                farm.nodes().forEach(node -> node.ask(FILL, "complete", 60));
                long before = sum(farm, ACKNOWLEDGED);
                fill(farm, ACKNOWLEDGED, NEW);
                farm.nodes().forEach(node -> node.ask(DrillFarm.PATIENCE, "stop"));
                acknowledged = sum(farm, ACKNOWLEDGED);
                lost = farm.nodes().stream()
                        .mapToLong(node -> Long.parseLong(node.ask(FILL, "lost")))
                        .sum();
                Summary.tell(
                        "heap-%s round %d: %d acknowledged, %d of them after the farm was full, %d refused, %d in doubt, %d lost%n"
                                .formatted(
                                        durability,
                                        round,
                                        acknowledged,
                                        acknowledged - before,
                                        sum(farm, REFUSED),
                                        sum(farm, UNKNOWN),
                                        lost));
                farm.nodes()
                        .forEach(node -> assertThat(node.ask(DrillFarm.PATIENCE, "members"))
                                .isEqualTo("3"));
            }
            Summary.append(
                    "heap.csv",
                    "mode,rounds,acknowledged,refused,in_doubt,lost" + System.lineSeparator(),
                    "%s,%d,%d,%d,%d,%d%n"
                            .formatted(
                                    durability.name().toLowerCase(Locale.ROOT),
                                    rounds,
                                    acknowledged,
                                    sum(farm, REFUSED),
                                    sum(farm, UNKNOWN),
                                    lost));
            assertThat(lost).isZero();
            assertThat(sum(farm, UNKNOWN))
                    .as("refusals are told before anything is done")
                    .isZero();
        }
    }

    /** A node of a protected farm is up when there is a majority. */
    private static DrillFarm begun(Durability durability, Map<String, String> settings) {
        String name = "heap-" + durability.name().toLowerCase(Locale.ROOT);
        DrillFarm farm = DrillFarm.onLoopback(name, 3, settings).running(HeapNode.class);
        farm.names().forEach(farm::begin);
        farm.nodes().forEach(NodeJvm::awaitUp);
        farm.awaitWhole();
        return farm;
    }

    /** Lets all create until each has counted so many more. */
    private static void fill(DrillFarm farm, int figure, int more) {
        Map<String, Long> before = new HashMap<>();
        farm.nodes().forEach(node -> before.put(node.name(), figure(node, figure)));
        farm.nodes().forEach(node -> node.ask(DrillFarm.PATIENCE, "fill"));
        farm.nodes()
                .forEach(node -> Awaitility.await(node.name() + " has counted " + more + " of figure " + figure)
                        .atMost(FILL)
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> figure(node, figure) >= before.get(node.name()) + more));
    }

    private static long sum(DrillFarm farm, int figure) {
        return farm.nodes().stream().mapToLong(node -> figure(node, figure)).sum();
    }

    private static long figure(NodeJvm node, int figure) {
        return Stream.of(node.ask(DrillFarm.PATIENCE, "figures").split(" "))
                .mapToLong(Long::parseLong)
                .toArray()[figure];
    }
}
