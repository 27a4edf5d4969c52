// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a slot's head, in which is everything but the bytes of its encoded values. Immutable.
 *
 * <p>This is the only place at which these bytes become fields. Of what comes from outside it makes objects of all fields, or of
 * all but the values, and so proves them. What was proved before leaves its remembered commands in place (ADR 122).
 */
final class SlotHead {

    /** What has been saved by several threads a few times has 200 to 300 bytes. */
    private static final int USUAL_SIZE = 384;

    private final byte[] bytes;
    private final int from;
    private final int end;

    /**
     * Takes the bytes of a head.
     *
     * @param bytes not copied, and not changed any more
     */
    SlotHead(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /**
     * Takes a head that is part of an array.
     *
     * @param bytes not copied, and not changed any more
     * @param from where the head begins
     * @param end behind which byte it has ended
     */
    SlotHead(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.from = from;
        this.end = end;
    }

    /** Writes the head of a slot, and names its values in the order in which the head does. */
    static WireOutput write(Slot slot) {
        WireOutput out = new WireOutput(USUAL_SIZE);
        Slots.write(out, slot);
        return out;
    }

    /** Reads the whole slot, with values from elsewhere. */
    Slot slot(WireInput.Values values) throws IOException {
        return Slots.read(new WireInput(bytes, from, end, values, false));
    }

    /**
     * Reads the whole slot, with values from elsewhere. The remembered commands stay what they are, bytes of this head: most
     * operations look at the ids of some of them and add one.
     */
    Slot inPlace(WireInput.Values values) throws IOException {
        return Slots.read(new WireInput(bytes, from, end, values, true));
    }

    /** Reads the slot without the values of its instance. Its remembered commands stay in place. */
    Slot bareInPlace() throws IOException {
        return Slots.readBare(new WireInput(bytes, from, end, WireInput.NO_VALUES, true));
    }

    /** Reads what a page lists of the instance, if there is one: header and promoted values. */
    @Nullable
    InstanceRecord listed() throws IOException {
        return Slots.listed(new WireInput(bytes, from, end));
    }

    /** Reads the slot without the values of its instance. */
    Slot bare() throws IOException {
        return Slots.readBare(new WireInput(bytes, from, end, WireInput.NO_VALUES, false));
    }

    /** The same head, to be written again with its values. */
    WireOutput reopened() {
        byte[] head = Arrays.copyOfRange(bytes, from, end);
        return new WireOutput(head, head.length);
    }
}
