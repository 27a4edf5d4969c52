// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.Slot;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How a slot travels to a member that only keeps a copy of it: the head in front of which the values are counted, so that the
 * member can lay both aside without making fields of them (ADR 119). The checksums are those of every frame. The versions are
 * those of a stored slot, so that no member keeps a copy that it could not read if it had to decide on it.
 */
public final class CopyFormat {

    static final Frame FRAME = new Frame(
            "a copy of a slot",
            'C',
            SlotFormat.FRAME.version(),
            SlotFormat.FRAME.readableBackTo(),
            SlotFormat.FRAME.version());

    private CopyFormat() {}

    /**
     * Writes a slot.
     *
     * @param slot the slot
     * @param out where to
     * @throws IOException if the sink fails, or the values of the slot have 2 GiB or more
     */
    public static void write(Slot slot, DataOutput out) throws IOException {
        WireOutput head = SlotHead.write(slot);
        byte[] bytes = head.behindValues(false);
        WireOutput all = new WireOutput(bytes, bytes.length);
        head.values().forEach(all::follows);
        FRAME.write(all, out);
    }

    /**
     * Writes a slot that is packed: its bytes are sent as they are.
     *
     * @param slot the slot
     * @param out where to
     * @throws IOException if the sink fails, or the values of the slot have 2 GiB or more
     */
    public static void write(PackedSlot slot, DataOutput out) throws IOException {
        FRAME.write(slot.copy(), out);
    }

    /**
     * Reads a slot, and proves that it is what was written.
     *
     * @param in where from
     * @return the slot, whose fields were not looked at
     * @throws WireFormatException if these are not the bytes of a slot that this version can read
     */
    public static PackedSlot read(DataInput in) throws WireFormatException {
        return FRAME.readOpen(in, PackedSlot::read);
    }
}
