// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.StringJoiner;

/** The texts that are hashed. Both can be read back in one way only, so different contents have different texts. */
final class KeyText {

    private static final String FORMAT = "rehydrate-key/1,";
    private static final String WF_PROVIDER = "urn:microsoft-com:correlation";

    private KeyText() {}

    static String ofLengthPrefixes(String scope, SortedMap<String, String> parts) {
        StringBuilder text = new StringBuilder(FORMAT);
        append(text, scope);
        parts.forEach((name, value) -> {
            append(text, name);
            append(text, value);
        });
        return text.toString();
    }

    private static void append(StringBuilder to, String text) {
        to.append(text.getBytes(StandardCharsets.UTF_8).length)
                .append(':')
                .append(text)
                .append(',');
    }

    static String ofChecksum(String scope, SortedMap<String, String> parts) {
        StringJoiner pairs = new StringJoiner("&", "", ",").setEmptyValue("");
        List<String> lengths = new ArrayList<>();
        lengths.add(String.valueOf(parts.size()));
        parts.forEach((name, value) -> {
            pairs.add(name + "=" + value);
            lengths.add(String.valueOf(name.length()));
            lengths.add(String.valueOf(value.length()));
        });
        lengths.add(String.valueOf(scope.length()));
        lengths.add(String.valueOf(WF_PROVIDER.length()));
        return pairs + scope + "," + WF_PROVIDER + "|" + String.join(".", lengths);
    }
}
