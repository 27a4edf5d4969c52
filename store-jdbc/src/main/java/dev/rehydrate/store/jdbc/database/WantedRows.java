// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows that a group reads, as parameters of the statement that reads them. */
final class WantedRows {

    private final Map<String, @Nullable Object> parameters = new HashMap<>();
    private final Set<String> parts;

    WantedRows(Map<SlotAddress, ValueSelection> wanted) {
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
        parts = partial.isEmpty() ? Set.of() : Set.of("partial");
    }

    /** Whether all values of all rows are read, or only some of some. */
    Set<String> parts() {
        return parts;
    }

    Map<String, @Nullable Object> asMap() {
        return parameters;
    }
}
