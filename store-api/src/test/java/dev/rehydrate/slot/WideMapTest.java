// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Compared with a map of the platform that goes through the same changes. */
class WideMapTest {

    private static final Predicate<Integer> THIRDS = value -> value % 3 == 0;

    private final Random random = new Random(7);

    private static Map<String, Integer> numbers(int count) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < count; i++) {
            numbers.put("n" + i, i);
        }
        return numbers;
    }

    @Test
    @DisplayName("a map is what it was copied of, narrow or wide")
    void aCopyIsEqual() {
        for (int count : new int[] {0, 1, WideMap.LEAST, WideMap.LEAST + 1, 5000}) {
            Map<String, Integer> numbers = numbers(count);
            Map<String, Integer> copy = WideMap.copyOf(numbers, THIRDS);

            assertThat(copy).isEqualTo(numbers).hasSize(count);
            assertThat(copy.hashCode()).isEqualTo(numbers.hashCode());
            assertThat(copy instanceof WideMap).isEqualTo(count > WideMap.LEAST);
            assertThat(copy.containsKey("none")).isFalse();
            assertThat(WideMap.copyOf(copy, THIRDS)).isSameAs(copy);
        }
    }

    @Test
    @DisplayName("any changes give what they give of a map of the platform, and leave the map before as it was")
    void changesAreThoseOfAMap() {
        Map<String, Integer> model = numbers(600);
        Map<String, Integer> wide = WideMap.copyOf(model, THIRDS);
        for (int round = 0; round < 400; round++) {
            Map<String, Integer> put = new HashMap<>();
            Set<String> remove = new HashSet<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                put.put("n" + random.nextInt(700), random.nextInt());
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                remove.add("n" + random.nextInt(700));
            }
            remove.removeAll(put.keySet());
            Map<String, Integer> before = Map.copyOf(model);
            Map<String, Integer> next = WideMap.changed(wide, put, remove);
            model.keySet().removeAll(remove);
            model.putAll(put);

            assertThat(wide).isEqualTo(before);
            assertThat(next).isEqualTo(model).hasSize(model.size());
            assertThat(marked(next)).isEqualTo(marked(model));
            assertThat(changedSince(wide, next)).isEqualTo(changedSince(before, model));
            wide = WideMap.copyOf(next, THIRDS);
            assertThat(wide).isEqualTo(model);
        }
    }

    private static Map<String, Integer> marked(Map<String, Integer> map) {
        Map<String, Integer> marked = new HashMap<>(WideMap.marked(map));
        marked.values().removeIf(THIRDS.negate());
        return marked;
    }

    private static Map<String, Integer> changedSince(Map<String, Integer> before, Map<String, Integer> after) {
        Map<String, Integer> changed = new HashMap<>();
        for (Map.Entry<String, Integer> each : WideMap.notShared(after, before)) {
            if (!each.getValue().equals(before.get(each.getKey()))) {
                changed.put(each.getKey(), each.getValue());
            }
        }
        return changed;
    }

    @Test
    @DisplayName("a change of one entry of very many looks at few of the others")
    void aChangeSharesTheRest() {
        Map<String, Integer> many = WideMap.copyOf(numbers(20_000), THIRDS);
        Map<String, Integer> next = WideMap.changed(many, Map.of("n1", -1), Set.of("n2"));

        assertThat(WideMap.notShared(next, many)).hasSizeLessThan(400).contains(Map.entry("n1", -1));
        assertThat(WideMap.notShared(many, many)).isEmpty();
    }

    @Test
    @DisplayName("the entries with the mark of a wide map are found without the others")
    void markedEntriesAreApart() {
        Map<String, Integer> many = new HashMap<>(numbers(2000));
        many.replaceAll((name, number) -> 3 * number + 1);
        many.put("third", 3);

        assertThat(WideMap.marked(WideMap.copyOf(many, THIRDS))).containsExactly(Map.entry("third", 3));
    }
}
