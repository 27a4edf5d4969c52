// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.PromotedValue;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A named value in a record.
 *
 * @param encoded its bytes
 * @param options what the store may do with it
 * @param promoted the readable copy for queries, or null if it is not promoted
 */
public record StoredValue(
        EncodedValue encoded,
        Set<InstanceValue.Option> options,
        @Nullable PromotedValue promoted) {

    /** Copies the options. */
    public StoredValue {
        Objects.requireNonNull(encoded, "encoded");
        options = Set.copyOf(options);
    }

    /** {@return this value for a reader that did not select it: with its promoted copy and no bytes; never to be stored} */
    public StoredValue withoutBytes() {
        return new StoredValue(EncodedValue.notRead(), options, promoted);
    }

    /** {@return whether loads hand it back} */
    public boolean isReadable() {
        return !options.contains(InstanceValue.Option.WRITE_ONLY);
    }

    /**
     * This value for a command, which stores it as it is: its bytes are not encoded again, and only their size is looked at,
     * which has the limit of any value of the store that it is copied to. For tools that copy instances without the classes of
     * the application.
     *
     * @return the value, with its options
     * @throws IllegalStateException if this was read {@linkplain #withoutBytes() without its bytes}
     */
    public InstanceValue asIs() {
        if (encoded.equals(EncodedValue.notRead())) {
            throw new IllegalStateException("the bytes of this value were not selected, so it cannot be stored");
        }
        InstanceValue value = InstanceValue.of(this);
        for (InstanceValue.Option option : options) {
            value = value.with(option);
        }
        return value;
    }
}
