// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.Tombstone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which slots the tables take, and which rows stay. */
final class SlotReplicaTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final SlotAddress AT = new SlotAddress(7, 7);

    private final SlotReplica replica = SlotReplica.open(
            JdbcStoreOptions.file(TestDatabase.newDirectory("replica").resolve("store")));

    @AfterEach
    void close() {
        replica.close();
    }

    private static Slot claimed(long by, Instant at) {
        return new Slot(null, new KeyClaim(new InstanceId(by, by), 0), 0, CommandHistory.EMPTY, null, at, null);
    }

    private static Slot ended(long life, Instant at) {
        Tombstone stone = new Tombstone(new Revision(life, 3), FencingToken.FIRST);
        return new Slot(null, null, 1, CommandHistory.EMPTY, stone, at, null);
    }

    private static Slot nothing(Instant at) {
        return new Slot(null, null, 0, CommandHistory.EMPTY, null, at, null);
    }

    private void write(Slot slot) {
        assertThat(refusals(slot)).isEmpty();
    }

    private Map<SlotAddress, String> refusals(Slot slot) {
        return replica.write(Map.of(AT, slot), () -> NOW);
    }

    private Map<SlotAddress, SlotReplica.Row> row() {
        return replica.read(List.of(AT));
    }

    @Test
    void theLaterSlotTakesThePlaceOfTheEarlierOne() {
        write(claimed(1, NOW));
        write(claimed(2, NOW.minusSeconds(1)));

        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(claimed(2, NOW.minusSeconds(1)), null)));
    }

    @Test
    void aRowThatHasOvertakenASlotStays() {
        write(ended(5, NOW));

        write(ended(4, NOW));
        assertThat(refusals(claimed(1, NOW.minusSeconds(60)))).containsOnlyKeys(AT);

        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(ended(5, NOW), null)));
    }

    /** It is of another history. Which of both goes on, a merge says. */
    @Test
    void aRowThatGotFurtherBeforeTheSlotWasChangedIsToldUntilThatIsSettled() {
        write(ended(5, NOW.minusSeconds(60)));
        Slot goesOn = ended(4, NOW.minusSeconds(10));

        assertThat(refusals(goesOn).get(AT)).contains("further");
        assertThat(replica.write(Map.of(AT, goesOn), () -> NOW, at -> NOW.minusSeconds(90))
                        .get(AT))
                .contains("further");
        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(ended(5, NOW.minusSeconds(60)), null)));

        assertThat(replica.write(Map.of(AT, goesOn), () -> NOW, at -> NOW.minusSeconds(30)))
                .isEmpty();
        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(goesOn, null)));
    }

    /** A slot that is not there does not change again, so that it would be tried for ever. */
    @Test
    void aRowThatIsLaterThanARemovalStaysAndNothingIsTriedAgain() {
        write(ended(5, NOW));

        write(nothing(NOW.minusSeconds(60)));

        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(ended(5, NOW), null)));
    }

    /** Neither is more than a memory, and no caller changes one. */
    @Test
    void aRowOfAnEndThatIsLaterThanTheSameEndStaysAndNothingIsTriedAgain() {
        write(ended(5, NOW));

        write(ended(5, NOW.minusSeconds(60)));

        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(ended(5, NOW), null)));
    }

    /** An hour ahead: after it was set right, nothing that is written would be later for an hour. */
    @Test
    void aRowOfAClockThatWasAheadDoesNotStay() {
        write(claimed(1, NOW.plusSeconds(3600)));
        write(claimed(2, NOW.minusSeconds(60)));
        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(claimed(2, NOW.minusSeconds(60)), null)));

        write(claimed(1, NOW.plusSeconds(3600)));
        write(nothing(NOW));
        assertThat(row()).isEmpty();
    }

    /** After a split that is decided, what the side that was given up has written last. */
    @Test
    void aRowDoesNotStayByItsTimeIfThatIsSettled() {
        write(claimed(1, NOW.minusSeconds(20)));
        Slot stays = claimed(2, NOW.minusSeconds(60));

        assertThat(replica.write(Map.of(AT, stays), () -> NOW, at -> NOW.minusSeconds(30)))
                .containsOnlyKeys(AT);
        assertThat(replica.write(Map.of(AT, stays), () -> NOW, at -> NOW.minusSeconds(20)))
                .isEmpty();
        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(stays, null)));

        write(ended(5, NOW));
        assertThat(replica.write(Map.of(AT, ended(4, NOW)), () -> NOW, at -> NOW))
                .isEmpty();
        assertThat(row()).containsOnly(Map.entry(AT, new SlotReplica.Row(ended(5, NOW), null)));
    }

    @Test
    void nothingTakesARowAway() {
        write(ended(5, NOW));
        write(nothing(NOW.plusSeconds(60)));
        write(nothing(NOW.plusSeconds(60)));

        assertThat(row()).isEmpty();
        assertThat(replica.addresses(null, 10)).isEmpty();
    }

    @Test
    void addressesAreReadPageByPage() {
        Map<SlotAddress, Slot> many = new HashMap<>();
        for (int i = 1; i <= 250; i++) {
            many.put(new SlotAddress(i * 0x9E3779B97F4A7C15L, i), claimed(i, NOW));
        }
        replica.write(many, () -> NOW);

        List<SlotAddress> found = new ArrayList<>();
        List<SlotAddress> page = replica.addresses(null, 100);
        while (!page.isEmpty()) {
            found.addAll(page);
            page = replica.addresses(page.get(page.size() - 1), 100);
        }
        assertThat(found).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(many.keySet());
    }
}
