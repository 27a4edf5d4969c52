// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Texts. UTF-8, but for a text with half a surrogate pair, which Java allows and UTF-8 cannot hold: that one is
 * <em>wide</em>, two bytes for each char. Two different names must never become one on the way.
 */
public final class Text {

    private Text() {}

    public static void write(WireOutput out, String text) {
        if (out.ascii(text)) {
            return;
        }
        boolean wide = hasHalfAPair(text);
        byte[] bytes = wide ? wide(text) : text.getBytes(StandardCharsets.UTF_8);
        out.number(2L * bytes.length + (wide ? 1 : 0));
        out.bytes(bytes);
    }

    public static String read(WireInput in) throws DamagedException {
        long head = in.number();
        int length = Varint.asInt(head >>> 1);
        if ((head & 1) == 0) {
            return in.utf8(length);
        }
        byte[] bytes = in.bytes(length);
        if (bytes.length % Character.BYTES != 0) {
            throw new DamagedException("a text ends within a character");
        }
        return ByteBuffer.wrap(bytes).asCharBuffer().toString();
    }

    private static byte[] wide(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(Character.BYTES * text.length());
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }

    private static boolean hasHalfAPair(String text) {
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                return true;
            }
            at += Character.charCount(character);
        }
        return false;
    }
}
