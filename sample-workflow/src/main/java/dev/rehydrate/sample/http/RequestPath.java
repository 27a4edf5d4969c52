// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The parts of a path, split before they are decoded, so that an encoded slash stays within its part. */
final class RequestPath {

    private static final int HEX = 16;

    private RequestPath() {}

    static List<String> parts(String rawPath) {
        List<String> parts = new ArrayList<>();
        for (String raw : rawPath.substring(1).split("/", -1)) {
            parts.add(decoded(raw));
        }
        return parts;
    }

    /** The opposite: one part of a path. */
    static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String decoded(String raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char c = raw.charAt(at);
            if (c == '%') {
                bytes.write(octet(raw, at));
                at += 2;
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return utf8(bytes.toByteArray());
    }

    private static int octet(String raw, int at) {
        int high = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 1), HEX) : -1;
        int low = high < 0 ? -1 : Character.digit(raw.charAt(at + 2), HEX);
        if (low < 0) {
            throw Problems.badPath("a % in it is not followed by two hexadecimal digits")
                    .toException();
        }
        return high * HEX + low;
    }

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw Problems.badPath("what it encodes is not UTF-8").toException();
        }
    }
}
