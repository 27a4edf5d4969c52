// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
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
    void travelsToACopyWithoutBeingTakenApart() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Slot slot = new DrawnSlots(new Draw(seed)).slot();
            PackedSlot copy = Wire.read(Wire.bytes(slot, CopyFormat::write), CopyFormat::read);

            assertThat(Wire.bytes(new PackedSlot(slot), CopyFormat::write))
                    .as("seed %d", seed)
                    .isEqualTo(Wire.bytes(slot, CopyFormat::write));
            assertThat(copy.get()).as("seed %d", seed).isEqualTo(slot);
            assertThat(copy.payload()).as("seed %d", seed).isEqualTo(new PackedSlot(slot).payload());
            assertThat(Wire.bytes(copy, PackedSlot::writeTo))
                    .as("seed %d", seed)
                    .isEqualTo(Wire.bytes(slot, SlotFormat::write));
        }
    }

    @Test
    void isRefusedAsACopyWhicheverByteIsDamaged() {
        byte[] bytes = Wire.bytes(Samples.FULL, CopyFormat::write);
        for (int at = 0; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x10;

            assertThatThrownBy(() -> CopyFormat.read(new DataInputStream(new ByteArrayInputStream(damaged))))
                    .as("byte %d", at)
                    .isInstanceOf(WireFormatException.class);
        }
    }

    @Test
    void listsWhatAPageHasOfTheInstance() {
        int promoted = 0;
        for (long seed = 0; seed < ROUNDS; seed++) {
            Slot slot = new DrawnSlots(new Draw(seed)).slot();
            InstanceRecord record = slot.instance();
            InstanceRecord listed = new PackedSlot(slot).listed();

            assertThat(listed)
                    .as("seed %d", seed)
                    .isEqualTo(record == null ? null : record.listed(ValueSelection.none()));
            promoted += listed == null ? 0 : listed.promoted().size();
        }
        assertThat(promoted).isPositive();
    }

    @Test
    void listsWithoutLookingAtAValue() throws IOException {
        SlotHead head = new SlotHead(SlotHead.write(Samples.FULL).head());
        PackedSlot withoutValues = new PackedSlot(SlotHead.write(Samples.FULL).head(), List.of());

        assertThat(withoutValues.listed()).isEqualTo(head.listed()).isEqualTo(new PackedSlot(Samples.FULL).listed());
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
    void doesNotPassOverRememberedCommandsThatAreNotAskedFor() {
        CommandId id = CommandId.inSequence(5, 6);
        CommandHistory history = CommandHistory.of(List.of(new RememberedCommand(id, null)), Samples.CREATED);
        Slot slot = new Slot(null, Samples.CLAIM, 0, history, null, Samples.CREATED, null);
        byte[] head = SlotHead.write(slot).head();
        PackedSlot sound = new PackedSlot(head.clone(), List.of());
        // The flags are followed by the difference of the sequence, and say that a lane comes before it: there is none
        // of this number.
        head[head.length - 2] |= (byte) 0x80;
        head[head.length - 1] = (byte) CommandId.LANES;
        PackedSlot damaged = new PackedSlot(head, List.of());

        assertThat(sound.get().recent().commands())
                .extracting(RememberedCommand::id)
                .containsExactly(id);
        assertThat(damaged.get().claim()).isEqualTo(Samples.CLAIM);
        assertThat(damaged.bare().claim()).isEqualTo(Samples.CLAIM);
        assertThatThrownBy(() -> damaged.get().recent().commands()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void mayBeUnpackedAndWrittenAsOftenAsOneLikes() {
        PackedSlot packed = new PackedSlot(Samples.FULL);
        byte[] once = Wire.bytes(packed, PackedSlot::writeTo);

        assertThat(packed.get()).isEqualTo(packed.get());
        assertThat(Wire.bytes(packed, PackedSlot::writeTo)).isEqualTo(once);
    }
}
