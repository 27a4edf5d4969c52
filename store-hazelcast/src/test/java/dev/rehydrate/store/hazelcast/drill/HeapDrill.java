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
import org.junit.jupiter.params.provider.MethodSource;

/** Three members of 256 MB are filled until they refuse, emptied by half, and filled again, while the lanes work. */
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
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void aFullFarmRefusesNewWorkAndLosesNothing(Durability durability) {
        String mode = durability.name().toLowerCase(Locale.ROOT);
        Map<String, String> settings = new HashMap<>(DrillFarm.settings(durability, 3));
        settings.put("rehydrate.memory-retention", "10m");
        try (DrillFarm farm = DrillFarm.onLoopback("heap-" + mode, 3, settings).startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                round(farm, rounds);
            }
            long lost = lost(farm);
            Findings findings = rounds.all();
            Summary.add("heap-exhausted", durability, rounds.number(), findings, Summary.NOBODY_TRIED);
            Summary.append(
                    "heap.csv",
                    "mode,rounds,acknowledged,refused,in_doubt,lost%n".formatted(),
                    "%s,%d,%d,%d,%d,%d%n"
                            .formatted(
                                    mode,
                                    rounds.number(),
                                    sum(farm, ACKNOWLEDGED),
                                    sum(farm, REFUSED),
                                    sum(farm, UNKNOWN),
                                    lost));

            assertThat(findings.broken()).isEmpty();
            assertThat(lost).isZero();
            assertThat(sum(farm, UNKNOWN))
                    .as("outcomes unknown, because a refusal comes before anything is done")
                    .isZero();
        }
    }

    private static void round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        fill(farm, REFUSED, REFUSALS);
        Rounds.last(FULL);
        assertThat(farm.nodes()).allMatch(NodeJvm::isAlive);
        tell(farm, "filling stop");
        tell(farm, "filling complete 60");
        long before = sum(farm, ACKNOWLEDGED);
        fill(farm, ACKNOWLEDGED, NEW);
        tell(farm, "filling stop");
        Findings findings = rounds.end();
        rounds.tell(
                findings,
                "%d instances filled in, %d of them after the farm was full, %d refused, %d in doubt, %d lost"
                        .formatted(
                                sum(farm, ACKNOWLEDGED),
                                sum(farm, ACKNOWLEDGED) - before,
                                sum(farm, REFUSED),
                                sum(farm, UNKNOWN),
                                lost(farm)));
        farm.awaitSize(farm.names().size());
    }

    /** Lets all create until each has counted so many more. */
    private static void fill(DrillFarm farm, int figure, int more) {
        Map<String, Long> before = new HashMap<>();
        farm.nodes().forEach(node -> before.put(node.name(), figure(node, figure)));
        tell(farm, "filling begin");
        farm.nodes()
                .forEach(node -> Awaitility.await(node.name() + " has counted " + more + " of figure " + figure)
                        .atMost(FILL)
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> figure(node, figure) >= before.get(node.name()) + more));
    }

    private static void tell(DrillFarm farm, String order) {
        farm.nodes().forEach(node -> node.ask(FILL, order));
    }

    private static long lost(DrillFarm farm) {
        return farm.nodes().stream()
                .mapToLong(node -> Long.parseLong(node.ask(FILL, "filling lost")))
                .sum();
    }

    private static long sum(DrillFarm farm, int figure) {
        return farm.nodes().stream().mapToLong(node -> figure(node, figure)).sum();
    }

    private static long figure(NodeJvm node, int figure) {
        return Stream.of(node.ask(DrillFarm.PATIENCE, "filling figures").split(" "))
                .mapToLong(Long::parseLong)
                .toArray()[figure];
    }
}
