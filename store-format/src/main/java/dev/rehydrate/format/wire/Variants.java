// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The variants of a sealed type, each with a code that is its own for ever. A variant is its code and a section, so that
 * a variant without payload can get fields in a later version.
 *
 * @param <T> the sealed type
 */
public final class Variants<T> {

    private record Variant<V>(
            int code, Class<V> type, BiConsumer<WireOutput, ? super V> writer, WireInput.Reader<? extends V> reader) {

        void write(WireOutput out, Object value) {
            out.code(code);
            out.section(type.cast(value), writer);
        }
    }

    private final String what;
    private final List<Variant<? extends T>> variants = new ArrayList<>();

    public Variants(String what) {
        this.what = what;
    }

    /** Adds a variant. The same code stands for it in both directions. */
    public <V extends T> Variants<T> with(
            int code, Class<V> type, BiConsumer<WireOutput, ? super V> writer, WireInput.Reader<? extends V> reader) {
        if (variants.stream().anyMatch(variant -> variant.code == code)) {
            throw new IllegalArgumentException(what + " has two variants with code " + code);
        }
        variants.add(new Variant<>(code, type, writer, reader));
        return this;
    }

    /** Adds a variant that is only a word. */
    public <V extends T> Variants<T> with(int code, V word) {
        @SuppressWarnings("unchecked")
        Class<V> type = (Class<V>) word.getClass();
        return with(code, type, (out, nothing) -> {}, in -> word);
    }

    public void write(WireOutput out, T value) {
        for (Variant<? extends T> variant : variants) {
            if (variant.type.isInstance(value)) {
                variant.write(out, value);
                return;
            }
        }
        throw new IllegalArgumentException(what + " of this type has no code: " + value.getClass());
    }

    public T read(WireInput in) throws IOException {
        int code = in.code();
        for (Variant<? extends T> variant : variants) {
            if (variant.code == code) {
                return in.section(variant.reader::read);
            }
        }
        throw new DamagedException("no variant of " + what + " has the code " + code);
    }
}
