// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.wire.CheckedInput;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LargeSlotTest {

    private static final int MEBIBYTE = 1024 * 1024;

    @Test
    void instancesOfManyMegabytesComeBack() {
        for (int size : new int[] {CheckedInput.STEP - 1, CheckedInput.STEP + 1, 4 * MEBIBYTE, 32 * MEBIBYTE}) {
            byte[] bytes = Wire.bytes(holding(size), SlotFormat::write);

            assertThat(Wire.slot(bytes)).isEqualTo(holding(size));
        }
    }

    @Test
    void aSourceThatDoesNotSayHowMuchIsLeftIsReadAsWell() throws IOException {
        byte[] bytes = Wire.bytes(holding(4 * MEBIBYTE), SlotFormat::write);

        assertThat(SlotFormat.read(new Source(bytes).input())).isEqualTo(holding(4 * MEBIBYTE));
    }

    @Test
    void theLimitCountsValuesOnly() {
        byte[] bytes = Wire.bytes(holding(100), SlotFormat::write);

        assertThat((Object) Wire.read(bytes, in -> SlotFormat.read(in, 100))).isEqualTo(holding(100));
        assertThat(Wire.refusal(bytes, in -> SlotFormat.read(in, 99)).kind()).isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void aThousandValuesAndALongNameComeBack() {
        Map<String, StoredValue> data = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            data.put("name-" + i, Samples.PLAIN);
        }
        data.put("ä".repeat(100_000), Samples.TITLE);
        Slot slot = holding(data);

        assertThat(Wire.slot(Wire.bytes(slot, SlotFormat::write))).isEqualTo(slot);
    }

    @Test
    void theSizeOfAPayloadIsKnownBeforeItIsWritten() {
        for (SlotOperation<?> operation : SampleMessages.OPERATIONS) {
            long size = operation.payloadBytes();
            byte[] bytes = Wire.bytes(operation, OperationFormat::write);

            assertThat((Object) Wire.read(bytes, in -> OperationFormat.read(in, (int) size)))
                    .isEqualTo(operation);
            if (size > 0) {
                assertThat(Wire.refusal(bytes, in -> OperationFormat.read(in, (int) size - 1))
                                .kind())
                        .isEqualTo(Kind.TOO_LARGE);
            }
        }
        assertThat(SampleMessages.OPERATIONS.get(6).payloadBytes()).isPositive();
        assertThat(SampleMessages.OPERATIONS.get(6)).isInstanceOf(CommitInstance.class);
    }

    private static Slot holding(int size) {
        EncodedValue value = EncodedValue.fromBytes(new Draw(size).bytes(size));
        return holding(Map.of("state", new StoredValue(value, Set.of(), null)));
    }

    private static Slot holding(Map<String, StoredValue> data) {
        InstanceRecord idle = Samples.IDLE.instance();
        InstanceRecord record = new InstanceRecord(idle.header(), null, idle.keys(), data, Map.of());
        return new Slot(record, null, 0, Samples.IDLE.recent(), null, Samples.UPDATED, null);
    }
}
