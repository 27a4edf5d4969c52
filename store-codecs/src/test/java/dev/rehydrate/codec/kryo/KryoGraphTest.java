// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.check.RoundTrip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KryoGraphTest {

    private final KryoCodec codec = KryoCodec.builder()
            .register(1, Parent.class)
            .register(2, Child.class)
            .register(3, Chain.class)
            .register(4, Holder.class)
            .build();

    /** Written with the children first, so that they are read before the name that their hash code needs. */
    static final class Parent {
        Set<Child> children = new HashSet<>();
        Map<Child, String> ages = new HashMap<>();
        Set<Child> sorted = new TreeSet<>();
        Set<Child> unmodifiable = Set.of();
        String name = "";
    }

    static final class Child implements Comparable<Child> {
        Parent parent = new Parent();
        String name = "";

        static Child of(Parent parent, String name) {
            Child child = new Child();
            child.parent = parent;
            child.name = name;
            return child;
        }

        private String fullName() {
            return parent.name + "/" + name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Child child && fullName().equals(child.fullName());
        }

        @Override
        public int hashCode() {
            return fullName().hashCode();
        }

        @Override
        public int compareTo(Child other) {
            return fullName().compareTo(other.fullName());
        }
    }

    static final class Chain {
        Chain next = this;
    }

    record Holder(List<Object> list) {}

    @Test
    void sharedObjectsStayShared() {
        int[] shared = {1, 2};
        List<Object> list = List.of(shared, shared, List.of(shared));

        List<Object> back = RoundTrip.of(codec, list);

        assertThat(back.get(1)).isSameAs(back.get(0));
        assertThat((List<?>) back.get(2)).singleElement().isSameAs(back.get(0));
    }

    @Test
    void equalObjectsStayApart() {
        List<Object> back = RoundTrip.of(codec, List.of(new int[] {1}, new int[] {1}));

        assertThat(back.get(1)).isNotSameAs(back.get(0));
    }

    @Test
    void cyclesComeBack() {
        List<Object> list = new ArrayList<>();
        Map<String, Object> map = new LinkedHashMap<>();
        Chain chain = new Chain();
        list.add(map);
        list.add(chain);
        map.put("list", list);

        List<Object> back = RoundTrip.of(codec, list);

        assertThat(((Map<?, ?>) back.get(0)).get("list")).isSameAs(back);
        assertThat(((Chain) back.get(1)).next).isSameAs(back.get(1));
    }

    /** Whether it equals what is read again cannot be told: its {@code equals} never ends. */
    @Test
    void whatContainsItselfCanBeStored() {
        List<Object> ring = new ArrayList<>();
        ring.add(ring);
        ValueEncoding values = ValueEncoding.with(KryoCodec.builder().build());

        List<?> back = values.decode(values.encode(ring, List.class), List.class);

        assertThat((Object) back.get(0)).isSameAs(back);
    }

    @Test
    void hashTablesInACycleFindWhatIsInThem() {
        Parent parent = new Parent();
        parent.name = "Ann";
        for (String name : List.of("Cem", "Bea", "Dan")) {
            Child child = Child.of(parent, name);
            parent.children.add(child);
            parent.ages.put(child, name);
            parent.sorted.add(child);
        }
        parent.unmodifiable = Collections.unmodifiableSet(parent.children);

        Parent back = RoundTrip.of(codec, parent);

        Child cem = Child.of(back, "Cem");
        assertThat(back.children).hasSize(3).contains(cem);
        assertThat(back.ages).containsEntry(cem, "Cem");
        assertThat(back.sorted).extracting(child -> child.name).containsExactly("Bea", "Cem", "Dan");
        assertThat(back.unmodifiable).contains(cem);
    }

    @Test
    void immutableCollectionsInACycleStayImmutable() {
        List<Object> inner = new ArrayList<>();
        List<Object> list = List.of(inner);
        Set<Object> set = Collections.unmodifiableSet(new HashSet<>(Set.of(new Chain())));
        Map<Object, Object> map = Map.of("list", inner);
        inner.addAll(Arrays.asList(list, set, map));

        List<Object> back = RoundTrip.of(codec, list);

        List<?> innerBack = (List<?>) back.get(0);
        assertThat(innerBack.get(0)).isSameAs(back);
        assertThat(((Map<?, ?>) innerBack.get(2)).get("list")).isSameAs(innerBack);
        assertThatThrownBy(() -> back.add("more")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void setsInSetsInACycleFindWhatIsInThem() {
        Parent parent = new Parent();
        parent.name = "Ann";
        parent.children = Set.of(Child.of(parent, "Bea"));
        Set<Object> sets = new HashSet<>(Set.of(parent.children));

        Set<Object> back = RoundTrip.of(codec, sets);

        Set<?> inner = (Set<?>) back.iterator().next();
        assertThat(back).contains(Set.copyOf(inner));
    }

    /** What many keys share is visited once for each of them when the table is made again. */
    @Test
    void whatTakesTooLongToHashInReadingIsNotWritten() {
        List<Object> shared = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            shared.add(i);
        }

        assertThat(RoundTrip.of(codec, tableOf(200, shared))).hasSize(200);
        assertThatThrownBy(() -> codec.encode(tableOf(1000, shared)))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageContaining("too long to hash");
        assertThat(RoundTrip.of(codec, tableOf(200, shared)))
                .as("after a refusal")
                .hasSize(200);
    }

    private static Map<Object, Object> tableOf(int keys, List<Object> shared) {
        Map<Object, Object> table = new HashMap<>();
        for (int i = 0; i < keys; i++) {
            table.put(List.of(shared, i), i);
        }
        return table;
    }

    @ParameterizedTest
    @MethodSource("valuesThatContainThemselves")
    void whatCannotBeRebuiltIsNotWritten(Object value) {
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageContaining("contains itself");
    }

    static Stream<Object> valuesThatContainThemselves() {
        List<Object> inRecord = new ArrayList<>();
        Holder record = new Holder(inRecord);
        inRecord.add(record);
        List<Object> inOptional = new ArrayList<>();
        Optional<Object> optional = Optional.of(inOptional);
        inOptional.add(optional);
        Object[] array = new Object[1];
        array[0] = Arrays.asList(1, array);
        return Stream.of(record, optional, Collections.singletonList(array));
    }

    @Test
    void aRecordMayBeSharedByWhatItContainsOnceItIsThere() {
        List<Object> list = new ArrayList<>();
        Holder record = new Holder(List.of());
        list.add(record);
        list.add(record);

        List<Object> back = RoundTrip.of(codec, list);

        assertThat(back.get(1)).isSameAs(back.get(0));
    }

    @Test
    void deepChainsAreRefusedInWritingAndSayWhere() {
        Chain root = chain(401);

        assertThat(codec.encode(chain(400))).isNotEmpty();
        assertThatThrownBy(() -> codec.encode(root))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageContaining("nested deeper than 400 levels (in next.next.next");
    }

    @Test
    void theGreatestDepthIsReadOnASmallStack() throws InterruptedException {
        byte[] bytes = codec.encode(chain(400));
        List<Object> read = new ArrayList<>();

        Thread thread = new Thread(null, () -> read.add(codec.decode(bytes, Chain.class, 1)), "small", 512 * 1024);
        thread.start();
        thread.join();

        assertThat(read).hasSize(1);
    }

    @Test
    void chainsDeeperThanTheStackAreRefused() {
        KryoCodec deep =
                KryoCodec.builder().register(1, Chain.class).maxDepth(10_000).build();
        List<Throwable> refusals = new ArrayList<>();

        Thread thread = new Thread(null, () -> refusals.add(refusalOf(() -> deep.encode(chain(10_000)))), "tiny", 1);
        thread.start();
        join(thread);

        assertThat(refusals).singleElement().isInstanceOf(ValueCodingException.class);
    }

    private static Throwable refusalOf(Runnable action) {
        try {
            action.run();
            return new AssertionError("nothing was refused");
        } catch (ValueCodingException refusal) {
            return refusal;
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static Chain chain(int length) {
        Chain chain = new Chain();
        for (int i = 1; i < length; i++) {
            Chain before = new Chain();
            before.next = chain;
            chain = before;
        }
        return chain;
    }
}
