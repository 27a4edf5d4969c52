// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One of three members ends and comes back; while partitions migrate to it, another one is killed. Two members are left, one of
 * them with a part of its share.
 */
final class MigrationKillDrill {

    private static final int ROUNDS = 5;
    private static final int RESIDENTS = 6_000;
    private static final int DELAY_MILLIS = 400;
    private static final long STALL_MILLIS = 15_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void nothingIsLostWhenAMemberIsKilledDuringAMigration(Durability durability) {
        String name = "migration-kill-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm =
                DrillFarm.onLoopback(name, 3, DrillFarm.settings(durability, 3)).startAll()) {
            Rounds rounds = new Rounds(farm);
            farm.node("n1").ask(DrillFarm.PATIENCE, "reside", RESIDENTS);
            int migrating = 0;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                migrating += round(farm, rounds) ? 1 : 0;
            }
            Findings findings = rounds.all();
            Summary.add("kill-during-migration", durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            assertThat(findings.broken()).isEmpty();
            assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
            assertThat(migrating).as("rounds in which partitions migrated").isPositive();
        }
    }

    /** Whether partitions migrated when the member was killed. */
    private static boolean round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        String joining = rounds.survivor();
        farm.stop(joining);
        awaitSafe(farm);
        NodeJvm back = farm.begin(joining);
        boolean migrating = awaitMigration(farm.node(rounds.victim()));
        farm.kill(rounds.victims());
        back.awaitUp();
        rounds.join(back);
        rounds.load(back);
        farm.nodes().forEach(rounds::awaitMore);
        awaitSafe(farm);
        long residents = Long.parseLong(back.ask(DrillFarm.PATIENCE, "residents", RESIDENTS));
        rounds.join(farm.start(rounds.victim()));
        farm.awaitWhole();
        Findings findings = rounds.end();
        rounds.tell(findings, "partitions migrated: %s, %d residents".formatted(migrating, residents));

        assertThat(residents).as("instances that were only there").isEqualTo(RESIDENTS);
        return migrating;
    }

    private static void awaitSafe(DrillFarm farm) {
        Awaitility.await("every instance has its copies")
                .atMost(DrillFarm.PATIENCE)
                .until(() -> farm.nodes().stream().allMatch(MigrationKillDrill::isSafe));
    }

    private static boolean isSafe(NodeJvm node) {
        return node.ask(DrillFarm.PATIENCE, "safe").equals("true");
    }

    /** The joining member is not asked: it is not up yet. */
    private static boolean awaitMigration(NodeJvm witness) {
        Awaitility.await("the member is back in the farm")
                .atMost(DrillFarm.PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> witness.ask(DrillFarm.SOON, "members").equals("3"));
        Awaitility.await("partitions migrate")
                .atMost(DrillFarm.SOON)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !isSafe(witness));
        Rounds.last(Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, DELAY_MILLIS)));
        return !isSafe(witness);
    }
}
