// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as bytes: UTF-8, or, if it is not valid Unicode, a byte that UTF-8 never begins with and then UTF-16. */
final class StoredText {

    private static final byte UTF_16 = (byte) 0xFF;

    private StoredText() {}

    static byte[] encode(String text) {
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            return bytes;
        } catch (CharacterCodingException halfAPair) {
            // UTF-8 has no form for half a surrogate pair; writing '?' instead would change the value silently.
            return utf16(text);
        }
    }

    static String decode(byte[] bytes) {
        if (bytes.length > 0 && bytes[0] == UTF_16) {
            return fromUtf16(bytes);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new ValueCodingException(Reason.DAMAGED, "not the bytes of a text", malformed);
        }
    }

    private static byte[] utf16(String text) {
        ByteBuffer buffer = ByteBuffer.allocate(1 + text.length() * Character.BYTES);
        buffer.put(UTF_16);
        text.chars().forEach(unit -> buffer.putChar((char) unit));
        return buffer.array();
    }

    private static String fromUtf16(byte[] bytes) {
        if (bytes.length % Character.BYTES == 0) {
            throw new ValueCodingException(Reason.DAMAGED, "half a character at the end of a text");
        }
        return ByteBuffer.wrap(bytes, 1, bytes.length - 1).asCharBuffer().toString();
    }
}
