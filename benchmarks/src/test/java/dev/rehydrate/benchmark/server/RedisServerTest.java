// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a Redis, which need not be installed: scripts stand for it, and sockets for other programs. */
class RedisServerTest {

    @Test
    @DisplayName("a server that is not installed is a failure that says what to install")
    void aMissingServerIsAFailure(@TempDir Path folder) {
        assertThatThrownBy(() -> RedisServer.start("no-such-server", folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("benchmarks/install-servers.sh")
                .hasMessageContaining("redis-server");
    }

    @Test
    @DisplayName(
            "a server whose port is taken is started on another one, and what has the port is not taken for the server")
    void aTakenPortIsLeft(@TempDir Path folder) throws IOException {
        String program = script(folder, "echo 'Address already in use'; exit 1");
        List<Integer> asked = new ArrayList<>();
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> RedisServer.start(program, folder, () -> {
                        asked.add(other.getLocalPort());
                        return other.getLocalPort();
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("redis.log")
                    .hasMessageNotContaining("Install");
        }
        assertThat(asked).hasSize(10);
    }

    @Test
    @DisplayName("another Redis that has the port is not taken for the server that was started")
    void anotherRedisIsNotTheServer(@TempDir Path folder) throws IOException {
        // It ends when the other one has answered, and so is alive when that answer is looked at.
        Path answered = folder.resolve("answered");
        String program = script(folder, "while [ ! -e '" + answered + "' ]; do sleep 0.01; done");
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var unused = CompletableFuture.runAsync(() -> answerAsAnotherRedis(other, answered));
            assertThatThrownBy(() -> RedisServer.start(program, folder, other::getLocalPort))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has ended at its start");
        }
    }

    private static String script(Path folder, String line) throws IOException {
        Path script = folder.resolve("server.sh");
        Files.writeString(script, "#!/bin/sh\n" + line + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"))
                .toString();
    }

    private static void answerAsAnotherRedis(ServerSocket port, Path answered) {
        while (!port.isClosed()) {
            try (Socket client = port.accept()) {
                byte[] commands = new byte[1000];
                int length;
                while ((length = client.getInputStream().read(commands)) >= 0) {
                    long count = new String(commands, 0, length, StandardCharsets.US_ASCII)
                            .chars()
                            .filter(letter -> letter == '*')
                            .count();
                    String answers = "$12\r\nprocess_id:1\r\n".repeat((int) count);
                    client.getOutputStream().write(answers.getBytes(StandardCharsets.US_ASCII));
                    Files.writeString(answered, "");
                }
            } catch (IOException closed) {
                // The test has ended, or this client has.
            }
        }
    }
}
