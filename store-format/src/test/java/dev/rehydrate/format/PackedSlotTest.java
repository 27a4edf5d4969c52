// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PackedSlotTest {

    private static final int ROUNDS = 1500;
    private static final ValueEncoding ENCODING =
            ValueEncoding.builder().compressFrom(Integer.MAX_VALUE).build();

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
        PackedSlot packed = new PackedSlot(Samples.FULL);
        byte[] array = packed.array();
        int payload = (int) packed.payload();
        Arrays.fill(array, array.length - payload, array.length, (byte) -1);

        assertThat(payload).isPositive();
        assertThat(packed.listed()).isEqualTo(head.listed());
    }

    @Test
    void isOneArrayIfItsValuesAreFewBytes() {
        int around = encoded(0).size();
        Slot most = withState(encoded(PackedSlot.MOST_WITHIN - around));

        byte[] array = new PackedSlot(most).array();

        assertThat(array).isNotNull();
        assertThat(PackedSlot.in(array).get()).isEqualTo(most);
        assertThat(PackedSlot.in(array).values()).isEqualTo(1);
        assertThat(PackedSlot.in(array).payload()).isEqualTo(PackedSlot.MOST_WITHIN);
        assertThat(copyOf(most).array()).isEqualTo(array);
        assertThat(new PackedSlot(withState(encoded(PackedSlot.MOST_WITHIN - around + 1))).array())
                .isNull();
    }

    @Test
    void copiesNoValueOfManyBytes() {
        Slot slot = withState(encoded(PackedSlot.MOST_WITHIN));
        PackedSlot packed = new PackedSlot(slot);

        assertThat(stateOf(packed.get())).isSameAs(stateOf(slot)).isSameAs(stateOf(packed.get()));
        assertThat(packed.payload()).isEqualTo(stateOf(slot).size());
        assertThat(copyOf(slot).array()).isNull();
        assertThat(copyOf(slot).get()).isEqualTo(slot);
    }

    @Test
    void keepsNoMessageForAValueThatWasAPartOfIt() {
        byte[] message = Arrays.copyOf(encoded(PackedSlot.MOST_WITHIN).toBytes(), 10 * PackedSlot.MOST_WITHIN);
        EncodedValue part =
                EncodedValue.partOf(message, 0, encoded(PackedSlot.MOST_WITHIN).size());
        PackedSlot packed = new PackedSlot(withState(part));

        Arrays.fill(message, (byte) 0);

        assertThat(stateOf(packed.get())).isEqualTo(encoded(PackedSlot.MOST_WITHIN));
    }

    @Test
    void isRefusedAsACopyIfItsValuesHaveOtherLengthsThanItSays() {
        for (int size : List.of(100, 2 * PackedSlot.MOST_WITHIN)) {
            byte[] front = SlotHead.write(withState(encoded(size))).behindValues(false);
            WireOutput copy = new WireOutput(front, front.length);
            copy.follows(encoded(size + 1));
            byte[] bytes = Wire.bytes(copy, CopyFormat.FRAME::write);

            assertThatThrownBy(() -> CopyFormat.read(new DataInputStream(new ByteArrayInputStream(bytes))))
                    .as("%d bytes", size)
                    .isInstanceOf(WireFormatException.class)
                    .hasMessageContaining("other lengths");
        }
    }

    private static EncodedValue encoded(int bytes) {
        return ENCODING.encode("x".repeat(bytes));
    }

    private static EncodedValue stateOf(Slot slot) {
        return slot.instance().data().get("state").encoded();
    }

    private static Slot withState(EncodedValue state) {
        InstanceRecord idle = Samples.IDLE.instance();
        Map<String, StoredValue> data = Map.of("state", new StoredValue(state, Set.of(), null));
        return new Slot(
                new InstanceRecord(idle.header(), null, idle.keys(), data, Map.of()),
                null,
                0,
                Samples.IDLE.recent(),
                null,
                idle.header().updatedAt(),
                null);
    }

    private static PackedSlot copyOf(Slot slot) {
        return Wire.read(Wire.bytes(slot, CopyFormat::write), CopyFormat::read);
    }

    @Test
    void doesNotPassOverRememberedCommandsThatAreNotAskedFor() {
        CommandId id = CommandId.inSequence(5, 6);
        CommandHistory history = CommandHistory.of(List.of(new RememberedCommand(id, null)), Samples.CREATED);
        Slot slot = new Slot(null, Samples.CLAIM, 0, history, null, Samples.CREATED, null);
        byte[] array = new PackedSlot(slot).array();
        PackedSlot sound = PackedSlot.in(array.clone());
        // The flags are followed by the difference of the sequence, and say that a lane comes before it: there is none
        // of this number.
        array[array.length - 2] |= (byte) 0x80;
        array[array.length - 1] = (byte) CommandId.LANES;
        PackedSlot damaged = PackedSlot.in(array);

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
