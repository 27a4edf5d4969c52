// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.format.PackedSlot;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.hazelcast.majority.TermOnBackup;
import dev.rehydrate.store.hazelcast.slot.OpenSlots;
import dev.rehydrate.store.hazelcast.slot.PutSlot;
import dev.rehydrate.store.hazelcast.stored.OpenSlot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Slots that were changed lately")
class OpenSlotsTest {

    private static final int OPEN = 512;
    private static final ValueEncoding ENCODING = ValueEncoding.builder().build();

    private final Map.Entry<UUID, StoredSlot> entry = newEntry();

    @Test
    void keepsTheBytesThatWereMadeForABackupUntilItIsPacked() {
        OpenSlots.put(entry, slot(1));
        OpenSlot open = (OpenSlot) entry.getValue().form();

        PackedSlot sent = open.packed();
        entry.getValue().pack();

        assertThat(open.packed()).isSameAs(sent);
        assertThat(entry.getValue().form()).isSameAs(sent);
        assertThat(entry.getValue().slot()).isEqualTo(slot(1));
    }

    @Test
    void lieOpenUntilAsManyOthersHaveCome() {
        OpenSlots.put(entry, slot(1));
        List<Map.Entry<UUID, StoredSlot>> others = putOthers(OPEN - 1);
        assertThat(isPacked(entry)).isFalse();

        others.addAll(putOthers(1));

        assertThat(isPacked(entry)).isTrue();
        assertThat(entry.getValue().slot()).isEqualTo(slot(1));
        assertThat(others).noneMatch(OpenSlotsTest::isPacked);
    }

    @Test
    void doNotGiveWayToOneThatChangesOften() {
        Map.Entry<UUID, StoredSlot> busy = newEntry();
        OpenSlots.put(entry, slot(1));

        for (int i = 0; i < 2 * OPEN; i++) {
            OpenSlots.put(busy, slot(i));
        }

        assertThat(isPacked(entry)).isFalse();
        assertThat(busy.getValue().slot()).isEqualTo(slot(2 * OPEN - 1));
    }

    @Test
    void areOpenedAgainByTheNextChange() {
        OpenSlots.put(entry, slot(1));
        List<Map.Entry<UUID, StoredSlot>> others = putOthers(OPEN);
        assertThat(isPacked(entry)).isTrue();

        OpenSlots.put(entry, slot(2));

        assertThat(isPacked(entry)).isFalse();
        assertThat(entry.getValue().slot()).isEqualTo(slot(2));
        assertThat(others).filteredOn(OpenSlotsTest::isPacked).hasSize(1);
    }

    @Test
    void arePackedWhereTheyAreOnlyCopied() {
        OpenSlots.put(entry, slot(1));

        new PutSlot(new StoredSlot(slot(2)), TermOnBackup.NONE).process(entry);

        assertThat(isPacked(entry)).isTrue();
        assertThat(entry.getValue().slot()).isEqualTo(slot(2));
    }

    @Test
    void areRemovedWhereTheyAreOnlyCopied() {
        OpenSlots.put(entry, slot(1));

        new PutSlot(null, TermOnBackup.NONE).process(entry);

        assertThat(entry.getValue()).isNull();
    }

    @Test
    void mayTakeThePlaceOfWhatNoStoreHasWritten() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Map.Entry<UUID, StoredSlot> foreign = new SimpleEntry(new UUID(1, 2), "not a slot");

        OpenSlots.put(foreign, slot(1));

        assertThat(foreign.getValue().slot()).isEqualTo(slot(1));
    }

    @Test
    void arePackedAtOnceIfTheyHaveEnded() {
        Slot ended = new Slot(
                null, new KeyClaim(new InstanceId(7, 8), 3), 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
        OpenSlots.put(entry, slot(1));

        OpenSlots.put(entry, ended);

        assertThat(isPacked(entry)).isTrue();
        assertThat(entry.getValue().slot()).isEqualTo(ended);
    }

    @Test
    void canBeRemoved() {
        OpenSlots.put(entry, slot(1));

        OpenSlots.put(entry, null);

        assertThat(entry.getValue()).isNull();
    }

    @Test
    void ofAWideInstanceStayOpenAtRestAndOnceACopyWasRead() {
        Slot wide = wideSlot();

        StoredSlot resting = new StoredSlot(wide);
        StoredSlot copy = new StoredSlot(new PackedSlot(wide));
        Slot read = copy.slot();

        assertThat(resting.form()).isNotInstanceOf(PackedSlot.class);
        assertThat(resting.slot()).isSameAs(wide);
        assertThat(read).isEqualTo(wide);
        assertThat(copy.slot()).as("not unpacked for each reader").isSameAs(read);
        assertThat(copy.form()).isNotInstanceOf(PackedSlot.class);
        StoredSlot narrow = new StoredSlot(new PackedSlot(slot(1)));
        assertThat(narrow.slot()).isEqualTo(slot(1));
        assertThat(narrow.form()).isInstanceOf(PackedSlot.class);
    }

    private static Slot wideSlot() {
        Map<String, StoredValue> data = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            data.put("value " + i, new StoredValue(ENCODING.encode(i), Set.of(), null));
        }
        Slot narrow = slot(1);
        InstanceRecord record = new InstanceRecord(narrow.instance().header(), null, Map.of(), data, Map.of());
        assertThat(record.isWide()).isTrue();
        return new Slot(record, null, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
    }

    private static List<Map.Entry<UUID, StoredSlot>> putOthers(int count) {
        List<Map.Entry<UUID, StoredSlot>> others = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map.Entry<UUID, StoredSlot> other = newEntry();
            OpenSlots.put(other, slot(i));
            others.add(other);
        }
        return others;
    }

    private static boolean isPacked(Map.Entry<UUID, StoredSlot> entry) {
        return entry.getValue().form() instanceof PackedSlot;
    }

    private static Map.Entry<UUID, StoredSlot> newEntry() {
        return new SimpleEntry<>(UUID.randomUUID(), null);
    }

    private static Slot slot(long number) {
        InstanceHeader header = new InstanceHeader(
                new InstanceId(7, 8),
                new Revision(1, number + 1),
                FencingToken.FIRST,
                InstanceState.INITIALIZED,
                null,
                null,
                null,
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null);
        InstanceRecord record = new InstanceRecord(header, null, Map.of(), Map.of(), Map.of());
        return new Slot(record, null, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
    }
}
