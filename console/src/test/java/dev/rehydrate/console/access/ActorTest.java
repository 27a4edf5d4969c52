// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.console.web.ConsoleRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is in the audit log. */
class ActorTest {

    private static String actor(Map<String, String> headers) {
        return Access.actor(new ConsoleRequest("POST", "/action", null, headers, new byte[0]));
    }

    /** A proxy that knows no user sends the header empty. */
    @ParameterizedTest
    @CsvSource({"anna,anna", "'',console", "'  ',console"})
    void anActionIsOfTheUserOfTheProxyOrOfTheConsole(String sent, String actor) {
        assertThat(actor(Map.of("X-Forwarded-User", sent))).isEqualTo(actor);
    }

    @Test
    void withoutAProxyAnActionIsOfTheConsole() {
        assertThat(actor(Map.of())).isEqualTo("console");
    }
}
