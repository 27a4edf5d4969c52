// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.slot.Slot;
import java.util.Objects;

/**
 * What a slot is without the values of its instance: enough for every scan, not enough to store.
 *
 * @param bare the slot, whose instance has no data and no metadata here, nor have its keys; never to be stored
 * @param payloadSize how many bytes the values have that are missing
 */
public record SlotHeader(Slot bare, int payloadSize) {

    /** Checks that nothing is missing. */
    public SlotHeader {
        Objects.requireNonNull(bare, "bare");
    }
}
