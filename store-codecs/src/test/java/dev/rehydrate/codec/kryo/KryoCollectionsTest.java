// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.check.RoundTrip;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("JdkObsolete") // Applications store linked lists, whatever one thinks of them.
class KryoCollectionsTest {

    private final KryoCodec codec = KryoCodec.builder()
            .register(1, Colour.class)
            .register(2, Shade.class)
            .register(3, Point.class)
            .register(4, Shape.class)
            .build();

    enum Colour {
        RED,
        GREEN {}
    }

    enum Shade {
        LIGHT
    }

    interface Shape {}

    record Point(int x, int y) implements Shape {}

    @ParameterizedTest
    @MethodSource({"lists", "sets", "maps"})
    void collectionsComeBackEqual(Object value) {
        Object back = RoundTrip.as(codec, value, Object.class);

        assertThat(back).isEqualTo(value);
    }

    static Stream<Object> lists() {
        List<Object> withNull = new ArrayList<>(Arrays.asList("a", null, 1));
        return Stream.of(
                withNull,
                new LinkedList<>(withNull),
                Arrays.asList("a", null),
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Stream.of("a", null).toList(),
                Collections.emptyList(),
                Collections.singletonList(null),
                Collections.nCopies(3, "n"),
                Collections.unmodifiableList(withNull),
                withNull.subList(0, 2),
                List.of(1, 2, 3).subList(1, 2),
                new LinkedList<>(withNull).subList(0, 1),
                new CopyOnWriteArrayList<>(withNull),
                List.of(List.of(Set.of(Map.of("deep", Arrays.asList(1, null))))));
    }

    static Stream<Object> sets() {
        Set<Object> withNull = new HashSet<>(Arrays.asList("a", null));
        TreeSet<String> reversed = new TreeSet<>(Collections.reverseOrder());
        reversed.addAll(List.of("b", "a"));
        return Stream.of(
                withNull,
                new LinkedHashSet<>(withNull),
                Set.of(),
                Set.of(1),
                Set.of(1, 2, 3),
                Collections.emptySet(),
                Collections.singleton(4),
                Collections.unmodifiableSet(withNull),
                reversed,
                Collections.unmodifiableSortedSet(reversed),
                new HashMap<>(Map.of(1, 2)).keySet(),
                new TreeMap<>(Map.of(2, 2, 1, 1)).keySet(),
                EnumSet.noneOf(Colour.class),
                EnumSet.allOf(Colour.class));
    }

    static Stream<Object> maps() {
        Map<Object, Object> withNull = new HashMap<>();
        withNull.put(null, 1);
        withNull.put("k", null);
        SortedMap<String, Integer> ignoringCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.putAll(Map.of("b", 1, "A", 2));
        return Stream.of(
                withNull,
                new LinkedHashMap<>(withNull),
                Map.of(),
                Map.of(1, 2),
                Map.of(1, 2, 3, 4),
                Collections.emptyMap(),
                Collections.singletonMap("a", null),
                Collections.unmodifiableMap(withNull),
                ignoringCase,
                Collections.unmodifiableSortedMap(ignoringCase),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                new ConcurrentSkipListMap<>(Map.of(2, 1, 1, 2)),
                new EnumMap<>(Map.of(Colour.GREEN, List.of(1))),
                Map.of(List.of(1), Map.of(Set.of(2), "v")));
    }

    @ParameterizedTest
    @MethodSource("collectionsOfNameableClasses")
    void collectionsComeBackAsWhatTheyWere(Object value) {
        Object back = RoundTrip.as(codec, value, Object.class);

        assertThat(back).hasSameClassAs(value);
    }

