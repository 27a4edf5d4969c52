// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.owner.OwnerTable;
import java.time.Duration;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which of two records of an owner holds after the members of a farm were apart. */
final class MergeOwnersTest {

    private static final UUID MEMBER = new UUID(1, 2);

    private final OwnerRecord lives =
            new OwnerRecord(OwnerId.random(), OwnerDescription.anonymous(), Duration.ofSeconds(30), 5);

    private OwnerRecord merged(OwnerRecord here, OwnerRecord brought) {
        Map.Entry<String, OwnerTable> entry = new SimpleEntry<>("owners", table(here));
        new MergeOwners(table(brought)).process(entry);
        return entry.getValue().owners().get(lives.id()).owner();
    }

    private static OwnerTable table(OwnerRecord owner) {
        return new OwnerTable(Map.of(owner.id(), new OwnerTable.Entry(owner, MEMBER)));
    }

    /** What it holds would be taken from an owner that is at work. */
    @Test
    void anOwnerThatLivesOnBothSidesLives() {
        OwnerRecord earlier = lives.withBeat(3);

        assertThat(merged(lives, earlier)).isEqualTo(lives);
    }

    @Test
    void anOwnerThatHasExpiredOnOneSideHasExpired() {
        assertThat(merged(lives, lives.asExpired()).isExpired()).isTrue();
        assertThat(merged(lives.asExpired(), lives).isExpired()).isTrue();
    }

    @Test
    void anOwnerThatHasRetiredOnOneSideHasRetired() {
        assertThat(merged(lives, lives.asRetired()).isRetired()).isTrue();
        assertThat(merged(lives.asRetired(), lives.asExpired()).isRetired()).isTrue();
    }
}
