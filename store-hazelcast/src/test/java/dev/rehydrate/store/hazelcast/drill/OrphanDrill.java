// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** No process is left behind when the one that runs the drills is gone, whatever it was doing. */
final class OrphanDrill {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    void aNodeEndsWhenNobodyGivesItOrders() {
        try (DrillFarm farm = DrillFarm.onLoopback("orphan", 1, DrillFarm.settings(Durability.MEMORY, 1))
                .startAll()) {
            NodeJvm node = farm.node("n1");
            new Rounds(farm).begin();

            node.hangUp();

            node.awaitEnd(PATIENCE);
        }
    }

    @Test
    void aNodeEndsInTheMiddleOfItsStart() {
        try (DrillFarm farm = DrillFarm.onLoopback("orphan-start", 1, DrillFarm.settings(Durability.MEMORY, 1));
                NodeJvm node = farm.begin("n1")) {
            node.hangUp();

            node.awaitEnd(PATIENCE);
        }
    }

    @Test
    void aNodeThatStandsStillGoesOnWhenNobodyIsLeftToTellIt() {
        try (DrillFarm farm = DrillFarm.onLoopback("orphan-frozen", 1, DrillFarm.settings(Durability.MEMORY, 1))
                .startAll()) {
            NodeJvm node = farm.node("n1");
            boolean stood = node.whileFrozen(() -> {
                node.hangUp();
                Rounds.last(Duration.ofSeconds(1));
                return node.isAlive();
            });

            assertThat(stood).isTrue();
            node.awaitEnd(PATIENCE);
        }
    }
}
