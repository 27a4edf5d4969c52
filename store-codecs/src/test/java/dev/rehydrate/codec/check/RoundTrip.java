// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.check;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueEncoding;

/** Writes a value and reads it back, by way of the bytes that a store keeps. */
public final class RoundTrip {

    private RoundTrip() {}

    public static <T> T of(ValueCodec codec, T value) {
        @SuppressWarnings("unchecked")
        Class<T> type = (Class<T>) Object.class;
        return between(codec, codec, value, type);
    }

    public static <T> T as(ValueCodec codec, Object value, Class<T> type) {
        return between(codec, codec, value, type);
    }

    /** Reads with the codec of the next schema version, in which something may have been removed. */
    public static <T> T toNext(ValueCodec writer, ValueCodec reader, Object value, Class<T> type) {
        return between(writer, new NextVersion(reader), value, type);
    }

    public static <T> T between(ValueCodec writer, ValueCodec reader, Object value, Class<T> type) {
        byte[] stored = ValueEncoding.with(writer).encode(value).toBytes();
        // Two versions of a class have two names within one test.
        ValueEncoding now = ValueEncoding.builder()
                .writeWith(reader)
                .renamed(value.getClass().getName(), type)
                .build();
        return now.decode(EncodedValue.fromBytes(stored), type);
    }

    /** To the codec within, what version 1 has written is of an older version. */
    private record NextVersion(ValueCodec codec) implements ValueCodec {

        @Override
        public String id() {
            return codec.id();
        }

        @Override
        public int schemaVersion() {
            return codec.schemaVersion() + 1;
        }

        @Override
        public byte[] encode(Object value) {
            return codec.encode(value);
        }

        @Override
        public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
            return codec.decode(bytes, type, writtenVersion - 1);
        }
    }
}
