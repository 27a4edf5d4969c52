// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that stay readable for queries: contract §4.6. */
@DisplayName("A promoted value, contract §4.6")
final class PromotedValueTest {

    private static final Instant MOMENT = Instant.parse("2026-03-01T12:00:00Z");
    private static final UUID BITS = UUID.fromString("0d1f6795-204e-4588-a61b-c26f17a8fe78");

    static Stream<Object> ones() {
        return Stream.of(
                (byte) 1, (short) 1, 1, 1L, 1.0f, 1.0, BigInteger.ONE, BigDecimal.ONE, new BigDecimal("1.000"));
    }

    @ParameterizedTest
    @MethodSource("ones")
    void isTheSameNumberWhateverItsType(Object one) {
        PromotedValue value = PromotedValue.of(one);

        assertThat(value.kind()).isEqualTo(PromotedValue.Kind.NUMBER);
        assertThat(value).isEqualTo(PromotedValue.of(1)).hasSameHashCodeAs(PromotedValue.of(1));
        assertThat(value).isEqualByComparingTo(PromotedValue.of(1)).hasToString("1");
    }

    @Test
    void isAMomentWhateverItsOffset() {
        OffsetDateTime elsewhere = MOMENT.atOffset(ZoneOffset.ofHours(5));

        assertThat(PromotedValue.of(elsewhere)).isEqualTo(PromotedValue.of(MOMENT));
        assertThat(PromotedValue.of(MOMENT).value()).isEqualTo(MOMENT);
    }

    @Test
    void isAUuidByItsTextButNoText() {
        assertThat(PromotedValue.of(BITS).value()).isEqualTo(BITS.toString());
        assertThat(PromotedValue.of(BITS).kind()).isEqualTo(PromotedValue.Kind.UUID);
        assertThat(PromotedValue.of(BITS)).isNotEqualTo(PromotedValue.of(BITS.toString()));
    }

    @Test
    void isOrderedWithinItsKindAndThenByKind() {
        assertThat(List.of(
                        PromotedValue.of(false),
                        PromotedValue.of(true),
                        PromotedValue.of(-2.5),
                        PromotedValue.of(10),
                        PromotedValue.of("10"),
                        PromotedValue.of("9"),
                        PromotedValue.of(MOMENT),
                        PromotedValue.of(MOMENT.plusNanos(1)),
                        PromotedValue.of(BITS),
                        PromotedValue.of(UUID.fromString("ffffffff-204e-4588-a61b-c26f17a8fe78"))))
                .isSorted();
    }

    @Test
    void isTextOfABoundedLength() {
        String longest = "x".repeat(PromotedValue.MAX_TEXT);

        assertThat(PromotedValue.of(longest).value()).isEqualTo(longest);
        assertThatIllegalArgumentException().isThrownBy(() -> PromotedValue.of(longest + "x"));
    }

    @Test
    void isNothingElse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromotedValue.of(List.of()))
                .withMessageContaining("cannot be promoted");
        assertThatIllegalArgumentException().isThrownBy(() -> PromotedValue.of(new AtomicInteger(1)));
        for (Number notFinite : List.of(Double.NaN, Double.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PromotedValue.of(notFinite))
                    .withMessage("cannot be promoted: " + notFinite + "; a number has to be finite");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromotedValue.of(new BigDecimal(BigInteger.valueOf(100), Integer.MIN_VALUE)));
        assertThat(PromotedValue.of(1)).isNotEqualTo("1");
    }
}
