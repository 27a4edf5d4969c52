// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceValue.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class DeepEqualityTest {

    /** A class of an application whose equality compares less than its content. */
    private static final class Named {

        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Named named && named.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** A part of a state. */
    public record Address(String street, int number) {}

    @Test
    void valuesThatCannotBeComparedAreDifferent() {
        assertThat(DeepEquality.of(List.of(1, "a"), List.of(1, "a"))).isTrue();
        assertThat(DeepEquality.of(List.of(1, "a"), List.of("a", 1))).isFalse();
        assertThat(DeepEquality.of(Map.of("a", 1), Map.of("a", 1))).isTrue();
        assertThat(DeepEquality.of(Map.of("a", 1), Map.of("a", 2))).isFalse();
        assertThat(DeepEquality.of(new byte[] {1}, new byte[] {1})).isTrue();
        assertThat(DeepEquality.of(new int[] {1, 2}, new int[] {1, 3})).isFalse();
        assertThat(DeepEquality.of(new String[] {"a"}, new String[] {"a"})).isTrue();
        assertThat(DeepEquality.of(new Address("x", 1), new Address("x", 1))).isTrue();
        assertThat(DeepEquality.of(new Address("x", 1), new Address("x", 2))).isFalse();
        assertThat(DeepEquality.of(Option.PROMOTED, Option.PROMOTED)).isTrue();
        assertThat(DeepEquality.of(new Named("a"), new Named("a"))).isFalse();
        assertThat(DeepEquality.of("a", null)).isFalse();
        assertThat(DeepEquality.of(null, null)).isTrue();
    }

    @Test
    void listAndSetOfTheSameAreDifferent() {
        Set<Integer> set = new LinkedHashSet<>(List.of(1, 2));

        assertThat(DeepEquality.of(List.of(1, 2), set)).isFalse();
        assertThat(DeepEquality.of(set, List.of(1, 2))).isFalse();
        assertThat(DeepEquality.of(new TreeSet<>(set), set)).isTrue();
        assertThat(DeepEquality.of(List.of(1, 2), new ArrayDeque<>(set))).isFalse();
        assertThat(DeepEquality.of(List.of(1, 2), new ArrayList<>(set))).isTrue();
    }

    /** A codec that keeps references, such as Kryo, can store and load it. */
    @Test
    void listThatContainsItselfCannotBeCompared() {
        assertThat(DeepEquality.of(ring(), ring())).isFalse();
    }

    private static List<Object> ring() {
        List<Object> ring = new ArrayList<>();
        ring.add(ring);
        return ring;
    }

    /** Stored with references it is small. */
    @Test
    @Timeout(20)
    void whatIsSharedSoOftenThatItWouldTakeTooLongCannotBeCompared() {
        assertThat(DeepEquality.of(doubled(20), doubled(20))).isFalse();
        assertThat(DeepEquality.of(doubled(60), doubled(60))).isFalse();
        assertThat(DeepEquality.of(doubled(10), doubled(10))).isTrue();
    }

    private static List<Object> doubled(int times) {
        List<Object> doubled = List.of();
        for (int i = 0; i < times; i++) {
            doubled = List.of(doubled, doubled);
        }
        return doubled;
    }
}
