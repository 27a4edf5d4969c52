// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import dev.rehydrate.codec.kryo.CollectionSerializer.Kind;
import dev.rehydrate.codec.kryo.CollectionSerializer.Order;
import dev.rehydrate.codec.kryo.CollectionSerializer.Seal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The collections that come back as what they were. */
@SuppressWarnings("JdkObsolete") // Applications store linked lists, whatever one thinks of them.
final class CollectionTypes {

    static final Class<?> AS_LIST = Arrays.asList().getClass();
    static final Class<?> LIST_OF = List.of(1, 2, 3).getClass();
    static final Class<?> SET_OF = Set.of(1, 2, 3).getClass();
    static final Class<?> CONCURRENT_SET = ConcurrentHashMap.newKeySet().getClass();
    static final Class<?> UNMODIFIABLE_LIST =
            Collections.unmodifiableList(new ArrayList<>()).getClass();
    static final Class<?> UNMODIFIABLE_SET =
            Collections.unmodifiableSet(new HashSet<>()).getClass();
    static final Class<?> UNMODIFIABLE_SORTED_SET =
            Collections.unmodifiableNavigableSet(new TreeSet<>()).getClass();

    private CollectionTypes() {}

    static void registerOn(BuiltInTypes.Register register) {
        register.type(40, ArrayList.class, listed(ArrayList::new));
        register.type(41, LinkedList.class, listed(LinkedList::new));
        register.type(42, ArrayDeque.class, listed(ArrayDeque::new));
        register.type(43, CopyOnWriteArrayList.class, of(Order.ALL_AT_ONCE, CopyOnWriteArrayList::new, null));
        register.type(44, AS_LIST, sealedList(UnaryOperator.identity(), list -> Arrays.asList(list.toArray())));
        register.type(45, LIST_OF, sealedList(CollectionTypes::unmodifiableList, CollectionTypes::listOf));
        register.type(
                46,
                UNMODIFIABLE_LIST,
                sealedList(CollectionTypes::unmodifiableList, CollectionTypes::unmodifiableList));
        register.type(47, HashSet.class, of(Order.HASHED, HashSet::new, null));
        register.type(48, LinkedHashSet.class, of(Order.HASHED, LinkedHashSet::new, null));
        register.type(49, TreeSet.class, new CollectionSerializer(new Kind(TreeSet::new, Order.SORTED, null)));
        register.type(50, SET_OF, sealedSet(Set::copyOf));
        register.type(51, UNMODIFIABLE_SET, sealedSet(CollectionTypes::unmodifiableSet));
        register.type(52, UNMODIFIABLE_SORTED_SET, sealedSortedSet());
        register.type(53, CONCURRENT_SET, of(Order.HASHED, ConcurrentHashMap::newKeySet, null));
    }

    private static CollectionSerializer of(Order order, Supplier<Collection<Object>> fresh, @Nullable Seal seal) {
        return new CollectionSerializer(new Kind(comparator -> fresh.get(), order, seal));
    }

    private static CollectionSerializer listed(Supplier<Collection<Object>> fresh) {
        return of(Order.LISTED, fresh, null);
    }

    private static CollectionSerializer sealedList(
            UnaryOperator<Collection<Object>> view, UnaryOperator<Collection<Object>> copy) {
        return of(Order.LISTED, ArrayList::new, new Seal(view, copy));
    }

    private static CollectionSerializer sealedSet(UnaryOperator<Collection<Object>> copy) {
        return of(Order.HASHED, LinkedHashSet::new, new Seal(CollectionTypes::unmodifiableSet, copy));
    }

    private static CollectionSerializer sealedSortedSet() {
        UnaryOperator<Collection<Object>> view =
                set -> Collections.unmodifiableNavigableSet((NavigableSet<Object>) set);
        return new CollectionSerializer(new Kind(TreeSet::new, Order.SORTED, new Seal(view, view)));
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
