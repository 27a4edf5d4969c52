// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map of very many entries that never changes. Its entries lie in buckets by their hashes: a map that is changed in a few entries
 * shares all other buckets with the one before, so that neither the change nor a comparison of both costs what all entries cost.
 *
 * <p>Maps with fewer entries are {@link Map#copyOf}; the static methods take both kinds.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class WideMap<K, V> extends AbstractMap<K, V> {

    /** A map with more entries is wide. */
    static final int LEAST = 256;

    private static final int BUCKETS = 256;
    private static final int HALF = 16;

    private final Map<K, V>[] buckets;
    private final int size;
    private final Predicate<? super V> mark;
    /** Those entries whose values have the mark: they are found without looking at all others. */
    private final Map<K, V> marked;

    private WideMap(Map<K, V>[] buckets, int size, Predicate<? super V> mark, Map<K, V> marked) {
        this.buckets = buckets;
        this.size = size;
        this.mark = mark;
        this.marked = marked;
    }

    /** Copies a map whose values have no mark. */
    static <K, V> Map<K, V> copyOf(Map<K, V> map) {
        return copyOf(map, value -> false);
    }

    /**
     * Copies a map that may change, and none that cannot.
     *
     * @param map the entries
     * @param mark which values are found by {@link #marked}
     */
    static <K, V> Map<K, V> copyOf(Map<K, V> map, Predicate<? super V> mark) {
        if (map.size() <= LEAST) {
            return Map.copyOf(map);
        }
        return map instanceof WideMap ? map : wide(map, mark);
    }

    private static <K, V> WideMap<K, V> wide(Map<K, V> map, Predicate<? super V> mark) {
        Map<K, V>[] buckets = emptyBuckets();
        map.forEach((key, value) -> {
            int place = placeOf(key);
            if (buckets[place].isEmpty()) {
                buckets[place] = new HashMap<>();
            }
            buckets[place].put(key, value);
        });
        Arrays.setAll(buckets, place -> Map.copyOf(buckets[place]));
        return new WideMap<>(buckets, map.size(), mark, select(map, mark));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of a generic type.
    private static <K, V> Map<K, V>[] emptyBuckets() {
        Map<K, V>[] buckets = new Map[BUCKETS];
        Arrays.fill(buckets, Map.of());
        return buckets;
    }

    private static int placeOf(Object key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> HALF) & (BUCKETS - 1);
    }

    /**
     * Changes some entries.
     *
     * @param <K> the keys
     * @param <V> the values
     * @param map the entries as they are
     * @param put entries that are new or replaced
     * @param remove keys of entries that go; none of them is put
     * @return a map that shares with the first one what stays, if that is wide, and else one that may be changed again
     */
    public static <K, V> Map<K, V> changed(Map<K, V> map, Map<K, V> put, Set<K> remove) {
        if (map instanceof WideMap<K, V> wide) {
            return wide.with(put, remove);
        }
        Map<K, V> changed = new HashMap<>(map);
        changed.keySet().removeAll(remove);
        changed.putAll(put);
        return changed;
    }

    private WideMap<K, V> with(Map<K, V> put, Set<K> remove) {
        Map<Integer, Map<K, V>> changed = new HashMap<>();
        remove.forEach(key -> own(changed, placeOf(key)).remove(key));
        put.forEach((key, value) -> own(changed, placeOf(key)).put(key, value));
        Map<K, V>[] next = buckets.clone();
        int nextSize = size;
        for (Map.Entry<Integer, Map<K, V>> each : changed.entrySet()) {
            int place = each.getKey();
            nextSize += each.getValue().size() - buckets[place].size();
            next[place] = Map.copyOf(each.getValue());
        }
        return new WideMap<>(next, nextSize, mark, nextMarked(put, remove));
    }

    /** All at once: the marked ones may be very many as well. */
    private Map<K, V> nextMarked(Map<K, V> put, Set<K> remove) {
        Map<K, V> gained = new HashMap<>();
        Set<K> lost = new HashSet<>();
        remove.stream().filter(marked::containsKey).forEach(lost::add);
        put.forEach((key, value) -> {
            if (mark.test(value)) {
                gained.put(key, value);
            } else if (marked.containsKey(key)) {
                lost.add(key);
            }
        });
        return gained.isEmpty() && lost.isEmpty() ? marked : copyOf(changed(marked, gained, lost));
    }

    private Map<K, V> own(Map<Integer, Map<K, V>> changed, int place) {
        return changed.computeIfAbsent(place, each -> new HashMap<>(buckets[each]));
    }

    /** {@return entries among which are all those whose values have the mark; of a wide map no others} */
    static <K, V> Map<K, V> marked(Map<K, V> map) {
        return map instanceof WideMap<K, V> wide ? wide.marked : map;
    }

    private static <K, V> Map<K, V> select(Map<K, V> map, Predicate<? super V> mark) {
        Map<K, V> some = new HashMap<>();
        map.forEach((key, value) -> {
            if (mark.test(value)) {
                some.put(key, value);
            }
        });
        return copyOf(some);
    }

    /**
     * Finds the entries of a map that can differ from those of another one.
     *
     * @param <K> the keys
     * @param <V> the values
     * @param map the map
     * @param other the other map
     * @return the entries of the first one without those that both share, bucket by bucket
     */
    public static <K, V> Collection<Map.Entry<K, V>> notShared(Map<K, V> map, Map<K, V> other) {
        return map instanceof WideMap<K, V> wide && other instanceof WideMap<K, V> before
                ? wide.notShared(before)
                : map.entrySet();
    }

    @SuppressWarnings("ReferenceEquality") // To compare what is in equal buckets would cost what this saves.
    private Collection<Map.Entry<K, V>> notShared(WideMap<K, V> other) {
        List<Map.Entry<K, V>> some = new ArrayList<>();
        for (int place = 0; place < BUCKETS; place++) {
            if (buckets[place] != other.buckets[place]) {
                some.addAll(buckets[place].entrySet());
            }
        }
        return some;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        return key == null ? null : buckets[placeOf(key)].get(key);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> receiver) {
        for (Map<K, V> bucket : buckets) {
            bucket.forEach(receiver);
        }
    }

    /** Goes through one bucket after the other. */
    private final class Entries implements Iterator<Map.Entry<K, V>> {

        private int next;
        private Iterator<Map.Entry<K, V>> bucket = Collections.emptyIterator();

        @Override
        public boolean hasNext() {
            while (!bucket.hasNext() && next < BUCKETS) {
                bucket = buckets[next++].entrySet().iterator();
            }
            return bucket.hasNext();
        }

        @Override
        public Map.Entry<K, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return bucket.next();
        }
    }
}
