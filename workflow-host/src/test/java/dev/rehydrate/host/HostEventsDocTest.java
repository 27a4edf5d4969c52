// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.docs.DocumentTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The table of the documentation is that of the code. */
class HostEventsDocTest {

    @Test
    void theTableIsThatOfTheCode() {
        DocumentTable.in("observability.md", "host-events", "event", "what happened")
                .isMadeOf(Arrays.stream(HostEvent.Kind.values())
                        .map(kind -> List.of(
                                "`" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`"))
                        .toList());
    }
}
