// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTextTest {

    @ParameterizedTest
    @CsvSource({"memo, 4", "протокол, 8", "会议记录, 8", "cafe\u0301, 4", "🚀, 2", "번역, 4", "ملاحظات, 7"})
    void widthIsWhatATerminalShows(String text, int width) {
        assertThat(DisplayText.width(text)).isEqualTo(width);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "memo", "a much longer name", "会议记录会议记录会议记录", "ملاحظات", "🚀🚀🚀🚀🚀🚀🚀", "tab\tnew\nline"})
    void aCellIsExactlyAsWideAsItsColumn(String text) {
        String cell = DisplayText.left(text, 10);

        assertThat(DisplayText.width(cell)).isEqualTo(10);
        assertThat(cell).doesNotContain("\n", "\t");
    }

    @Test
    void numbersStandOnTheRight() {
        Columns columns = new Columns(List.of(Columns.text("name", 6), Columns.number("n", 4)));

        assertThat(columns.header()).isEqualTo("name       n");
        assertThat(columns.row(List.of("a", "12"))).isEqualTo("a         12");
    }

    @Test
    void sizesAreTheSameInEveryLocale() {
        assertThat(List.of(999L, 1000L, 1_450_000L))
                .extracting(Amounts::bytes)
                .containsExactly("999 B", "1.0 kB", "1.5 MB");
        assertThat(Amounts.millis(1_250_000)).isEqualTo("1.3");
    }
}
