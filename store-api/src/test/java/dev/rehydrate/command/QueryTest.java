// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.ValueSelection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
                        Set.of(InstanceState.values()),
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        null,
                        false,
                        0,
                        50,
                        null,
                        true,
                        List.of(),
                        ValueSelection.none()));
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
                        new Subject.Promoted("rank"),
                        true,
                        10,
                        InstanceQuery.MAX_LIMIT,
                        null,
                        true,
                        List.of(),
                        ValueSelection.none()));
    }

    @Test
    void goesOnAfterTheLastInstanceOfAFullPage() {
        InstanceQuery byRank = InstanceQuery.builder()
                .sortBy("rank", true)
                .page(20, 1)
                .uncounted()
                .build();
        InstancePage.Entry last = new InstancePage.Entry(
                header(new InstanceId(0, 7)), Map.of("rank", PromotedValue.of(3), "other", PromotedValue.of("x")));

        InstanceQuery following = byRank.following(new InstancePage(List.of(last), InstancePage.NOT_COUNTED))
                .orElseThrow();

        assertThat(following.after()).isEqualTo(new InstanceQuery.Position(new InstanceId(0, 7), PromotedValue.of(3)));
        assertThat(following.offset()).isZero();
        assertThat(following.counted()).isFalse();
        assertThat(byRank.following(new InstancePage(List.of(), InstancePage.NOT_COUNTED)))
                .isEmpty();
    }

    @Test
    void goesOnAfterAnInstanceWithoutAnOffsetAndWithAValueOnlyIfItSortsByOne() {
        InstanceQuery.Position place = new InstanceQuery.Position(new InstanceId(0, 7), PromotedValue.of(3));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder().after(place).build())
                .withMessageContaining("sortBy=null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder()
                        .sortBy("rank", false)
                        .page(1, 1)
                        .after(place)
                        .build())
                .withMessageContaining("offset=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder()
                        .sortBy(Columns.DUE, false)
                        .after(place)
                        .build())
                .withMessageContaining("DUE is compared with values of the kind INSTANT, not with the NUMBER 3");
    }

    @Test
    void goesOnFromTheMomentByWhichItSorts() {
        InstanceQuery byTime = InstanceQuery.builder()
                .sortBy(Columns.CREATED, false)
                .page(0, 1)
                .uncounted()
                .build();
        InstancePage.Entry last = new InstancePage.Entry(header(new InstanceId(0, 7)), Map.of());

        InstanceQuery.Position after = byTime.following(new InstancePage(List.of(last), InstancePage.NOT_COUNTED))
                .orElseThrow()
                .after();

        assertThat(after).isEqualTo(new InstanceQuery.Position(new InstanceId(0, 7), PromotedValue.of(Instant.EPOCH)));
    }

    @Test
    void aPlaceIsInThePrecisionOfItsOrder() {
        var typed = new InstanceQuery.Position(
                new InstanceId(0, 7), PromotedValue.of(Instant.parse("2026-11-22T12:00:00.000001999Z")));

        InstanceQuery query = InstanceQuery.builder()
                .sortBy(Columns.CREATED, false)
                .after(typed)
                .build();

        assertThat(query.after())
                .isEqualTo(new InstanceQuery.Position(
                        typed.id(), PromotedValue.of(Instant.parse("2026-11-22T12:00:00.000001Z"))));
    }

    @Test
    void sortsByNothingThatHasNoOrder() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new InstanceQuery(
                        Set.of(InstanceState.INITIALIZED),
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        Attribute.STATE,
                        false,
                        0,
                        1,
                        null,
                        true,
                        List.of(),
                        ValueSelection.none()))
                .withMessageContaining("CREATED, UPDATED or DUE");
    }

    private static InstanceQuery query(Set<InstanceState> states) {
        return new InstanceQuery(
                states,
                null,
                null,
                null,
                null,
                List.of(),
                null,
                false,
                0,
                1,
                null,
                true,
                List.of(),
                ValueSelection.none());
    }

    private static InstanceHeader header(InstanceId id) {
        Revision first = new Revision(1, 1);
        FencingToken token = new FencingToken(1);
        return new InstanceHeader(
                id,
                first,
                token,
                InstanceState.INITIALIZED,
                null,
                null,
                null,
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null);
    }

    @Test
    void needsAPageAndAState() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder().page(-1, 1).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder().page(0, 0).uncounted().build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceQuery.builder()
                        .page(0, InstanceQuery.MAX_LIMIT + 1)
                        .build());
        assertThatIllegalArgumentException().isThrownBy(() -> query(Set.of()));
    }

    @Test
    void countsWithoutListing() {
        InstanceQuery listed = InstanceQuery.builder()
                .where(Columns.CREATED.atLeast(Instant.EPOCH))
                .sortBy("rank", true)
                .withAllValues()
                .page(7, 9)
                .uncounted()
                .build();

        assertThat(listed.countOnly())
                .isEqualTo(InstanceQuery.builder()
                        .where(Columns.CREATED.atLeast(Instant.EPOCH))
                        .page(0, 0)
                        .build());
        assertThat(listed.anyOnly())
                .isEqualTo(InstanceQuery.builder()
                        .where(Columns.CREATED.atLeast(Instant.EPOCH))
                        .page(0, 1)
                        .uncounted()
                        .build());
        assertThat(listed.countOnly().following(new InstancePage(List.of(), 5))).isEmpty();
    }

    @Test
    void saysWhatEveryMatchMeets() {
        OwnerId owner = new OwnerId(0, 1);
        dev.rehydrate.command.condition.Condition early = Columns.DUE.lessThan(Instant.EPOCH);
        dev.rehydrate.command.condition.Condition either =
                Columns.STATE.equalTo(InstanceState.COMPLETED).or(Columns.HOLDER.missing());

        InstanceQuery query = InstanceQuery.builder()
                .in(InstanceState.INITIALIZED)
                .ofHostType("documents")
                .ofDefinition("approval")
                .suspended(true)
                .heldBy(owner)
                .where(PromotedCondition.equal("rank", 7))
                .where(new PromotedCondition("n", PromotedValue.of(1), null))
                .where(early.and(either))
                .build();

        assertThat(query.conjuncts())
                .containsExactly(
                        Columns.STATE.equalTo(InstanceState.INITIALIZED),
                        Columns.HOST_TYPE.equalTo("documents"),
                        Columns.DEFINITION.equalTo("approval"),
                        Columns.SUSPENDED.equalTo(true),
                        Columns.HOLDER.equalTo(owner),
                        Columns.promoted("rank").equalTo(7),
                        Columns.promoted("n").atLeast(1),
                        early,
                        either);
        assertThat(InstanceQuery.builder().build().conjuncts()).isEmpty();
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

    /** No instance has a value without a name: it would be sorted by nothing, and each instance would lack it. */
    @Test
    void namesWhatItComparesAndSortsBy() {
        for (String blank : List.of("", " ", "\n")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> InstanceQuery.builder().sortBy(blank, true))
                    .withMessage("a promoted value has a name, and this one is blank");
            assertThatIllegalArgumentException().isThrownBy(() -> Columns.promoted(blank));
            assertThatIllegalArgumentException().isThrownBy(() -> PromotedCondition.equal(blank, 1));
        }
    }

    /** An engine would find it out in its own threads, and could only say that it failed. */
    @Test
    void comparesNamesOnlyWithTextThatCanBeCompared() {
        String longest = "x".repeat(PromotedValue.MAX_TEXT);

        assertThat(InstanceQuery.builder().ofHostType(longest).build().hostType())
                .isEqualTo(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> InstanceQuery.builder().ofHostType(longest + "x").build())
                .withMessageContaining("the host type with a text of 4001 characters; the limit is 4000");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        InstanceQuery.builder().ofDefinition(longest + "x").build())
                .withMessageContaining("the name of the definition with a text of 4001 characters");
    }
}
