// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.function.Consumer;

/** Calls codecs of the application, which may fail in their own ways or return nothing. */
final class CodecCalls {

    private CodecCalls() {}

    static byte[] encode(ValueCodec codec, Object value, Consumer<Class<?>> within) {
        byte[] bytes;
        try {
            bytes = codec.encode(value, within);
        } catch (ValueCodingException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new ValueCodingException(
                    Reason.NOT_ENCODABLE,
                    "codec '" + codec.id() + "' failed on a " + value.getClass().getName(),
                    failure);
        }
        if (bytes == null) {
            throw new ValueCodingException(
                    Reason.NOT_ENCODABLE,
                    "codec '" + codec.id() + "' wrote nothing of a "
                            + value.getClass().getName() + ": it returned null instead of bytes");
        }
        return bytes;
    }

    static <T> T decode(ValueCodec codec, byte[] plain, Class<T> type, EncodedValue.Head head) {
        T value;
        try {
            value = codec.decode(plain, type, head.schemaVersion());
        } catch (ValueCodingException known) {
            throw known.reason() == Reason.NEWER_VERSION ? newer(known, type, head) : known;
        } catch (RuntimeException failure) {
            throw new ValueCodingException(
                    Reason.DAMAGED, "codec '" + codec.id() + "' failed on a " + head.typeName(), failure);
        }
        if (value == null) {
            throw new ValueCodingException(Reason.DAMAGED, "codec '" + codec.id() + "' read nothing");
        }
        return value;
    }

    private static ValueCodingException newer(ValueCodingException known, Class<?> type, EncodedValue.Head head) {
        String message = "a " + head.typeName() + " of schema version " + head.schemaVersion() + ", read as a "
                + type.getName() + ": " + known.getMessage();
        return new ValueCodingException(Reason.NEWER_VERSION, message, known);
    }
}
