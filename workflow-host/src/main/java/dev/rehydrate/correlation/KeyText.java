// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.StringJoiner;

/** The text that WF hashes. It can be read back in one way only, so different contents have different texts. */
final class KeyText {

    private static final String WF_PROVIDER = "urn:microsoft-com:correlation";

    private KeyText() {}

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
