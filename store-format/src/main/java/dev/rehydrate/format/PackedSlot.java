// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.wire.DamagedException;
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
 * A slot as it lies in memory for months, which are the bytes that a member which keeps a copy of it is sent: the number of its values,
 * the length of each, the head, and the values. Values of few bytes lie behind the head in the same array, others are beside it, so that
 * no change of the rest copies them. Taken apart, an idle instance is two dozen objects that weigh half as much as a payload of 1 KB.
 * Immutable.
 */
public final class PackedSlot implements Supplier<Slot> {

    /**
     * How many bytes of values lie in the array of the head. An array and an object of their own take 32 bytes and one more access to memory;
     * to copy so many bytes with each change costs less.
     */
    static final int MOST_WITHIN = 2 * 1024;

    private final byte[] bytes;
    private final @Nullable List<EncodedValue> beside;

    /**
     * Packs a slot.
     *
     * @param slot the slot
     */
    public PackedSlot(Slot slot) {
        this(SlotHead.write(slot));
    }

    private PackedSlot(WireOutput head) {
        boolean within = head.payload() <= MOST_WITHIN;
        bytes = head.behindValues(within);
        beside = within ? null : head.values().stream().map(EncodedValue::alone).toList();
    }

    private PackedSlot(byte[] bytes, @Nullable List<EncodedValue> beside) {
        this.bytes = bytes;
        this.beside = beside;
    }

    /**
     * Takes back a slot that is nothing but an array.
     *
     * @param array what {@link #array} has returned; not copied
     * @return the slot
     */
    public static PackedSlot in(byte[] array) {
        return new PackedSlot(array, null);
    }

    /** {@return the array that is the whole slot, not to be changed; null if values lie beside it} */
    public byte @Nullable [] array() {
        return beside == null ? bytes : null;
    }

    /** Takes a slot that another member has packed. */
    static PackedSlot read(OpenFrame copy) throws IOException {
        boolean within = copy.payload() <= MOST_WITHIN;
        byte[] bytes = within ? copy.withValues() : copy.head();
        PackedSlot read = new PackedSlot(bytes, within ? null : List.of());
        if (read.parts().payload != copy.payload()) {
            throw new DamagedException("the values of a slot have other lengths than it says");
        }
        return within
                ? read
                : new PackedSlot(bytes, List.copyOf(new WireInput(bytes, copy::value).list(WireInput::value)));
    }

    /** Where the parts of the array are. */
    private record Parts(int values, long payload, int head, int headEnd) {}

    private Parts parts() throws DamagedException {
        WireInput in = new WireInput(bytes, 0, bytes.length);
        int values = in.count();
        long payload = 0;
        for (int i = 0; i < values; i++) {
            payload += in.small();
        }
        return new Parts(values, payload, in.position(), bytes.length - (beside == null ? (int) payload : 0));
    }

    private SlotHead head() throws DamagedException {
        return head(parts());
    }

    private SlotHead head(Parts parts) {
        return new SlotHead(bytes, parts.head, parts.headEnd);
    }

    /** {@return the slot, made anew each time; its values are those that lie here} */
    @Override
    public Slot get() {
        try {
            Parts parts = parts();
            return head(parts).inPlace(beside == null ? new Within(parts.headEnd) : new Beside(beside));
        } catch (IOException impossible) {
            throw notWhatWasPacked(impossible);
        }
    }

    /** {@return the slot without the values of its instance, for scans; never to be stored} */
    public Slot bare() {
        try {
            return head().bareInPlace();
        } catch (IOException impossible) {
            throw notWhatWasPacked(impossible);
        }
    }

    /**
     * Reads what a page lists of the instance, without its values, keys and remembered commands.
     *
     * @return its header and its promoted values without bytes, or null if there is no instance; never to be stored
     */
    public @Nullable InstanceRecord listed() {
        try {
            return head().listed();
        } catch (IOException impossible) {
            throw notWhatWasPacked(impossible);
        }
    }

    /**
     * Writes the slot, as {@link SlotFormat#write} does.
     *
     * @param out where to
     * @throws IOException if the sink fails, or the values have 2 GiB or more
     */
    public void writeTo(DataOutput out) throws IOException {
        Parts parts = parts();
        SlotFormat.FRAME.write(withValues(head(parts).reopened(), parts), out);
    }

    /** The slot for a member that keeps a copy: all of it lies here as it is sent. */
    WireOutput copy() throws DamagedException {
        Parts parts = parts();
        return withValues(new WireOutput(bytes, parts.headEnd), parts);
    }

    private WireOutput withValues(WireOutput head, Parts parts) {
        if (beside != null) {
            beside.forEach(head::follows);
        } else if (parts.payload > 0) {
            head.follows(EncodedValue.partOf(bytes, parts.headEnd, (int) parts.payload));
        }
        return head;
    }

    /** {@return how many bytes the values have together} */
    public long payload() {
        try {
            return parts().payload;
        } catch (DamagedException impossible) {
            throw notWhatWasPacked(impossible);
        }
    }

    /** {@return how many values the instance has, in all bags} */
    public int values() {
        try {
            return parts().values;
        } catch (DamagedException impossible) {
            throw notWhatWasPacked(impossible);
        }
    }

    private static IllegalStateException notWhatWasPacked(IOException impossible) {
        return new IllegalStateException("a slot in memory is not what was packed", impossible);
    }

    /** Hands out the values behind the head, in the order in which it names them. */
    private final class Within implements WireInput.Values {

        private int at;

        Within(int from) {
            at = from;
        }

        @Override
        public EncodedValue next(int length) {
            int start = at;
            at += length;
            return EncodedValue.partOf(bytes, start, length);
        }
    }

    /**
     * Hands out the values beside the head. Their sizes are not compared with the head: that would fetch each value from memory,
     * also for a change that replaces it.
     */
    private static final class Beside implements WireInput.Values {

        private final List<EncodedValue> values;
        private int taken;

        Beside(List<EncodedValue> values) {
            this.values = values;
        }

        @Override
        public EncodedValue next(int length) {
            return values.get(taken++);
        }
    }
}
