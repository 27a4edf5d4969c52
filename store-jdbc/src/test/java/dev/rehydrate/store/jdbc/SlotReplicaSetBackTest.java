// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row that a replica knows is missing: another one has removed it, or the database has lost it. */
final class SlotReplicaSetBackTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final SlotAddress FIRST = new SlotAddress(1, 1);
    private static final SlotAddress SECOND = new SlotAddress(2, 2);
    private static final SlotAddress THIRD = new SlotAddress(3, 3);

    private final JdbcStoreOptions database =
            JdbcStoreOptions.file(TestDatabase.newDirectory("set-back").resolve("store"));
    private final SlotReplica replica = SlotReplica.open(database);
    private final SlotReplica other = SlotReplica.open(database);

    @AfterEach
    void close() {
        other.close();
        replica.close();
    }

    @BeforeEach
    void write() {
        write(replica, FIRST, claimed());
        write(replica, SECOND, claimed());
        write(replica, THIRD, claimed());
    }

    private static Slot claimed() {
        return new Slot(null, new KeyClaim(new InstanceId(1, 1), 0), 0, CommandHistory.EMPTY, null, NOW, null);
    }

    private static void write(SlotReplica by, SlotAddress at, Slot slot) {
        assertThat(by.write(Map.of(at, slot), () -> NOW)).isEmpty();
    }

    private void remove(SlotReplica by, SlotAddress... all) {
        for (SlotAddress at : all) {
            write(by, at, new Slot(null, null, 0, CommandHistory.EMPTY, null, NOW, null));
        }
        replica.lookBack();
    }

    @Test
    void whatThisReplicaHasRemovedIsNotLost() {
        remove(replica, THIRD);

        assertThat(replica.takeSetBack(at -> true)).isFalse();
    }

    @Test
    void whatAnotherReplicaHasRemovedIsNotLost() {
        remove(other, THIRD);
        assertThat(replica.takeSetBack(at -> false)).isFalse();

        remove(other, FIRST, SECOND);
        assertThat(replica.takeSetBack(at -> false)).isFalse();
        replica.lookBack();
        assertThat(replica.takeSetBack(at -> true))
                .as("nothing is known any more")
                .isFalse();
    }

    @Test
    void whatIsMissingAndIsToBeThereIsLost() {
        remove(other, THIRD);

        assertThat(replica.takeSetBack(THIRD::equals)).isTrue();
        assertThat(replica.takeSetBack(THIRD::equals)).as("told once").isFalse();
    }

    /** What was removed and what was lost can be missing at the same time. */
    @Test
    void theRowBeforeTheOneThatWasRemovedTellsWhatIsLost() {
        remove(other, SECOND, THIRD);

        assertThat(replica.takeSetBack(SECOND::equals)).isTrue();
    }

    /** The last row is missing as it was before the database was set back: it tells nothing of the one that was written before it. */
    @Test
    void theLastRowThatIsToBeThereTellsWhatIsLostAlsoAfterALaterOneWasRemoved() {
        remove(replica, THIRD);
        remove(other, SECOND);

        assertThat(replica.takeSetBack(SECOND::equals)).isTrue();
    }

    @Test
    void allThatThisReplicaHasRemovedIsNotLost() {
        remove(replica, THIRD, FIRST, SECOND);

        assertThat(replica.takeSetBack(at -> true)).isFalse();
    }
}
