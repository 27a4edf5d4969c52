// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which instances to list, and what cannot be asked. */
@DisplayName("A query")
final class QueryTest {

    @Test
    void listsTheFirstFiftyOfAllUnlessToldOtherwise() {
        assertThat(InstanceQuery.builder().build())
                .isEqualTo(new InstanceQuery(
                        Set.of(InstanceState.values()), null, null, null, null, List.of(), null, false, 0, 50));
    }

    @Test
    void takesEachCondition() {
        OwnerId owner = new OwnerId(0, 1);
        PromotedCondition condition = PromotedCondition.equal("rank", 7);

        InstanceQuery query = InstanceQuery.builder()
                .in(InstanceState.INITIALIZED, InstanceState.COMPLETED)
                .ofHostType("documents")
                .ofDefinition("approval")
                .suspended(false)
                .heldBy(owner)
                .where(condition)
                .sortBy("rank", true)
                .page(10, InstanceQuery.MAX_LIMIT)
                .build();

        assertThat(query)
                .isEqualTo(new InstanceQuery(
                        Set.of(InstanceState.INITIALIZED, InstanceState.COMPLETED),
                        "documents",
                        "approval",
                        false,
                        owner,
                        List.of(condition),
                        "rank",
                        true,
                        10,
                        InstanceQuery.MAX_LIMIT));
    }

    @Test
    void needsAPageAndAState() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder().page(-1, 1).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder().page(0, 0).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder()
                        .page(0, InstanceQuery.MAX_LIMIT + 1)
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new InstanceQuery(Set.of(), null, null, null, null, List.of(), null, false, 0, 1));
    }

    @Nested
    @DisplayName("has a condition that")
    final class Condition {

        private static boolean met(PromotedCondition condition, Object value) {
            return condition.isMetBy(PromotedValue.of(value));
        }

        @Test
        void includesBothBounds() {
            PromotedCondition between = PromotedCondition.between("rank", 2, 4);

            assertThat(met(between, 1)).isFalse();
            assertThat(met(between, 2)).isTrue();
            assertThat(met(between, 4.0)).isTrue();
            assertThat(met(between, 4.5)).isFalse();
        }

        @Test
        void mayHaveOneBoundOnly() {
            PromotedValue three = PromotedValue.of(3);

            assertThat(met(new PromotedCondition("rank", three, null), 99)).isTrue();
            assertThat(met(new PromotedCondition("rank", three, null), 2)).isFalse();
            assertThat(met(new PromotedCondition("rank", null, three), 2)).isTrue();
            assertThat(met(new PromotedCondition("rank", null, three), 99)).isFalse();
        }

        @Test
        void isNotMetByAMissingValueOrOneOfAnotherKind() {
            PromotedValue three = PromotedValue.of(3);

            assertThat(PromotedCondition.equal("rank", 3).isMetBy(null)).isFalse();
            assertThat(met(PromotedCondition.equal("rank", 3), "3")).isFalse();
            assertThat(met(new PromotedCondition("rank", three, null), "x")).isFalse();
            assertThat(met(new PromotedCondition("rank", null, three), false)).isFalse();
        }

        @Test
        void needsABoundAndTwoOfOneKind() {
            assertThatIllegalArgumentException().isThrownBy(() -> new PromotedCondition("rank", null, null));
            assertThatIllegalArgumentException().isThrownBy(() -> PromotedCondition.between("rank", 1, "2"));
        }
    }
}
