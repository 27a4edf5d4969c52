// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.ValueDelta;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was added to an instance: as one value that each save replaces, or as a value of its own for each save. */
final class Entries {

    private static final String LIST = "list";
    private static final String ONE = "one ";

    private Entries() {}

    /** A save that replaces everything: what was there and one more. */
    static InstanceChanges replacing(InstanceSnapshot seen, String entry) {
        String before = seen.data().find(LIST, String.class).orElse("");
        return InstanceChanges.data(Map.of(LIST, before.isEmpty() ? entry : before + "," + entry));
    }

    /** A save that sends only what is new. */
    static InstanceChanges adding(String entry) {
        return InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of(ONE + entry, InstanceValue.of(true))))
                .build();
    }

    static List<String> of(ValueBag data) {
        List<String> entries = new ArrayList<>();
        data.names().stream()
                .filter(name -> name.startsWith(ONE))
                .map(name -> name.substring(ONE.length()))
                .forEach(entries::add);
        String list = data.find(LIST, String.class).orElse("");
        if (!list.isEmpty()) {
            entries.addAll(List.of(list.split(",", -1)));
        }
        return entries;
    }
}
