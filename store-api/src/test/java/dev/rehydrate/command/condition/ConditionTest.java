// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DEFINITION;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.HOST_TYPE;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Revision;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a condition is met by, and which cannot be made. */
@DisplayName("A condition")
final class ConditionTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.000001Z");
    private static final InstanceHeader HEADER = header("letter", NOON.plusNanos(999));

    private static InstanceHeader header(@Nullable String definition, Instant created) {
        return new InstanceHeader(
                new InstanceId(0, 1),
                new Revision(1, 1),
                new FencingToken(1),
                InstanceState.INITIALIZED,
                null,
                null,
                definition == null ? null : DefinitionIdentity.of(definition, "1"),
                null,
                null,
                created,
                created,
                null);
    }

    private static boolean met(Condition condition, Map<String, Object> promoted) {
        Map<String, PromotedValue> values = new HashMap<>();
        promoted.forEach((name, value) -> values.put(name, PromotedValue.of(value)));
        return condition.isMetBy(HEADER, values);
    }

    @Test
    void comparesMomentsInWholeMicroseconds() {
        assertThat(met(CREATED.equalTo(NOON), Map.of())).isTrue();
        assertThat(met(CREATED.equalTo(NOON.plusNanos(500)), Map.of())).isTrue();
        assertThat(met(CREATED.greaterThan(NOON), Map.of())).isFalse();
        assertThat(met(CREATED.greaterThan(NOON.minusNanos(1)), Map.of())).isTrue();
        assertThat(met(CREATED.lessThan(Instant.MAX), Map.of())).isTrue();
        assertThat(met(CREATED.lessThan(Instant.MIN), Map.of())).isFalse();
    }

    @Test
    void isNotMetByWhatIsMissingUnlessItAsksForThat() {
        assertThat(met(HOST_TYPE.notEqualTo("x"), Map.of())).isFalse();
        assertThat(met(HOST_TYPE.missing(), Map.of())).isTrue();
        assertThat(met(DUE.exists(), Map.of())).isFalse();
        assertThat(met(promoted("n").notEqualTo(1), Map.of())).isFalse();
        assertThat(met(promoted("n").notEqualTo(1), Map.of("n", "text"))).isTrue();
        assertThat(met(promoted("n").lessThan(1), Map.of("n", false))).isFalse();
    }

    @Test
    void findsADefinitionWhoseNameIsTooLongToBeComparedWith() {
        InstanceHeader header = header("x".repeat(PromotedValue.MAX_TEXT + 1), NOON);

        assertThat(DEFINITION.exists().isMetBy(header, Map.of())).isTrue();
        assertThat(DEFINITION.notEqualTo("x").isMetBy(header, Map.of())).isTrue();
        assertThat(DEFINITION.equalTo("x").isMetBy(header, Map.of())).isFalse();
    }

    @Test
    void isFlatWhereAndMeetsAndOrMeetsOr() {
        Condition one = promoted("n").equalTo(1);
        Condition two = promoted("n").equalTo(2);

        assertThat(one.and(two).and(one)).isEqualTo(new Condition.All(List.of(one, two, one)));
        assertThat(one.or(two.or(one))).isEqualTo(new Condition.Any(List.of(one, two, one)));
        assertThat(one.or(two).and(one).depth()).isEqualTo(3);
        assertThat(Condition.all(List.of(one))).isEqualTo(one);
    }

    @Test
    void thatComparesWithTheSameValuesIsEqual() {
        assertThat(promoted("n").in(1, 2, 1.0)).isEqualTo(promoted("n").in(2L, 1));
        assertThat(promoted("n").in(List.of(7))).isEqualTo(promoted("n").equalTo(7));
    }

    @Test
    void thatNoInstanceCanMeetOrThatSaysNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> promoted("n").in(List.of()))
                .withMessageContaining("'n' is compared with no value")
                .withMessageContaining("leave the query out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Condition.any(List.of()))
                .withMessageContaining("OR of no conditions")
                .withMessageContaining("at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Condition.all(List.of()))
                .withMessageContaining("AND of no conditions");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Condition.Range(Attribute.DUE, null, null))
                .withMessageContaining("has no end");
    }

    @Test
    void thatMixesKindsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> promoted("n").in(1, "1"))
                .withMessageContaining("NUMBER and TEXT")
                .withMessageContaining("join them by OR");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> promoted("n").between(1, "2"))
                .withMessageContaining("two of one kind");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Condition.Differs(Attribute.HOLDER, PromotedValue.of("x")))
                .withMessageContaining("HOLDER is compared with values of the kind UUID");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Condition.OneOf(Attribute.STATE, List.of(PromotedValue.of("GONE"))))
                .withMessageContaining("there is no state GONE");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Condition.Range(Attribute.STATE, new Bound(PromotedValue.of("COMPLETED"), true), null))
                .withMessageContaining("STATE has no order");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> promoted("n").equalTo(List.of()))
                .withMessageContaining("cannot be promoted");
    }

    @Test
    void thatIsTooDeepOrTooLargeIsRefused() {
        Condition one = promoted("n").equalTo(1);
        Condition deep = one;
        for (int i = 0; deep.depth() < Condition.MAX_DEPTH; i++) {
            deep = i % 2 == 0 ? deep.and(one) : deep.or(one);
        }
        Condition deepest = deep;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> deepest.and(one).or(one))
                .withMessageContaining("11 deep; the limit is 10");

        Condition large = Condition.any(Collections.nCopies(Condition.MAX_SIZE, one));
        assertThat(large.size()).isEqualTo(Condition.MAX_SIZE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> large.and(one))
                .withMessageContaining("501 values; the limit is 500");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> InstanceQuery.builder().where(large).where(one).build())
                .withMessageContaining("the limit is 500");
    }
}
