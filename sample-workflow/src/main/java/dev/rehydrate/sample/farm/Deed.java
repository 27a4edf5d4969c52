// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.host.HostEvent;
import java.util.OptionalLong;

/**
 * What a node did to a document.
 *
 * @param kind what it did
 * @param bytes how large the stored document is, where the node has read it
 */
public record Deed(HostEvent.Kind kind, OptionalLong bytes) {

    /** One word, to be sent from one process to another. */
    String word() {
        return kind.name() + (bytes.isPresent() ? "=" + bytes.getAsLong() : "");
    }

    /** Reads what {@link #word} has made. */
    static Deed parse(String word) {
        int at = word.indexOf('=');
        return at < 0
                ? new Deed(HostEvent.Kind.valueOf(word), OptionalLong.empty())
                : new Deed(
                        HostEvent.Kind.valueOf(word.substring(0, at)),
                        OptionalLong.of(Long.parseLong(word.substring(at + 1))));
    }
}
