// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.slot.CommitInstance;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an instance costs beside its payload. */
class FootprintTest {

    private static final int PAYLOAD = 1024;
    private static final int GOAL = 200;
    /** Its own head has codec, type, version, length and checksum. */
    private static final EncodedValue VALUE =
            ValueEncoding.builder().compressFrom(Integer.MAX_VALUE).build().encode("x".repeat(PAYLOAD));

    @Test
    void anIdleInstanceWithItsHomeKeyAddsLittle() {
        int slot = size(idle(Samples.IDLE.recent()));
        report("1 KiB of text in a slot: +" + (slot - PAYLOAD) + "; beside its encoded value: +"
                + (slot - VALUE.size()));

        assertThat(slot - PAYLOAD).isLessThanOrEqualTo(GOAL);
        assertThat(slot - VALUE.size()).isLessThanOrEqualTo(140);
    }

    @Test
    void aRememberedCommandAddsLittle() {
        RememberedCommand command = Samples.IDLE.recent().get(0);
        List<RememberedCommand> full = new ArrayList<>();
        for (int i = 0; i < Slot.REMEMBERED_COMMANDS; i++) {
            full.add(command);
        }
        int each = (size(idle(full)) - size(idle(List.of(command)))) / (full.size() - 1);
        report("a further remembered command: +" + each + ", a buried life of two commands: " + size(Samples.BURIED));

        assertThat(each).isLessThanOrEqualTo(32);
        assertThat(size(Samples.BURIED)).isLessThanOrEqualTo(128);
    }

    @Test
    void aSaveOfOneValueAddsLittle() {
        CommitInstance save = (CommitInstance) SampleMessages.OPERATIONS.get(4);
        int empty = Wire.bytes(save, OperationFormat::write).length;
        report("a save that changes nothing: " + empty);

        assertThat(empty).isLessThanOrEqualTo(80);
    }

    private static Slot idle(List<RememberedCommand> recent) {
        InstanceRecord idle = Samples.IDLE.instance();
        InstanceRecord record = new InstanceRecord(
                idle.header(), null, idle.keys(), Map.of("state", new StoredValue(VALUE, Set.of(), null)), Map.of());
        return new Slot(record, null, 0, recent, null, idle.header().updatedAt());
    }

    private static int size(Slot slot) {
        return Wire.bytes(slot, SlotFormat::write).length;
    }

    @SuppressWarnings("SystemOut")
    private static void report(String numbers) {
        System.out.println("footprint: " + numbers);
    }
}
