// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class QueryTextsTest {

    private static final List<PromotedValue> VALUES = List.of(
            PromotedValue.of("a:b@c"),
            PromotedValue.of("%0041 %41% $(reboot) `x` 'y' \"z\" ~ * \\ $1"),
            PromotedValue.of("Анна 😀 \u001b[2J\u202e\n\r\t\0"),
            PromotedValue.of("half \ud83d a pair, \ude00"),
            PromotedValue.of(""),
            PromotedValue.of(12.5),
            PromotedValue.of(new BigDecimal("1E+30")),
            PromotedValue.of(new BigDecimal("-1E-30")),
            PromotedValue.of(true),
            PromotedValue.of(Instant.parse("2026-11-22T12:00:00Z")),
            PromotedValue.of(UUID.randomUUID()));

    @Test
    void aPlaceIsReadAsItWasWritten() {
        InstanceId id = InstanceId.random();

        assertThat(QueryTexts.place(QueryTexts.place(id, null))).isEqualTo(new Position(id, null));
        for (PromotedValue value : VALUES) {
            assertThat(QueryTexts.place(QueryTexts.place(id, value))).isEqualTo(new Position(id, value));
        }
    }

    @Test
    void aPlaceIsOneWordThatMeansNothingToAShell() {
        InstanceId id = InstanceId.random();

        for (PromotedValue value : VALUES) {
            assertThat(QueryTexts.place(id, value)).matches("[A-Za-z0-9@:%._-]+");
        }
        assertThat(QueryTexts.place(id, PromotedValue.of("a b"))).isEqualTo(id + "@TEXT:a%0020b");
        assertThat(QueryTexts.place(id, PromotedValue.of(100))).isEqualTo(id + "@NUMBER:1E%002B2");
    }

    @Test
    void aNumberIsShownInPlainDigitsUnlessTheyWouldBeZerosOnly() {
        for (String plain : List.of("100", "1000", "-20", "0", "0.1", "0.0000001", "12.5", "100000000000000000000")) {
            assertThat(QueryTexts.shown(PromotedValue.of(new BigDecimal(plain))))
                    .isEqualTo(plain);
        }
        assertThat(QueryTexts.shown(PromotedValue.of(new BigDecimal("1E+999999999"))))
                .isEqualTo("1E+999999999");
        assertThat(QueryTexts.shown(PromotedValue.of(new BigDecimal("1E-999999999"))))
                .isEqualTo("1E-999999999");
        assertThat(QueryTexts.shown(PromotedValue.of("1E+3"))).isEqualTo("1E+3");
    }

    @Test
    void whatIsNoPlaceIsRefused() {
        String id = InstanceId.random().toString();
        for (String text : new String[] {
            "",
            "seven",
            id + "@",
            id + "@UUID:0-0-7-0-a",
            id + "@NUMBER:x",
            id + "@INSTANT:x",
            id + "@GONE:1",
            id + "@TEXT:%41"
        }) {
            assertThatThrownBy(() -> QueryTexts.place(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a place that a list has given");
        }
    }

    @Test
    void aValueIsWhatItLooksLike() {
        assertThat(QueryTexts.value("12").kind()).isEqualTo(PromotedValue.Kind.NUMBER);
        assertThat(QueryTexts.value("\"12\"")).isEqualTo(PromotedValue.of("12"));
        assertThat(QueryTexts.value("false").kind()).isEqualTo(PromotedValue.Kind.BOOLEAN);
        assertThat(QueryTexts.value("2026-11-22T12:00:00Z").kind()).isEqualTo(PromotedValue.Kind.INSTANT);
        assertThat(QueryTexts.value("tea")).isEqualTo(PromotedValue.of("tea"));
        UUID uuid = UUID.fromString("00000000-0000-0007-0000-00000000000a");
        assertThat(QueryTexts.value(uuid.toString())).isEqualTo(PromotedValue.of(uuid));
        assertThat(QueryTexts.value(uuid.toString().toUpperCase(Locale.ROOT))).isEqualTo(PromotedValue.of(uuid));
        assertThat(QueryTexts.value("\"" + uuid + "\"")).isEqualTo(PromotedValue.of(uuid.toString()));
        assertThat(QueryTexts.value("0-0-7-0-a")).isEqualTo(PromotedValue.of("0-0-7-0-a"));
    }

    @Test
    void anOwnerWhoseIdLacksDigitsIsNotAnotherOwner() {
        OwnerId owner = OwnerId.random();

        assertThat(QueryTexts.owner(owner.toString())).isEqualTo(owner);
        assertThat(QueryTexts.owner(owner.toString().toUpperCase(Locale.ROOT))).isEqualTo(owner);
        for (String text : List.of("", "1-2-3-4-5", "x", owner.toString().substring(1), owner + "0", " " + owner)) {
            assertThatThrownBy(() -> QueryTexts.owner(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not the id of an owner");
        }
    }
}
