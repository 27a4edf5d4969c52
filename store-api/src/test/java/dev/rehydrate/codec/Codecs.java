// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Codecs for tests. */
final class Codecs {

    private Codecs() {}

    /** A type that is not simple. */
    record Note(String text) {}

    /** Writes notes as their text. */
    static ValueCodec notes(String id, int schemaVersion) {
        return of(
                id,
                schemaVersion,
                value -> ((Note) value).text().getBytes(StandardCharsets.UTF_8),
                (bytes, type) -> new Note(new String(bytes, StandardCharsets.UTF_8)));
    }

    static ValueCodec of(
            String id,
            int schemaVersion,
            Function<Object, byte[]> encode,
            BiFunction<byte[], Class<?>, Object> decode) {
        return new ValueCodec() {
            @Override
            public String id() {
                return id;
            }

            @Override
            public int schemaVersion() {
                return schemaVersion;
            }

            @Override
            public byte[] encode(Object value) {
                return encode.apply(value);
            }

            @Override
            @SuppressWarnings("unchecked") // Tests return what does not fit on purpose.
            public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
                return (T) decode.apply(bytes, type);
            }
        };
    }

    /** The same codec, which tells of the classes within its values. */
    static ValueCodec telling(ValueCodec codec, Iterable<Class<?>> classes) {
        return new ValueCodec() {
            @Override
            public String id() {
                return codec.id();
            }

            @Override
            public int schemaVersion() {
                return codec.schemaVersion();
            }

            @Override
            public byte[] encode(Object value) {
                return codec.encode(value);
            }

            @Override
            public byte[] encode(Object value, Consumer<Class<?>> within) {
                classes.forEach(within);
                return encode(value);
            }

            @Override
            public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
                return codec.decode(bytes, type, writtenVersion);
            }
        };
    }
}
