// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of the documentation is that of the code. */
class HostMetersDocTest {

    private static final Path DOC = Path.of("..", "docs", "observability.md");

    @Test
    void everyMeterIsInTheTableAndNoOther() throws IOException {
        List<String> rows = Files.readAllLines(DOC).stream()
                .filter(line -> line.startsWith("| `rehydrate.host.") || line.startsWith("| `rehydrate.farm."))
                .toList();

        assertThat(rows)
                .as("replace the rows of %s by these", DOC)
                .containsExactlyElementsOf(Arrays.stream(HostMeter.values())
                        .map(HostMetersDocTest::row)
                        .toList());
    }

    private static String row(HostMeter meter) {
        String tag = meter.tags().isEmpty() ? "" : "`" + meter.tags() + "`";
        return "| `" + meter.meterName() + "` | " + meter.type() + " | " + tag + " | " + meter.words() + " |";
    }
}