    static Stream<Object> collectionsOfNameableClasses() {
        return Stream.of(
                new ArrayList<>(),
                new LinkedList<>(),
                new ArrayDeque<>(),
                new CopyOnWriteArrayList<>(),
                new HashSet<>(),
                new LinkedHashSet<>(),
                new TreeSet<>(),
                ConcurrentHashMap.newKeySet(),
                new HashMap<>(),
                new LinkedHashMap<>(),
                new TreeMap<>(),
                new ConcurrentHashMap<>(),
                new ConcurrentSkipListMap<>(),
                Arrays.asList(1),
                List.of(1, 2, 3),
                Set.of(1, 2, 3),
                Map.of(1, 2, 3, 4));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void arraysComeBackOfTheSameTypeWithTheSameElements(Object array) {
        Object back = RoundTrip.of(codec, List.of(array)).get(0);

        assertThat(back).hasSameClassAs(array).isEqualTo(array);
    }

    // JUnit would take an array of objects for the arguments themselves.
    static Stream<Arguments> arrays() {
        return Stream.<Object>of(
                        new byte[] {1, -1},
                        new short[] {2, -2},
                        new int[] {3, Integer.MIN_VALUE},
                        new long[] {4, Long.MAX_VALUE},
                        new float[] {5.5f},
                        new double[] {6.5, Double.NaN},
                        new char[] {'c', '\uDC00'},
                        new boolean[] {true, false},
                        new int[1000],
                        new String[] {"a", null},
                        new Integer[] {1, null},
                        new Object[] {1, "b", null},
                        new int[][] {{1}, {}, null},
                        new String[][][] {{{"x"}}, {}},
                        new UUID[] {new UUID(1, 2)},
                        new Shape[] {new Point(3, 4), null},
                        new List<?>[] {List.of(1)})
                .map(Arguments::of);
    }

    @Test
    void immutableCollectionsStayImmutable() {
        List<Collection<Integer>> collections = List.of(
                List.of(1),
                Set.of(1),
                Collections.unmodifiableList(new ArrayList<>()),
                Collections.emptySet(),
                Collections.unmodifiableCollection(new ArrayList<>()),
                Collections.unmodifiableSortedSet(new TreeSet<>()));

        List<Collection<Integer>> back = RoundTrip.of(codec, collections);

        assertThat(back)
                .hasSize(6)
                .allSatisfy(each ->
                        assertThatThrownBy(() -> each.add(2)).isInstanceOf(UnsupportedOperationException.class));
    }

    @Test
    void aViewOfAListComesBackAsAListOfItsOwn() {
        List<Integer> view = new ArrayList<>(List.of(1, 2, 3)).subList(1, 3);

        List<Integer> back = RoundTrip.of(codec, view);
        back.add(4);

        assertThat(back).isInstanceOf(ArrayList.class).containsExactly(2, 3, 4);
    }

    @Test
    void theOrderOfASortedMapComesBackToo() {
        Map<String, Integer> map = new TreeMap<>(Collections.reverseOrder());
        map.putAll(Map.of("a", 1, "b", 2));

        Map<String, Integer> back = RoundTrip.of(codec, map);
        back.put("c", 3);

        assertThat(back.keySet()).containsExactly("c", "b", "a");
    }

    @Test
    void anEmptyEnumMapStillKnowsItsEnum() {
        Map<Colour, Integer> back = RoundTrip.of(codec, new EnumMap<>(Colour.class));
        Map<Shade, Integer> other = RoundTrip.of(codec, new EnumMap<>(Shade.class));

        back.put(Colour.RED, 1);
        other.put(Shade.LIGHT, 2);

        assertThat(back).containsOnlyKeys(Colour.RED);
        assertThat(other).containsOnlyKeys(Shade.LIGHT);
    }

    @ParameterizedTest
    @MethodSource("collectionsThatWouldLoseTheirMeaning")
    void collectionsThatWouldLoseTheirMeaningAreRefused(Object value) {
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("is not registered");
    }

    static Stream<Object> collectionsThatWouldLoseTheirMeaning() {
        return Stream.of(
                Collections.synchronizedList(new ArrayList<>()),
                Collections.checkedList(new ArrayList<>(), String.class),
                new IdentityHashMap<>(),
                new WeakHashMap<>(),
                Collections.asLifoQueue(new ArrayDeque<>()),
                new TreeSet<Integer>((left, right) -> left - right));
    }
}
