// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As root, a test may listen on every port, so that this one asks for the sentence only. */
class RefusedPortTest {

    @ParameterizedTest
    @CsvSource({
        "Address already in use, port 81 of 127.0.0.1 is taken by another process",
        "'Address already in use: bind', port 81 of 127.0.0.1 is taken by another process",
        "Permission denied, this process may not listen on port 81 of 127.0.0.1 (Permission denied): choose another port"
    })
    void theSentenceSaysWhetherAnotherProcessHasThePort(String reason, String said) {
        IOException failure = new IOException("Failed to bind to /127.0.0.1:81", new BindException(reason));

        assertThat(LoopbackServer.whyNot(81, failure)).startsWith(said);
    }
}
