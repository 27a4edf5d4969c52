// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.PromotedValue;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class QueryTextsTest {

    private static final List<PromotedValue> VALUES = List.of(
            PromotedValue.of("a:b@c"),
            PromotedValue.of(12.5),
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
    void whatIsNoPlaceIsRefused() {
        String id = InstanceId.random().toString();
        for (String text : new String[] {"", "seven", id + "@", id + "@NUMBER:x", id + "@INSTANT:x", id + "@GONE:1"}) {
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
    }
}
