// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Maps: the key and the value of each entry. */
final class MapSerializer extends ContainerSerializer<Map<Object, Object>> {

    MapSerializer(Kind<Map<Object, Object>> kind) {
        super(kind, 2);
    }

    @Override
    @Nullable
    Object[] values(Map<Object, Object> map) {
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
        @Nullable Object[] values = new Object[2 * entries.length];
        for (int i = 0; i < entries.length; i++) {
            values[2 * i] = entries[i].getKey();
            values[2 * i + 1] = entries[i].getValue();
        }
        return values;
    }

    @Override
    @Nullable
    Object comparator(Map<Object, Object> sorted) {
        return ((SortedMap<?, ?>) sorted).comparator();
    }

    @Override
    @SuppressWarnings("NullAway") // Whether null may be in it is up to the map.
    void add(Map<Object, Object> map, @Nullable Object key, @Nullable Object value) {
        map.put(key, value);
    }

    @Override
    void addAll(Map<Object, Object> map, List<Object> keysAndValues) {
        for (int i = 0; i < keysAndValues.size(); i += 2) {
            map.put(keysAndValues.get(i), keysAndValues.get(i + 1));
        }
    }

    @Override
    boolean findsAll(Map<Object, Object> map, List<Object> keysAndValues) {
        for (int i = 0; i < keysAndValues.size(); i += 2) {
            if (!map.containsKey(keysAndValues.get(i))) {
                return false;
            }
        }
        return true;
    }
}
