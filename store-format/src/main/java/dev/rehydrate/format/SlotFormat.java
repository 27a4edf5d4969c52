// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.slot.Slot;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How slots are stored. */
public final class SlotFormat {

    static final Frame FRAME = Frame.third("a slot", 'S');

    private SlotFormat() {}

    /**
     * Writes a slot.
     *
     * @param slot the slot
     * @param out where to
     * @throws IOException if the sink fails, or the values of the slot have 2 GiB or more
     */
    public static void write(Slot slot, DataOutput out) throws IOException {
        FRAME.write(slot, out, Slots::write);
    }

    /**
     * Reads a slot of any size.
     *
     * @param in where from
     * @return the slot
     * @throws WireFormatException if these are not the bytes of a slot that this version can read
     */
    public static Slot read(DataInput in) throws WireFormatException {
        return read(in, Frame.ANY_PAYLOAD);
    }

    /**
     * Reads a slot.
     *
     * @param in where from
     * @param payloadLimit how many bytes its values may have together
     * @return the slot
     * @throws WireFormatException if these are not the bytes of a slot that this version can read, or too many
     */
    public static Slot read(DataInput in, int payloadLimit) throws WireFormatException {
        return FRAME.read(in, payloadLimit, Slots::read);
    }

    /**
     * Reads a slot without the values of its instance, and proves what it reads; of the values no byte is touched.
     *
     * @param in where from; left at the first byte of the values
     * @return all but the values
     * @throws WireFormatException if these are not the bytes of a slot that this version can read
     */
    public static SlotHeader readHeader(DataInput in) throws WireFormatException {
        return FRAME.readHead(in, (head, payload) -> new SlotHeader(new SlotHead(head).bare(), payload));
    }
}
