// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.instance.InstanceState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a change of a slot adds to what must be kept. A provider whose memory is nearly full refuses changes that add, and
 * lets all others through: they lead to less.
 *
 * @param isNew whether there is an instance or a claim that was not there before
 * @param payload how many bytes of encoded values are there that were not there before; 0 if the instance has ended
 * @param replaced how many bytes of encoded values were there before that have given way to a value of the same name; values that
 *     are gone without one do not count
 */
public record Growth(boolean isNew, long payload, long replaced) {

    /** What is kept of an instance or a claim beside its values, in bytes, roughly. */
    private static final int OVERHEAD = 1024;

    /**
     * Compares a slot before and after a change.
     *
     * @param before the slot as it is stored
     * @param after the slot as it shall be stored
     * @return what is added
     */
    public static Growth between(Slot before, Slot after) {
        InstanceRecord old = before.instance();
        InstanceRecord record = after.instance();
        boolean isNew = (old == null && record != null) || (before.claim() == null && after.claim() != null);
        if (record == null || record.state() == InstanceState.COMPLETED) {
            return new Growth(isNew, 0, 0);
        }
        Sizes sizes = new Sizes();
        sizes.compare(old == null ? Map.of() : old.data(), record.data());
        sizes.compare(old == null ? Map.of() : old.metadata(), record.metadata());
        return new Growth(isNew, sizes.added, sizes.replaced);
    }

    /** Sums up what differs. */
    private static final class Sizes {
        private long added;
        private long replaced;

        void compare(Map<String, StoredValue> before, Map<String, StoredValue> after) {
            for (Map.Entry<String, StoredValue> each : WideMap.notShared(after, before)) {
                StoredValue old = before.get(each.getKey());
                EncodedValue encoded = each.getValue().encoded();
                if (!isSame(old, encoded)) {
                    added += encoded.size();
                    replaced += old == null ? 0 : old.encoded().size();
                }
            }
        }
    }

    /** Values are never changed once they are made: what stays is the same object. */
    @SuppressWarnings("ReferenceEquality") // To compare the bytes would cost what this saves.
    private static boolean isSame(@Nullable StoredValue before, EncodedValue after) {
        return before != null && before.encoded() == after;
    }

    /** {@return roughly how many bytes have to be kept that were not kept before, whatever they replace} */
    public long bytes() {
        return payload + (isNew ? OVERHEAD : 0);
    }

    /** {@return whether nothing is added} */
    public boolean isNone() {
        return !isNew && payload == 0;
    }
}
