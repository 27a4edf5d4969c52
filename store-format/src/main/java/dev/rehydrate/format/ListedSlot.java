// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.slot.ValueNames;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A slot that a query lists, for a provider that stores its values apart from its {@linkplain SplitSlot#head head}. */
public final class ListedSlot {

    private ListedSlot() {}

    /**
     * Names what has to be read for a selection that is not of all values.
     *
     * @param selection names some values
     * @return the stored names of all values that may have one of these names
     */
    public static List<String> storedNames(ValueSelection selection) {
        List<String> stored = new ArrayList<>();
        for (String name : selection.names()) {
            stored.add(ValueNames.of(ValueNames.DATA, name));
            stored.add(ValueNames.of(ValueNames.METADATA, name));
        }
        return stored;
    }

    /**
     * Reads the head of a slot with those values that were read beside it.
     *
     * @param head what {@link SplitSlot#head} has written
     * @param values gives the value of a stored name, or null if it was not read
     * @return the slot, never to be stored: the values that were not read, and those of keys, are there without bytes
     * @throws WireFormatException if these are not the bytes of a head that this version can read
     */
    public static Slot read(byte[] head, Function<String, @Nullable EncodedValue> values) throws WireFormatException {
        DataInput in = new DataInputStream(new ByteArrayInputStream(head));
        return SlotFormat.FRAME.readHead(in, (bytes, payload) -> new SlotHead(bytes).slot(new Read(values)));
    }

    /** Finds the values by their names. */
    private static final class Read implements WireInput.Values {

        private final Function<String, @Nullable EncodedValue> values;
        private String bag = "";
        private String name = "";

        Read(Function<String, @Nullable EncodedValue> values) {
            this.values = values;
        }

        @Override
        public void inBag(String next) {
            bag = next;
        }

        @Override
        public void named(String next) {
            name = next;
        }

        @Override
        public EncodedValue next(int length) {
            EncodedValue value = values.apply(ValueNames.of(bag, name));
            return value != null && value.size() == length ? value : EncodedValue.notRead();
        }
    }
}
