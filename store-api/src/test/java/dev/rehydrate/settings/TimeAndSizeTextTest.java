// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeAndSizeTextTest {

    @ParameterizedTest
    @CsvSource({
        "0s, PT0S, 0s",
        "PT0S, PT0S, 0s",
        "30s, PT30S, 30s",
        "5m, PT5M, 5m",
        "250ms, PT0.25S, 250ms",
        "1h, PT1H, 1h",
        "7d, PT168H, 7d",
        "PT30S, PT30S, 30s",
        "pt1.5s, PT1.5S, 1500ms",
        "P1DT12H, PT36H, 36h",
        "00:00:30, PT30S, 30s",
        "01:30:00, PT90M, 90m",
        "7.00:00:00, PT168H, 7d",
        "PT1.000000001S, PT1.000000001S, PT1.000000001S"
    })
    void timesAreReadAndSaidAsShortAsTheyCan(String text, Duration time, String said) {
        assertThat(TimeText.parse(text, Duration.ZERO, TimeText.LONGEST)).isEqualTo(time);
        assertThat(TimeText.format(time)).isEqualTo(said);
        assertThat(TimeText.parse(said, Duration.ZERO, TimeText.LONGEST)).isEqualTo(time);
    }

    @Test
    void aTimeHasBounds() {
        OptionType<Duration> delay = OptionType.time(Duration.ofMillis(100), Duration.ofDays(1));

        assertThat(delay.words()).isEqualTo("a time from 100ms to 1d");
        assertThat(delay.parse("100ms")).isEqualTo(Duration.ofMillis(100));
        assertThat(delay.parse("24h")).isEqualTo(Duration.ofDays(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> delay.parse("99ms"))
                .withMessage("it is too short");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> delay.parse("25h"))
                .withMessage("it is too long");
    }

    @ParameterizedTest
    @CsvSource({
        "1B, 1, 1B",
        "1024B, 1024, 1KiB",
        "512KiB, 524288, 512KiB",
        "16MiB, 16777216, 16MiB",
        "1GiB, 1073741824, 1GiB"
    })
    void sizesAreReadAndSaidAsShortAsTheyCan(String text, int bytes, String said) {
        assertThat(SizeText.parse(text, 1, Integer.MAX_VALUE)).isEqualTo(bytes);
        assertThat(SizeText.format(bytes)).isEqualTo(said);
    }
}
