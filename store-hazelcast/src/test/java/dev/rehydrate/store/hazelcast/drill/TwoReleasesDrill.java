// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import org.junit.jupiter.api.Test;

/** Two members, one of an older commit beside one of today: nothing that either has acknowledged is lost, or carried out twice. */
final class TwoReleasesDrill {

    private static final int ROUNDS = 3;
    private static final int MEMBERS = 2;

    @Test
    void twoMembersAreUpdatedAndSetBackUnderLoad() {
        try (DrillFarm farm = DrillFarm.onLoopback(
                "releases-memory", MEMBERS, TwoReleases.settings(DrillFarm.settings(Durability.MEMORY, MEMBERS)))) {
            Findings all = TwoReleases.roll(farm, "two-releases", "memory", ROUNDS);

            assertThat(all.broken()).isEmpty();
        }
    }

    /** Each client calls members of its own release and of the other one, and both at once while the members are replaced. */
    @Test
    void clientsOfBothReleasesWorkOnWhileTwoMembersAreUpdatedAndSetBack() {
        try (DrillFarm farm = DrillFarm.onLoopback(
                "releases-clients", MEMBERS, TwoReleases.settings(DrillFarm.settings(Durability.MEMORY, MEMBERS)))) {
            Findings all = TwoReleases.rollWithClients(farm, "two-releases-clients", "memory", ROUNDS);

            assertThat(all.broken()).isEmpty();
        }
    }
}
