// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Slot;
import org.junit.jupiter.api.Test;

class PackedSlotTest {

    private static final int ROUNDS = 1500;

    @Test
    void isTheSlotThatWasPackedAndWritesTheSameBytes() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Slot slot = new DrawnSlots(new Draw(seed)).slot();
            PackedSlot packed = new PackedSlot(slot);

            assertThat(packed.get()).as("seed %d", seed).isEqualTo(slot);
            assertThat(Wire.bytes(packed, PackedSlot::writeTo))
                    .as("seed %d", seed)
                    .isEqualTo(Wire.bytes(slot, SlotFormat::write));
        }
    }

    @Test
    void copiesNoValue() {
        PackedSlot packed = new PackedSlot(Samples.FULL);

        Slot unpacked = packed.get();

        assertThat(unpacked.instance().data()).isNotEmpty();
        unpacked.instance()
                .data()
                .forEach((name, value) -> assertThat(value.encoded())
                        .isSameAs(Samples.FULL.instance().data().get(name).encoded()));
    }

    @Test
    void mayBeUnpackedAndWrittenAsOftenAsOneLikes() {
        PackedSlot packed = new PackedSlot(Samples.FULL);
        byte[] once = Wire.bytes(packed, PackedSlot::writeTo);

        assertThat(packed.get()).isEqualTo(packed.get());
        assertThat(Wire.bytes(packed, PackedSlot::writeTo)).isEqualTo(once);
    }
}
