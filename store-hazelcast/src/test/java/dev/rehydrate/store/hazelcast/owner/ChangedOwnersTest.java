// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of the table of owners, and of the copies that the engine makes of what was put. */
final class ChangedOwnersTest {

    private static final UUID MEMBER = new UUID(1, 2);

    private final OwnerRecord lives =
            new OwnerRecord(OwnerId.random(), OwnerDescription.anonymous(), Duration.ofSeconds(30), 1);
    private final OwnerRecord expired =
            new OwnerRecord(OwnerId.random(), OwnerDescription.anonymous(), Duration.ofSeconds(30), 1).asExpired();

    /** An entry of a map, which tells whether something was put: only then the engine changes the backups. */
    private static final class Stored extends SimpleEntry<String, OwnerTable> {

        private static final long serialVersionUID = 1;

        private boolean wasPut;

        Stored(OwnerRecord... owners) {
            super("owners", new OwnerTable());
            for (OwnerRecord owner : owners) {
                ChangeOwners.add(new OwnerTable.Entry(owner, MEMBER)).process(this);
            }
            wasPut = false;
        }

        @Override
        public OwnerTable setValue(OwnerTable value) {
            wasPut = true;
            return super.setValue(value);
        }

        OwnerRecord of(OwnerRecord owner) {
            return getValue().owners().get(owner.id()).owner();
        }
    }

    /** An owner is added again by a store that has not heard the answer: it must not live again, for others may have taken what it held. */
    @Test
    void anOwnerThatIsKnownIsNotAddedAgain() {
        Stored table = new Stored(expired);
        OwnerRecord again = new OwnerRecord(expired.id(), expired.description(), Duration.ofSeconds(30), 7);

        int added =
                ChangeOwners.addIfUnknown(new OwnerTable.Entry(again, MEMBER)).process(table);

        assertThat(added).isZero();
        assertThat(table.of(expired).isExpired()).isTrue();
        assertThat(table.wasPut).isFalse();
        assertThat(ChangeOwners.addIfUnknown(new OwnerTable.Entry(lives, MEMBER))
                        .process(table))
                .isEqualTo(1);
        assertThat(table.of(lives)).isEqualTo(lives);
    }

    /** A backup that does not have the beats takes an owner that lives for expired when it becomes the table. */
    @Test
    void beatsAreCopiedThoughThatOfAnotherOwnerIsRefused() {
        Stored table = new Stored(lives, expired);
        Map<OwnerId, Long> beats = Map.of(lives.id(), 9L, expired.id(), 9L);

        OwnerReading reading = new BeatAndRead(beats, Set.of(), OwnerNews.UNKNOWN).process(table);

        assertThat(reading.refused()).containsExactly(expired.id());
        assertThat(table.of(lives).beat()).isEqualTo(9);
        assertThat(table.wasPut).isTrue();
    }

    @Test
    void nothingIsCopiedWhereAllBeatsAreRefused() {
        Stored table = new Stored(expired);

        OwnerReading reading = new BeatAndRead(Map.of(expired.id(), 9L), Set.of(), OwnerNews.UNKNOWN).process(table);

        assertThat(reading.refused()).containsExactly(expired.id());
        assertThat(table.wasPut).isFalse();
    }
}
