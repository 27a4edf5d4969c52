// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A part of what is stored at an address, as it is stored: for people who look at a damaged record. What the parts are, a provider decides; a store does
 * not read them.
 */
public final class StoredRow {

    private final String table;
    private final Map<String, String> texts;
    private final Map<String, byte[]> bytes;

    /**
     * Describes a row.
     *
     * @param table where it is, in the words of the provider
     * @param texts what is no bytes, in the text form of the provider, by column; what is absent is left out
     * @param bytes bytes by column, which are not changed any more
     */
    public StoredRow(String table, Map<String, String> texts, Map<String, byte[]> bytes) {
        this.table = Objects.requireNonNull(table, "table");
        this.texts = new LinkedHashMap<>(texts);
        this.bytes = new LinkedHashMap<>(bytes);
    }

    /** {@return where it is, in the words of the provider} */
    public String table() {
        return table;
    }

    /** {@return what is no bytes, by column} */
    public Map<String, String> texts() {
        return new LinkedHashMap<>(texts);
    }

    /** {@return bytes by column, which must not be changed} */
    public Map<String, byte[]> bytes() {
        return new LinkedHashMap<>(bytes);
    }
}
