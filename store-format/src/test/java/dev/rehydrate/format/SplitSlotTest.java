// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SplitSlotTest {

    private static final int ROUNDS = 1500;

    @Test
    void joinsWhatWasSplit() throws WireFormatException {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Slot slot = new DrawnSlots(new Draw(seed)).slot();
            Map<String, EncodedValue> values =
                    SplitSlot.Delta.between(Slot.EMPTY, slot).put();

            assertThat(SplitSlot.join(SplitSlot.head(slot), values::get))
                    .as("seed %d", seed)
                    .isEqualTo(slot);
        }
    }

    @Test
    void aDeltaMakesOneSlotOfTheOther() throws WireFormatException {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Slot before = new DrawnSlots(new Draw(seed)).slot();
            Slot after = new DrawnSlots(new Draw(-seed - 1)).slot();
            Map<String, EncodedValue> stored =
                    new HashMap<>(SplitSlot.Delta.between(Slot.EMPTY, before).put());

            SplitSlot.Delta delta = SplitSlot.Delta.between(before, after);
            stored.putAll(delta.put());
            stored.keySet().removeAll(delta.removed());

            assertThat(stored)
                    .as("seed %d", seed)
                    .isEqualTo(SplitSlot.Delta.between(Slot.EMPTY, after).put());
            assertThat(SplitSlot.join(SplitSlot.head(after), stored::get)).isEqualTo(after);
        }
    }

    @Test
    void whatIsEqualIsNotChanged() {
        SplitSlot.Delta delta = SplitSlot.Delta.between(Samples.FULL, new PackedSlot(Samples.FULL).get());

        assertThat(delta.put()).isEmpty();
        assertThat(delta.removed()).isEmpty();
    }

    /** Else a provider would keep the value before it, and say that the save is done. */
    @Test
    void aValueOfTheSameLengthIsChanged() {
        Slot before = with(EncodedValue.fromBytes(new byte[] {1, 2}));
        Slot after = with(EncodedValue.fromBytes(new byte[] {1, 3}));

        SplitSlot.Delta delta = SplitSlot.Delta.between(before, after);

        assertThat(delta.put()).isEqualTo(Map.of("d:total", EncodedValue.fromBytes(new byte[] {1, 3})));
        assertThat(delta.changed()).isEqualTo(Set.of("d:total"));
        assertThat(delta.removed()).isEmpty();
    }

    private static Slot with(EncodedValue total) {
        InstanceRecord record = Samples.FULL.instance();
        Map<String, StoredValue> data = Map.of("total", new StoredValue(total, Set.of(), null));
        return new Slot(
                new InstanceRecord(record.header(), null, Map.of(), data, Map.of()),
                null,
                0,
                Samples.FULL.recent(),
                null,
                Samples.FULL.changedAt(),
                null);
    }

    @Test
    void theValuesOfKeysAreReadWhateverIsSelected() throws WireFormatException {
        Map<String, EncodedValue> values =
                SplitSlot.Delta.between(Slot.EMPTY, Samples.FULL).put();

        InstanceRecord read = SplitSlot.join(SplitSlot.head(Samples.FULL), ValueSelection.none(), values::get)
                .instance();

        assertThat(read.keys()).isEqualTo(Samples.FULL.instance().keys());
    }

    @Test
    void theHeadIsTheBeginningOfTheWholeSlot() throws WireFormatException {
        byte[] head = SplitSlot.head(Samples.FULL);

        assertThat(Arrays.copyOf(Wire.bytes(Samples.FULL, SlotFormat::write), head.length))
                .isEqualTo(head);
        assertThat(SlotFormat.readHeader(new DataInputStream(new ByteArrayInputStream(head)))
                        .bare())
                .isEqualTo(new PackedSlot(Samples.FULL).bare());
    }

    @Test
    void withoutBytesThereAreStillThePromotedValues() throws WireFormatException {
        InstanceRecord record =
                SplitSlot.withoutBytes(SplitSlot.head(Samples.FULL)).instance();

        assertThat(record.promoted()).isEqualTo(Samples.FULL.instance().promoted());
    }

    @Test
    void aListedSlotHasTheValuesThatWereRead() throws WireFormatException {
        for (long seed = 0; seed < ROUNDS; seed++) {
            InstanceRecord record = new DrawnSlots(new Draw(seed)).slot().instance();
            if (record == null) {
                continue;
            }
            Slot slot = new Slot(record, null, 0, Samples.FULL.recent(), null, Samples.FULL.changedAt(), null);
            Map<String, EncodedValue> values =
                    SplitSlot.Delta.between(Slot.EMPTY, slot).put();
            byte[] head = SplitSlot.head(slot);
            for (String name : record.data().keySet()) {
                ValueSelection one = ValueSelection.of(name);
                Map<String, EncodedValue> read = new HashMap<>(values);
                read.keySet().retainAll(ListedSlot.storedNames(one));

                assertThat(ListedSlot.read(head, read::get).instance().listed(one))
                        .as("seed %d", seed)
                        .isEqualTo(record.listed(one));
            }
            assertThat(ListedSlot.read(head, name -> null).instance().listed(ValueSelection.none()))
                    .as("seed %d", seed)
                    .isEqualTo(record.listed(ValueSelection.none()));
        }
    }

    @Test
    void aMissingOrCutValueIsDamage() throws WireFormatException {
        byte[] head = SplitSlot.head(Samples.FULL);

        assertThatThrownBy(() -> SplitSlot.join(head, name -> null)).isInstanceOf(WireFormatException.class);
        assertThatThrownBy(() -> SplitSlot.join(head, name -> EncodedValue.fromBytes(new byte[1])))
                .isInstanceOf(WireFormatException.class);
        head[head.length / 2] ^= 1;
        assertThatThrownBy(() -> SplitSlot.withoutBytes(head)).isInstanceOf(WireFormatException.class);
    }

    @Test
    void namesHoldNothingThatADatabaseRefusesInAText() throws WireFormatException {
        InstanceRecord record = Samples.FULL.instance();
        StoredValue value = record.data().values().iterator().next();
        Map<String, StoredValue> odd =
                Map.of("\0", value, "\\0000", value, "\uD800", value, "\uD83D\uDE00", value, "\uFFFD", value);
        Slot slot = new Slot(
                new InstanceRecord(record.header(), null, Map.of(), odd, Map.of()),
                null,
                0,
                Samples.FULL.recent(),
                null,
                Samples.FULL.changedAt(),
                null);

        Map<String, EncodedValue> values =
                SplitSlot.Delta.between(Slot.EMPTY, slot).put();

        assertThat(values.keySet())
                .isEqualTo(Set.of("d:\\0000", "d:\\005c0000", "d:\\d800", "d:\\d83d\\de00", "d:\uFFFD"));
        assertThat(SplitSlot.join(SplitSlot.head(slot), values::get)).isEqualTo(slot);
    }
}
