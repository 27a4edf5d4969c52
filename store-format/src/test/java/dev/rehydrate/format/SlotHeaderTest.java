// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.SlotScan;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SlotHeaderTest {

    private static final List<Slot> SLOTS = List.of(Samples.FULL, Samples.IDLE, Samples.BURIED, Slot.EMPTY);

    @Test
    void aHeaderIsAllButTheValues() throws IOException {
        for (Slot slot : SLOTS) {
            SlotHeader header = SlotFormat.readHeader(source(slot).input());

            assertThat(header.bare()).isEqualTo(withoutValues(slot));
            assertThat(header.payloadSize()).isEqualTo(payload(slot));
        }
    }

    @Test
    void ofTheValuesNoByteIsTouched() throws IOException {
        for (Slot slot : SLOTS) {
            Source source = source(slot);
            SlotFormat.readHeader(source.input());

            int behindTheHead = payload(slot) == 0 ? 0 : (int) payload(slot) + Integer.BYTES;
            assertThat(source.taken()).isEqualTo(Wire.bytes(slot, SlotFormat::write).length - behindTheHead);
        }
    }

    @Test
    void aHeaderIsProvenWithoutTheValues() throws IOException {
        byte[] bytes = Wire.bytes(Samples.FULL, SlotFormat::write);
        int head = bytes.length - (int) payload(Samples.FULL) - Integer.BYTES;
        for (int at = 0; at < bytes.length; at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= 0x10;
            Source source = new Source(changed);
            if (at < head) {
                Wire.refusal(source.input(), SlotFormat::readHeader);
            } else {
                assertThat(SlotFormat.readHeader(source.input()).bare()).isEqualTo(withoutValues(Samples.FULL));
            }
        }
    }

    @Test
    void aScanFindsTheSameByTheHeader() throws IOException {
        for (long seed = 0; seed < 500; seed++) {
            Slot slot = new DrawnSlots(new Draw(seed)).slot();
            Slot bare = SlotFormat.readHeader(source(slot).input()).bare();
            for (SlotScan scan : scans(slot)) {
                assertThat(scan.matches(bare, Samples.UPDATED))
                        .as("seed %d, %s", seed, scan)
                        .isEqualTo(scan.matches(slot, Samples.UPDATED));
            }
        }
    }

    private static List<SlotScan> scans(Slot slot) {
        InstanceRecord record = slot.instance();
        OwnerId holder = record == null || record.header().holder() == null
                ? Samples.OWNER
                : record.header().holder();
        return List.of(
                new SlotScan.ToRun("documents", DefinitionFilter.any(), Set.of(holder)),
                new SlotScan.HeldBy(holder),
                new SlotScan.Sweepable(new SweepSlot(Set.of(holder), Duration.ofHours(1))),
                new SlotScan.OldClaims(Duration.ZERO, 0, 1),
                new SlotScan.Occupied(Duration.ZERO));
    }

    private static Source source(Slot slot) {
        return new Source(Wire.bytes(slot, SlotFormat::write));
    }

    private static long payload(Slot slot) {
        InstanceRecord record = slot.instance();
        return record == null
                ? 0
                : Stream.concat(
                                Stream.of(record.data(), record.metadata()),
                                record.keys().values().stream().map(KeyEntry::metadata))
                        .flatMap(bag -> bag.values().stream())
                        .mapToLong(value -> value.encoded().size())
                        .sum();
    }

    private static Slot withoutValues(Slot slot) {
        InstanceRecord record = slot.instance();
        if (record == null) {
            return slot;
        }
        Map<InstanceKey, KeyEntry> keys = new HashMap<>();
        record.keys().forEach((key, entry) -> keys.put(key, new KeyEntry(entry.state(), Map.of())));
        return new Slot(
                new InstanceRecord(record.header(), record.idleTtl(), keys, Map.of(), Map.of()),
                slot.claim(),
                slot.claimEpoch(),
                slot.recent(),
                slot.tombstone(),
                slot.changedAt(),
                null);
    }
}
