// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.docs.DocumentTable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of the documentation is that of the code. */
class HostMetersDocTest {

    @Test
    void theTableIsThatOfTheCode() {
        DocumentTable.in("observability.md", "host-meters", "meter", "type", "own tag", "meaning")
                .isMadeOf(Arrays.stream(HostMeter.values())
                        .map(HostMetersDocTest::row)
                        .toList());
    }

    private static List<String> row(HostMeter meter) {
        String tag = meter.tags().isEmpty() ? "" : "`" + meter.tags() + "`";
        return List.of("`" + meter.meterName() + "`", meter.type(), tag, meter.words());
    }
}
