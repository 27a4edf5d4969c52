// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.ValueBag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was added to an instance: as one value that each save replaces, or as a value of its own for each save. A save that
 * moves a further key says so in the data too, so that data and keys can be compared.
 */
public final class Entries {

    private static final String LIST = "list";
    private static final String ONE = "one ";
    private static final String KEY = "key ";

    private Entries() {}

    /** A save that replaces everything: what was there and one more. */
    public static InstanceChanges<InstanceValue> replacing(InstanceSnapshot seen, String entry) {
        String before = seen.data().find(LIST, String.class).orElse("");
        return InstanceChanges.data(Map.of(LIST, before.isEmpty() ? entry : before + "," + entry));
    }

    /** A save that sends only what is new. */
    public static InstanceChanges<InstanceValue> adding(String entry) {
        return InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of(ONE + entry, InstanceValue.of(true))))
                .build();
    }

    /** A save that sends what is new and associates a further key. */
    static InstanceChanges<InstanceValue> taking(String entry, InstanceKey key) {
        return InstanceChanges.builder()
                .changeData(ValueDelta.putting(
                        Map.of(ONE + entry, InstanceValue.of(true), KEY + key, InstanceValue.of(entry))))
                .keys(KeyChanges.associating(key))
                .build();
    }

    /** A save that sends what is new and releases a further key. */
    static InstanceChanges<InstanceValue> giving(String entry, InstanceKey key) {
        return InstanceChanges.builder()
                .changeData(new ValueDelta<>(Map.of(ONE + entry, InstanceValue.of(true)), Set.of(KEY + key)))
                .keys(KeyChanges.releasing(key))
                .build();
    }

    public static List<String> of(ValueBag data) {
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

    /**
     * The further keys of an instance, as {@code key=entry} with the command that moved it there. A key that is only listed
     * is {@code key=?}, one that is only in the data is {@code key!entry}.
     */
    public static List<String> keys(InstanceSnapshot seen) {
        Set<String> keys = new TreeSet<>();
        for (InstanceKeyView view : seen.keys().values()) {
            if (view.state() == KeyState.ASSOCIATED && !seen.id().isHomeOf(view.key())) {
                keys.add(view.key() + "="
                        + seen.data().find(KEY + view.key(), String.class).orElse("?"));
            }
        }
        for (String name : seen.data().names()) {
            String told = name.startsWith(KEY) ? name.substring(KEY.length()) : "";
            if (!told.isEmpty() && keys.stream().noneMatch(key -> key.startsWith(told + "="))) {
                keys.add(told + "!" + seen.data().find(name, String.class).orElse("?"));
            }
        }
        return List.copyOf(keys);
    }

    /** {@return a short text that differs for different entries or keys} */
    public static String digest(InstanceSnapshot seen) {
        List<String> sorted = of(seen.data()).stream().sorted().toList();
        return sorted.size() + "." + Integer.toHexString(sorted.hashCode()) + "."
                + Integer.toHexString(keys(seen).hashCode());
    }
}
