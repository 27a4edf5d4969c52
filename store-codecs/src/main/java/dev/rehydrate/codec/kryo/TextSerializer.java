// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import java.util.function.Function;

/**
 * Immutable values that have a text form.
 *
 * @param <T> their type
 */
final class TextSerializer<T> extends ImmutableSerializer<T> {

    private final Function<T, String> format;
    private final Function<String, T> parse;

    TextSerializer(Function<T, String> format, Function<String, T> parse) {
        this.format = format;
        this.parse = parse;
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        String text = format.apply(value);
        if (!value.equals(parse.apply(text))) {
            throw Refusal.notEncodable("this " + value.getClass().getName() + " has no text form that says all of it");
        }
        output.writeString(text);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        String text = input.readString();
        if (text == null) {
            throw Refusal.damaged("the text of a " + type.getName() + " is missing");
        }
        return parse.apply(text);
    }
}
