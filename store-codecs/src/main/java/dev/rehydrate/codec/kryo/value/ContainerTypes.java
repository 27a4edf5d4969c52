// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.NamelessTypes;
import dev.rehydrate.codec.kryo.value.ContainerSerializer.Kind;
import dev.rehydrate.codec.kryo.value.ContainerSerializer.Order;
import dev.rehydrate.codec.kryo.value.ContainerSerializer.Seal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The collections and maps that come back as what they were. */
@SuppressWarnings("JdkObsolete") // Applications store linked lists, whatever one thinks of them.
final class ContainerTypes {

    private ContainerTypes() {}

    static void registerOn(BuiltInTypes.Register register) {
        registerCollections(register);
        registerMaps(register);
    }

    private static void registerCollections(BuiltInTypes.Register register) {
        register.type(40, ArrayList.class, of(Order.LISTED, ArrayList::new, null));
        register.type(41, LinkedList.class, of(Order.LISTED, LinkedList::new, null));
        register.type(42, ArrayDeque.class, of(Order.LISTED, ArrayDeque::new, null));
        register.type(43, CopyOnWriteArrayList.class, of(Order.ALL_AT_ONCE, CopyOnWriteArrayList::new, null));
        register.type(
                44, NamelessTypes.AS_LIST, sealedList(UnaryOperator.identity(), list -> Arrays.asList(list.toArray())));
        register.type(45, NamelessTypes.LIST_OF, sealedList(ContainerTypes::unmodifiableList, ContainerTypes::listOf));
        register.type(
                46,
                NamelessTypes.UNMODIFIABLE_LIST,
                sealedList(ContainerTypes::unmodifiableList, ContainerTypes::unmodifiableList));
        register.type(47, HashSet.class, of(Order.HASHED, HashSet::new, null));
        register.type(48, LinkedHashSet.class, of(Order.HASHED, LinkedHashSet::new, null));
        register.type(49, TreeSet.class, new CollectionSerializer(new Kind<>(TreeSet::new, Order.SORTED, null)));
        register.type(50, NamelessTypes.SET_OF, sealedSet(Set::copyOf));
        register.type(51, NamelessTypes.UNMODIFIABLE_SET, sealedSet(ContainerTypes::unmodifiableSet));
        register.type(52, NamelessTypes.UNMODIFIABLE_SORTED_SET, sealedSortedSet());
        register.type(53, NamelessTypes.CONCURRENT_SET, of(Order.HASHED, ConcurrentHashMap::newKeySet, null));
    }

    private static void registerMaps(BuiltInTypes.Register register) {
        register.type(60, HashMap.class, hashed(HashMap::new, null));
        register.type(61, LinkedHashMap.class, hashed(LinkedHashMap::new, null));
        register.type(62, TreeMap.class, new MapSerializer(new Kind<>(TreeMap::new, Order.SORTED, null)));
        register.type(63, ConcurrentHashMap.class, hashed(ConcurrentHashMap::new, null));
        register.type(
                64,
                ConcurrentSkipListMap.class,
                new MapSerializer(new Kind<>(ConcurrentSkipListMap::new, Order.SORTED, null)));
        register.type(65, NamelessTypes.MAP_OF, sealedMap(Map::copyOf));
        register.type(66, NamelessTypes.UNMODIFIABLE_MAP, sealedMap(Collections::unmodifiableMap));
        register.type(67, NamelessTypes.UNMODIFIABLE_SORTED_MAP, sealedSortedMap());
    }

    private static CollectionSerializer of(
            Order order, Supplier<Collection<Object>> fresh, @Nullable Seal<Collection<Object>> seal) {
        return new CollectionSerializer(new Kind<>(comparator -> fresh.get(), order, seal));
    }

    private static CollectionSerializer sealedList(
            UnaryOperator<Collection<Object>> view, UnaryOperator<Collection<Object>> copy) {
        return of(Order.LISTED, ArrayList::new, new Seal<>(view, copy));
    }

    private static CollectionSerializer sealedSet(UnaryOperator<Collection<Object>> copy) {
        return of(Order.HASHED, LinkedHashSet::new, new Seal<>(ContainerTypes::unmodifiableSet, copy));
    }

    private static CollectionSerializer sealedSortedSet() {
        UnaryOperator<Collection<Object>> view =
                set -> Collections.unmodifiableNavigableSet((NavigableSet<Object>) set);
        return new CollectionSerializer(new Kind<>(TreeSet::new, Order.SORTED, new Seal<>(view, view)));
    }

    private static MapSerializer hashed(Supplier<Map<Object, Object>> fresh, @Nullable Seal<Map<Object, Object>> seal) {
        return new MapSerializer(new Kind<>(comparator -> fresh.get(), Order.HASHED, seal));
    }

    private static MapSerializer sealedMap(UnaryOperator<Map<Object, Object>> copy) {
        return hashed(LinkedHashMap::new, new Seal<>(Collections::unmodifiableMap, copy));
    }

    private static MapSerializer sealedSortedMap() {
        UnaryOperator<Map<Object, Object>> view =
                map -> Collections.unmodifiableNavigableMap((NavigableMap<Object, Object>) map);
        return new MapSerializer(new Kind<>(TreeMap::new, Order.SORTED, new Seal<>(view, view)));
    }

    private static Collection<Object> unmodifiableList(Collection<Object> list) {
        return Collections.unmodifiableList((List<Object>) list);
    }

    private static Collection<Object> unmodifiableSet(Collection<Object> set) {
        return Collections.unmodifiableSet((Set<Object>) set);
    }

    /** A stream's {@code toList()} is of the same class as {@code List.of()}, but may hold null. */
    private static Collection<Object> listOf(Collection<Object> list) {
        return list.contains(null) ? unmodifiableList(list) : List.copyOf(list);
    }
}
