// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The parts of a path, split before they are decoded, so that an encoded slash stays within its part. */
final class RequestPath {

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
        try {
            // Each byte as one character, so that bytes that are not UTF-8 are seen. A plus is no space in a path.
            return utf8(URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
                    .getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException notHexadecimal) {
            throw ProblemKind.MALFORMED_PATH.exception("a % in it is not followed by two hexadecimal digits");
        }
    }

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw ProblemKind.MALFORMED_PATH.exception("what it encodes is not UTF-8");
        }
    }
}
