// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.Stored;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a query lists, in which order, on which page. */
@DisplayName("The evaluation of a query")
final class QueryEvaluationTest {

    private static Stored at(long number) {
        return Stored.initialized().at(new InstanceId(0, number));
    }

    private static Stored ranked(long number, @Nullable Object rank) {
        PromotedValue promoted = rank == null ? null : PromotedValue.of(rank);
        StoredValue value = new StoredValue(EncodedValue.fromBytes(new byte[] {1}), Set.of(), promoted);
        return at(number).with(Map.of("rank", value));
    }

    private static RecordPage page(InstanceQuery.Builder query, Stored... stored) {
        return new QueryEvaluation(query.build(), NOW).page(Stream.of(stored).map(Stored::record));
    }

    /** The ids of what is listed, which are numbers here. */
    private static Stream<Long> list(InstanceQuery.Builder query, Stored... stored) {
        return page(query, stored).records().stream()
                .map(entry -> entry.header().id().low());
    }

    private static InstanceQuery.Builder query() {
        return InstanceQuery.builder();
    }

    @Nested
    @DisplayName("lists by condition")
    final class Conditions {

        @Test
        void everythingIfThereIsNone() {
            Stored completed = Stored.completed().at(new InstanceId(0, 3));
            Stored bare = Stored.uninitialized().at(new InstanceId(0, 2)).ofHostType(null);

            assertThat(list(query(), at(1), bare, completed)).containsExactly(1L, 2L, 3L);
        }

        @Test
        void byState() {
            Stored bare = Stored.uninitialized().at(new InstanceId(0, 2));

            assertThat(list(query().in(InstanceState.UNINITIALIZED), at(1), bare))
                    .containsExactly(2L);
        }

        @Test
        void byHostType() {
            Stored mail = at(2).ofHostType("mails");

            assertThat(list(query().ofHostType("mails"), at(1), mail, at(3).ofHostType(null)))
                    .containsExactly(2L);
        }

        @Test
        void byDefinitionInAllVersions() {
            Stored first = at(2).madeFrom(DefinitionIdentity.of("approval", "1.0"));
            Stored second = at(3).madeFrom(DefinitionIdentity.of("approval", "2.0"));
            Stored other = at(4).madeFrom(DefinitionIdentity.of("review", "1.0"));

            assertThat(list(query().ofDefinition("approval"), at(1), first, second, other))
                    .containsExactly(2L, 3L);
        }

        @Test
        void bySuspension() {
            Stored suspended = at(2).suspended();

            assertThat(list(query().suspended(true), at(1), suspended)).containsExactly(2L);
            assertThat(list(query().suspended(false), at(1), suspended)).containsExactly(1L);
        }

        @Test
        void byHolder() {
            Stored mine = at(2).heldBy(ME);

            assertThat(list(query().heldBy(ME), at(1), mine, at(3).heldBy(OTHER)))
                    .containsExactly(2L);
        }

        @Test
        void byPromotedValuesAllOfThem() {
            InstanceQuery.Builder query = query().where(PromotedCondition.between("rank", 2, 4))
                    .where(PromotedCondition.between("rank", 4, 9));

            assertThat(list(query, ranked(1, 3), ranked(2, 4), ranked(3, 5), ranked(4, null)))
                    .containsExactly(2L);
        }

        @Test
        void nothingThatHasExpired() {
            Stored expired = at(2).idleFor(Duration.ofSeconds(60));
            Stored held = at(3).idleFor(Duration.ofSeconds(60)).heldBy(ME);

            assertThat(list(query(), at(1), expired, held)).containsExactly(1L, 3L);
        }
    }

    @Nested
    @DisplayName("sorts")
    final class Order {

        @Test
        void byIdUnlessToldOtherwise() {
            assertThat(list(query(), at(3), at(-1), at(1))).containsExactly(1L, 3L, -1L);
        }

        @Test
        void byAPromotedValueWithThoseThatHaveNoneLast() {
            assertThat(list(query().sortBy("rank", false), ranked(1, null), ranked(2, 9), ranked(3, 7)))
                    .containsExactly(3L, 2L, 1L);
        }

        @Test
        void byAPromotedValueLargestFirstWithThoseThatHaveNoneLast() {
            assertThat(list(query().sortBy("rank", true), ranked(1, null), ranked(2, 7), ranked(3, 9)))
                    .containsExactly(3L, 2L, 1L);
        }

        @Test
        void byIdWhereThePromotedValuesAreEqual() {
            assertThat(list(query().sortBy("rank", true), ranked(2, 7), ranked(1, 7)))
                    .containsExactly(1L, 2L);
        }

        @Test
        void byIdLargestFirstIfOnlyTheDirectionIsGiven() {
            InstanceQuery descending = new InstanceQuery(
                    Set.of(InstanceState.INITIALIZED),
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    null,
                    true,
                    0,
                    9,
                    null,
                    true,
                    List.of(),
                    ValueSelection.none());

            RecordPage page = new QueryEvaluation(descending, NOW)
                    .page(Stream.of(at(1), at(2)).map(Stored::record));

            assertThat(page.records().get(0).header().id().low()).isEqualTo(2);
        }
    }

    @Nested
    @DisplayName("pages")
    final class Pages {

        @Test
        void passOverAndLimitAndCountAll() {
            RecordPage page = page(query().page(1, 2), at(1), at(2), at(3), at(4));

            assertThat(page.records())
                    .extracting(entry -> entry.header().id().low())
                    .containsExactly(2L, 3L);
            assertThat(page.total()).isEqualTo(4);
        }

        @Test
        void showThePromotedValuesByName() {
            RecordPage page = page(query(), ranked(1, 7), ranked(2, null));

            assertThat(page.records().get(0).promoted()).isEqualTo(Map.of("rank", PromotedValue.of(7)));
            assertThat(page.records().get(1).promoted()).isEmpty();
        }

        @Test
        void goOnAfterAPlaceInTheOrderWhetherOrNotAnInstanceIsThere() {
            InstanceQuery.Position two =
                    new InstanceQuery.Position(at(2).record().id(), null);
            InstanceQuery.Position ranked =
                    new InstanceQuery.Position(at(2).record().id(), PromotedValue.of(7));

            assertThat(list(query().after(two), at(1), at(3), at(4))).containsExactly(3L, 4L);
            assertThat(list(
                            query().sortBy("rank", true).after(ranked),
                            ranked(1, 7),
                            ranked(3, 7),
                            ranked(4, 9),
                            ranked(5, 1),
                            ranked(6, null)))
                    .containsExactly(3L, 5L, 6L);
            assertThat(list(query().sortBy("rank", true).after(two), ranked(1, null), ranked(3, null), ranked(4, 9)))
                    .containsExactly(3L);
        }

        @Test
        void countNothingUnlessAsked() {
            assertThat(page(query().uncounted(), at(1)).total()).isEqualTo(InstancePage.NOT_COUNTED);
        }

        @Test
        void areEmptyPastTheEnd() {
            RecordPage page = page(query().page(5, 2), at(1));

            assertThat(page.records()).isEmpty();
            assertThat(page.total()).isEqualTo(1);
        }
    }
}
