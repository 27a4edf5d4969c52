// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.instance.PromotedValue;
import java.util.UUID;

/**
 * The place of an instance in the order of a promoted value.
 *
 * @param value the value
 * @param key the slot of the instance
 */
public record Ranked(PromotedValue value, UUID key) implements Comparable<Ranked> {

    /** Before all with a value. */
    public static Ranked before(PromotedValue value) {
        return new Ranked(value, SlotOrder.FIRST);
    }

    /** After all with a value. */
    public static Ranked after(PromotedValue value) {
        return new Ranked(value, SlotOrder.LAST);
    }

    @Override
    public int compareTo(Ranked other) {
        int order = value.compareTo(other.value);
        return order != 0 ? order : SlotOrder.compare(key, other.key);
    }
}
