// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.slot.ValueNames;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A slot in parts, for a provider that stores its values apart from all else: the bytes of the head, and the encoded values by
 * names that never change. A save then stores the head and the values that it changed.
 *
 * <p>The bytes of the head are those with which {@link SlotFormat} begins, so {@link SlotFormat#readHeader} reads them.
 */
public final class SplitSlot {

    private SplitSlot() {}

    /**
     * Which values a change of a slot changes.
     *
     * @param put the values that are new or other than before, by stored name
     * @param changed the stored names of those of them that were there before
     * @param removed the stored names of the values that are not there any more
     */
    public record Delta(Map<String, EncodedValue> put, Set<String> changed, Set<String> removed) {

        /**
         * Compares the values of a slot before and after a change.
         *
         * @param before the slot as it is stored
         * @param after the slot as it shall be stored
         * @return what has to be stored and removed to come from one to the other
         */
        public static Delta between(Slot before, Slot after) {
            Map<String, EncodedValue> put = new HashMap<>();
            Set<String> changed = new HashSet<>();
            Set<String> removed = new HashSet<>();
            ValueNames.visit(after.instance(), put::put);
            ValueNames.visit(before.instance(), (name, value) -> {
                EncodedValue next = put.get(name);
                if (next == null) {
                    removed.add(name);
                } else if (isSame(value, next)) {
                    put.remove(name);
                } else {
                    changed.add(name);
                }
            });
            return new Delta(put, changed, removed);
        }

        /** Values are never changed once they are made: what stays is mostly the same object. */
        @SuppressWarnings("ReferenceEquality")
        private static boolean isSame(EncodedValue before, EncodedValue after) {
            return before == after || before.equals(after);
        }
    }

    /**
     * Writes all of a slot but the bytes of its values.
     *
     * @param slot the slot
     * @return the head, with its checksum
     * @throws WireFormatException if the values of the slot have 2 GiB or more
     */
    public static byte[] head(Slot slot) throws WireFormatException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SlotFormat.FRAME.writeHead(SlotHead.write(slot), new DataOutputStream(bytes));
        } catch (WireFormatException tooLarge) {
            throw tooLarge;
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        }
        return bytes.toByteArray();
    }

    /**
     * Puts a slot together.
     *
     * @param head what {@link #head} has written
     * @param values gives the value of a stored name, or null if there is none
     * @return the slot
     * @throws WireFormatException if these are not the bytes of a head that this version can read, or a value is missing or has
     *     another length than its head says
     */
    public static Slot join(byte[] head, Function<String, @Nullable EncodedValue> values) throws WireFormatException {
        return join(head, ValueSelection.all(), values);
    }

    /**
     * Puts a slot together of which some values were read.
     *
     * @param head what {@link #head} has written
     * @param selection which values were read; the values of keys always are
     * @param values gives the value of a stored name, or null if there is none
     * @return the slot; the values that are not selected have no bytes, so it is never to be stored unless all are
     * @throws WireFormatException if these are not the bytes of a head that this version can read, or a selected value is missing or
     *     has another length than its head says
     */
    public static Slot join(byte[] head, ValueSelection selection, Function<String, @Nullable EncodedValue> values)
            throws WireFormatException {
        return read(head, new ByName(selection, values));
    }

    /**
     * Names what has to be read for a selection, beside the values of keys.
     *
     * @param selection names some values
     * @return the stored names of all values that may have one of these names
     */
    public static Set<String> storedNames(ValueSelection selection) {
        Set<String> stored = new HashSet<>();
        for (String name : selection.names()) {
            stored.add(ValueNames.of(ValueNames.DATA, name));
            stored.add(ValueNames.of(ValueNames.METADATA, name));
        }
        return stored;
    }

    /**
     * Reads the head of a slot, whose values are there with their options and promoted values, but without bytes.
     *
     * @param head what {@link #head} has written
     * @return the slot, never to be stored
     * @throws WireFormatException if these are not the bytes of a head that this version can read
     */
    public static Slot withoutBytes(byte[] head) throws WireFormatException {
        return read(head, length -> EncodedValue.notRead());
    }

    /**
     * Makes a text that every database takes, and another one of each other text: what they refuse is escaped.
     *
     * @param text any text
     * @return the same text if it has no NUL, no backslash and no surrogate
     */
    public static String storable(String text) {
        return ValueNames.of("", text);
    }

    private static Slot read(byte[] head, WireInput.Values values) throws WireFormatException {
        DataInput in = new DataInputStream(new ByteArrayInputStream(head));
        return SlotFormat.FRAME.readHead(in, (bytes, payload) -> new SlotHead(bytes).slot(values));
    }

    /** Finds the values by their names. */
    private static final class ByName implements WireInput.Values {

        private final ValueSelection selection;
        private final Function<String, @Nullable EncodedValue> values;
        private String bag = "";
        private String name = "";

        ByName(ValueSelection selection, Function<String, @Nullable EncodedValue> values) {
            this.selection = selection;
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
        public EncodedValue next(int length) throws DamagedException {
            boolean ofInstance = bag.equals(ValueNames.DATA) || bag.equals(ValueNames.METADATA);
            if (ofInstance && !selection.includes(name)) {
                return EncodedValue.notRead();
            }
            EncodedValue value = values.apply(ValueNames.of(bag, name));
            if (value == null || value.size() != length) {
                throw new DamagedException("a value of a slot is missing, or has another length than the head says");
            }
            return value;
        }
    }
}
