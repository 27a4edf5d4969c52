// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A slot as it lies in memory for months: all but its values in the bytes in which it travels, and the values as they are.
 * Taken apart, an idle instance is two dozen objects that weigh half as much as a payload of 1 KB. Immutable.
 */
public final class PackedSlot implements Supplier<Slot> {

    private final byte[] head;
    /** Nearly every instance has one value: a list for it would be as large as this object. */
    private final @Nullable EncodedValue first;

    private final List<EncodedValue> more;

    /**
     * Packs a slot.
     *
     * @param slot the slot
     */
    public PackedSlot(Slot slot) {
        this(SlotHead.write(slot));
    }

    private PackedSlot(WireOutput packed) {
        this(packed.head(), packed.values());
    }

    /**
     * Takes a slot that another member has packed.
     *
     * @param head its head, not copied
     * @param values its values, in the order in which the head names them
     */
    PackedSlot(byte[] head, List<EncodedValue> values) {
        this.head = head;
        first = values.isEmpty() ? null : values.get(0);
        more = values.size() < 2 ? List.of() : List.copyOf(values.subList(1, values.size()));
    }

    /** {@return the slot, made anew each time; its values are those that lie here} */
    @Override
    public Slot get() {
        try {
            return new SlotHead(head).inPlace(new Unpacking());
        } catch (IOException impossible) {
            throw new IllegalStateException("a slot in memory is not what was packed", impossible);
        }
    }

    /** {@return the slot without the values of its instance, for scans; never to be stored} */
    public Slot bare() {
        try {
            return new SlotHead(head).bareInPlace();
        } catch (IOException impossible) {
            throw new IllegalStateException("a slot in memory is not what was packed", impossible);
        }
    }

    /**
     * Reads what a page lists of the instance, without its values, keys and remembered commands.
     *
     * @return its header and its promoted values without bytes, or null if there is no instance; never to be stored
     */
    public @Nullable InstanceRecord listed() {
        try {
            return new SlotHead(head).listed();
        } catch (IOException impossible) {
            throw new IllegalStateException("a slot in memory is not what was packed", impossible);
        }
    }

    /**
     * Writes the slot, as {@link SlotFormat#write} does.
     *
     * @param out where to
     * @throws IOException if the sink fails, or the values have 2 GiB or more
     */
    public void writeTo(DataOutput out) throws IOException {
        WireOutput packed = new SlotHead(head).reopened();
        int count = values();
        for (int i = 0; i < count; i++) {
            packed.follows(value(i));
        }
        SlotFormat.FRAME.write(packed, out);
    }

    /** Writes the values, and then the head, for a member that keeps a copy. */
    void copyTo(WireOutput out) {
        int count = values();
        out.number(count);
        for (int i = 0; i < count; i++) {
            out.value(value(i));
        }
        out.bytes(head);
    }

    /** {@return how many bytes the values have together} */
    public long payload() {
        long bytes = first == null ? 0 : first.size();
        for (EncodedValue value : more) {
            bytes += value.size();
        }
        return bytes;
    }

    /** {@return how many values the instance has, in all bags} */
    public int values() {
        return first == null ? 0 : 1 + more.size();
    }

    private EncodedValue value(int number) {
        return number == 0 && first != null ? first : more.get(number - 1);
    }

    /**
     * Hands out the values in the order in which the head names them. Their sizes are not compared with the head: that would fetch each
     * value from memory, also for a change that replaces it.
     */
    private final class Unpacking implements WireInput.Values {

        private int taken;

        @Override
        public EncodedValue next(int length) {
            return value(taken++);
        }
    }
}
