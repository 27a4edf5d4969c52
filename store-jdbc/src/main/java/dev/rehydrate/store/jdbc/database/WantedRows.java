// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.connection.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows that a group reads, as parameters of the statement that reads them. */
final class WantedRows {

    /** Values of several slots are read together up to this: they are in memory twice while they are read. */
    private static final long MOST_BYTES = 4L << 20;

    private final Map<String, @Nullable Object> parameters = new HashMap<>();
    private final Set<String> parts = new HashSet<>();

    /**
     * Takes what to read.
     *
     * @param wanted which slots, and which values of each
     * @param isBounded whether the values of several slots are left out if they are too many bytes together
     */
    WantedRows(Map<SlotAddress, ValueSelection> wanted, boolean isBounded) {
        List<SlotAddress> whole = new ArrayList<>();
        List<SlotAddress> partial = new ArrayList<>();
        ParameterColumns named = new ParameterColumns()
                .with("named_address", "uuid", UUID.class)
                .with("named_name", "text", String.class);
        wanted.forEach((at, selection) -> {
            (selection.isAll() ? whole : partial).add(at);
            SplitSlot.storedNames(selection).forEach(name -> named.row(Session.uuid(at), name));
        });
        parameters.put("address", Session.uuids(wanted.keySet()));
        parameters.put("whole", Session.uuids(whole));
        parameters.put("partial", Session.uuids(partial));
        named.putArraysTo(parameters);
        parameters.put("most_bytes", MOST_BYTES);
        if (!partial.isEmpty()) {
            parts.add("partial");
        }
        if (isBounded && wanted.size() > 1) {
            parts.add("bounded");
        }
    }

    /** Whether there is a bound, and values of this length are beyond it. */
    boolean areTooLarge(long bytes) {
        return bytes > MOST_BYTES && parts.contains("bounded");
    }

    /** Whether all values of all rows are read, or only some of some, and whether there is a bound. */
    Set<String> parts() {
        return parts;
    }

    Map<String, @Nullable Object> asMap() {
        return parameters;
    }
}
