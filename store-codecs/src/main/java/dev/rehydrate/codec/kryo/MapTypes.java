// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import dev.rehydrate.codec.kryo.MapSerializer.Kind;
import dev.rehydrate.codec.kryo.MapSerializer.Seal;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The maps that come back as what they were. */
final class MapTypes {

    static final Class<?> MAP_OF = Map.of(1, 1, 2, 2).getClass();
    static final Class<?> UNMODIFIABLE_MAP =
            Collections.unmodifiableMap(new HashMap<>()).getClass();
    static final Class<?> UNMODIFIABLE_SORTED_MAP =
            Collections.unmodifiableNavigableMap(new TreeMap<>()).getClass();

    private MapTypes() {}

    static void registerOn(BuiltInTypes.Register register) {
        register.type(60, HashMap.class, hashed(HashMap::new));
        register.type(61, LinkedHashMap.class, hashed(LinkedHashMap::new));
        register.type(62, TreeMap.class, new MapSerializer(new Kind(TreeMap::new, true, null)));
        register.type(63, ConcurrentHashMap.class, hashed(ConcurrentHashMap::new));
        register.type(
                64, ConcurrentSkipListMap.class, new MapSerializer(new Kind(ConcurrentSkipListMap::new, true, null)));
        register.type(65, MAP_OF, sealed(Map::copyOf));
        register.type(66, UNMODIFIABLE_MAP, sealed(Collections::unmodifiableMap));
        register.type(67, UNMODIFIABLE_SORTED_MAP, sealedSorted());
    }

    private static MapSerializer hashed(Supplier<Map<Object, Object>> fresh) {
        return new MapSerializer(new Kind(comparator -> fresh.get(), false, null));
    }

    private static MapSerializer sealed(UnaryOperator<Map<Object, Object>> copy) {
        Seal seal = new Seal(Collections::unmodifiableMap, copy);
        return new MapSerializer(new Kind(comparator -> new LinkedHashMap<>(), false, seal));
    }

    private static MapSerializer sealedSorted() {
        UnaryOperator<Map<Object, Object>> view =
                map -> Collections.unmodifiableNavigableMap((NavigableMap<Object, Object>) map);
        return new MapSerializer(new Kind(TreeMap::new, true, new Seal(view, view)));
    }
}
