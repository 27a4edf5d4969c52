// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One of three members is terminated under load, as the engine's shutdown hook does by itself, and as a member ends that has lost a thread. It
 * leaves the farm first, closes its connections and stops its partitions then; a client with many callers has commands at it all the while.
 */
final class TerminateDrill {

    private static final int ROUNDS = 10;
    private static final String CLIENT = "c1";
    private static final int CALLERS = 500;
    /** What the callers of the member itself are told when it has ended is part of the history. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(1);

    private static final long STALL_MILLIS = 10_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void nothingIsLostWhenAMemberIsTerminated(Durability durability) {
        String mode = durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.onLoopback("terminate-" + mode, 3, DrillFarm.settings(durability, 3))
                .startAll()) {
            farm.startClient(CLIENT);
            Rounds rounds = new Rounds(farm);
            long[] crowd = new long[3];
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                crowd = round(farm, rounds);
            }
            Findings findings = rounds.all();
            Summary.add("terminate-one-of-three", durability, rounds.number(), findings, Summary.NOBODY_TRIED);
            Summary.append(
                    "terminate.csv",
                    "mode,rounds,callers,acknowledged,failed,lost%n".formatted(),
                    "%s,%d,%d,%d,%d,%d%n".formatted(mode, rounds.number(), CALLERS, crowd[0], crowd[1], crowd[2]));

            assertThat(findings.broken()).isEmpty();
            assertThat(crowd[2]).as("saves of many callers").isZero();
            assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
        }
    }

    /** {@return how many saves of the many callers were acknowledged, failed and are lost, in all rounds up to now} */
    private static long[] round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        NodeJvm client = farm.node(CLIENT);
        client.ask(DrillFarm.PATIENCE, "crowd", "begin", CALLERS);
        rounds.awaitMore(client);
        farm.node(rounds.victim()).ask(DrillFarm.PATIENCE, "terminate");
        Rounds.last(AFTERWARDS);
        farm.kill(rounds.victims());
        farm.nodes().forEach(rounds::awaitMore);
        long[] crowd = Arrays.stream(
                        client.ask(DrillFarm.PATIENCE, "crowd", "end").split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        rounds.join(farm.start(rounds.victim()));
        farm.awaitWhole();
        Findings findings = rounds.end();
        rounds.tell(
                findings,
                "saves of many callers: %d acknowledged, %d failed, %d lost".formatted(crowd[0], crowd[1], crowd[2]));
        return crowd;
    }
}
