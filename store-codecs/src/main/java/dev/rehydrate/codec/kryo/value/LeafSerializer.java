// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.rehydrate.codec.kryo.graph.Refusal;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Values that contain no others and that Kryo's own serializers do not keep: {@code boolean[]}, because Kryo allocates the
 * length before it compares the length with what remains; {@code Date}, because Kryo needs the module {@code java.sql}; {@code
 * Locale}, because Kryo drops the script; comparators, because Kryo has none.
 *
 * @param <T> their type
 */
final class LeafSerializer<T> extends Serializer<T> {

    private final BiConsumer<Output, T> write;
    private final Function<Input, T> read;

    private LeafSerializer(BiConsumer<Output, T> write, Function<Input, T> read, boolean immutable) {
        super(false, immutable);
        this.write = write;
        this.read = read;
    }

    static <T> LeafSerializer<T> mutable(BiConsumer<Output, T> write, Function<Input, T> read) {
        return new LeafSerializer<>(write, read, false);
    }

    /** The only object of its class; the number of its type says it all. */
    static <T> LeafSerializer<T> singleton(T singleton) {
        return new LeafSerializer<>((output, value) -> {}, input -> singleton, true);
    }

    static LeafSerializer<Locale> locales() {
        return new LeafSerializer<>(
                LeafSerializer::writeLocale, input -> Locale.forLanguageTag(input.readString()), true);
    }

    private static void writeLocale(Output output, Locale locale) {
        String tag = locale.toLanguageTag();
        if (!locale.equals(Locale.forLanguageTag(tag))) {
            throw Refusal.notEncodable("this java.util.Locale has no text form that says all of it");
        }
        output.writeString(tag);
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        write.accept(output, value);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return read.apply(input);
    }
}
