// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTest {

    @Test
    @DisplayName("a server that is not installed is a failure that says what to install")
    void aMissingServerIsAFailure(@TempDir Path folder) {
        assertThatThrownBy(() -> RedisServer.start("no-such-server", folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("benchmarks/install-servers.sh")
                .hasMessageContaining("redis-server");
    }
}
