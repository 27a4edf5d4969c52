// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Maps: the comparator if it is sorted, how many entries, and each key with its value. */
final class MapSerializer extends GraphSerializer<Map<Object, Object>> {

    private final Kind kind;

    MapSerializer(Kind kind) {
        this.kind = kind;
    }

    /**
     * One sort of map.
     *
     * @param fresh makes an empty one, given the comparator if it is sorted
     * @param sorted whether it has a comparator
     * @param seal what is handed out in its place; null for a map that is handed out as it is
     */
    record Kind(
            Function<@Nullable Comparator<Object>, Map<Object, Object>> fresh,
            boolean sorted,
            @Nullable Seal seal) {}

    /**
     * What is handed out in place of a map.
     *
     * @param view is handed out while the map is being filled, if something in it refers to it
     * @param copy is handed out otherwise
     */
    record Seal(UnaryOperator<Map<Object, Object>> view, UnaryOperator<Map<Object, Object>> copy) {}

    private record Entry(@Nullable Object key, @Nullable Object value) {}

    @Override
    boolean hashesContent() {
        return true;
    }

    @Override
    void writeBody(GraphWriter writer, Map<Object, Object> map) {
        if (kind.sorted) {
            writer.value(((SortedMap<?, ?>) map).comparator());
        }
        // A copy first: a concurrent map may change between counting and writing.
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
        writer.count(entries.length);
        for (Map.Entry<?, ?> entry : entries) {
            writer.value(entry.getKey());
            writer.value(entry.getValue());
        }
    }

    @Override
    Map<Object, Object> readBody(GraphReader reader) {
        Map<Object, Object> fresh = kind.fresh.apply(kind.sorted ? reader.comparator() : null);
        if (kind.seal == null) {
            reader.reference(fresh);
            insert(reader, fresh);
            return fresh;
        }
        return sealed(reader, fresh, kind.seal);
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> sealed(GraphReader reader, Map<Object, Object> fresh, Seal seal) {
        reader.referenceOnDemand(() -> seal.view.apply(fresh));
        boolean complete = insert(reader, fresh);
        if (reader.referenced() != null) {
            return (Map<Object, Object>) reader.referenced();
        }
        return complete ? seal.copy.apply(fresh) : seal.view.apply(fresh);
    }

    @Override
    void skipBody(GraphReader reader) {
        if (kind.sorted) {
            reader.skip();
        }
        int count = reader.input().readCount();
        for (int i = 0; i < count; i++) {
            reader.skip();
            reader.skip();
        }
    }

    /** Returns whether all entries are in the map; otherwise the rest comes when the graph is there. */
    private static boolean insert(GraphReader reader, Map<Object, Object> target) {
        int count = reader.input().readCount();
        Hashing hashing = reader.hashing();
        for (int i = 0; i < count; i++) {
            long before = hashing.weight();
            long met = hashing.openObjectsMet();
            Object key = reader.value();
            hashing.charge(before);
            boolean incomplete = hashing.openObjectsMet() != met;
            Entry entry = new Entry(key, reader.value());
            if (incomplete) {
                putLater(reader, target, entry, count - i - 1);
                return false;
            }
            put(target, entry);
        }
        return true;
    }

    private static void putLater(GraphReader reader, Map<Object, Object> target, Entry first, int more) {
        List<Entry> rest = new ArrayList<>();
        rest.add(first);
        for (int i = 0; i < more; i++) {
            Object key = reader.value();
            rest.add(new Entry(key, reader.value()));
        }
        reader.hashing().later(() -> rest.forEach(entry -> put(target, entry)));
    }

    @SuppressWarnings("NullAway") // Whether null may be in it is up to the map.
    private static void put(Map<Object, Object> target, Entry entry) {
        target.put(entry.key, entry.value);
    }
}
