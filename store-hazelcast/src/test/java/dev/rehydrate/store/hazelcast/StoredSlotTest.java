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
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.hazelcast.majority.TermOnBackup;
import dev.rehydrate.store.hazelcast.slot.PutSlot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.AbstractMap.SimpleEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Slots as entries")
class StoredSlotTest {

    private static final ValueEncoding ENCODING = ValueEncoding.builder().build();

    @Test
    void arePackedAtOnce() {
        StoredSlot stored = StoredSlot.of(slot(1));

        assertThat(stored.isPacked()).isTrue();
        assertThat(stored.slot()).isEqualTo(slot(1));
    }

    @Test
    void areNoneIfNothingIsLeft() {
        assertThat(StoredSlot.of(Slot.EMPTY)).isNull();
    }

    @Test
    void arePackedWhereTheyAreOnlyCopied() {
        Map.Entry<UUID, StoredSlot> entry = new SimpleEntry<>(new UUID(1, 2), new StoredSlot(slot(1)));

        new PutSlot(new StoredSlot(slot(2)), TermOnBackup.NONE).process(entry);

        assertThat(entry.getValue().isPacked()).isTrue();
        assertThat(entry.getValue().slot()).isEqualTo(slot(2));
    }

    @Test
    void areRemovedWhereTheyAreOnlyCopied() {
        Map.Entry<UUID, StoredSlot> entry = new SimpleEntry<>(new UUID(1, 2), new StoredSlot(slot(1)));

        new PutSlot(null, TermOnBackup.NONE).process(entry);

        assertThat(entry.getValue()).isNull();
    }

    @Test
    void ofAWideInstanceStayOpenAtRestAndOnceACopyWasRead() {
        Slot wide = wideSlot();

        StoredSlot resting = new StoredSlot(wide);
        StoredSlot copy = new StoredSlot(new PackedSlot(wide));
        Slot read = copy.slot();

        assertThat(resting.isPacked()).isFalse();
        assertThat(resting.slot()).isSameAs(wide);
        assertThat(read).isEqualTo(wide);
        assertThat(copy.slot()).as("not unpacked for each reader").isSameAs(read);
        assertThat(copy.isPacked()).isFalse();
        StoredSlot narrow = new StoredSlot(new PackedSlot(slot(1)));
        assertThat(narrow.slot()).isEqualTo(slot(1));
        assertThat(narrow.isPacked()).isTrue();
    }

    @Test
    void ofAWideInstanceAreOpenedByThePageThatListsThem() {
        StoredSlot copy = new StoredSlot(new PackedSlot(wideSlot()));
        StoredSlot narrow = new StoredSlot(slot(1));

        InstanceRecord listed = copy.listed();

        assertThat(listed).isEqualTo(wideSlot().instance());
        assertThat(copy.listed()).as("not unpacked for each page").isSameAs(listed);
        assertThat(narrow.listed()).isEqualTo(slot(1).instance());
        assertThat(narrow.isPacked()).isTrue();
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
