// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceValue.Option;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
