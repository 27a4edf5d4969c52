// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.console.Console;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleHandlerTest {

    private final InstanceStore store = MemoryInstanceStore.open(new MemoryData(), StoreOptions.defaults());
    private final Server server = new Server();

    @BeforeEach
    void start() throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new ConsoleHandler(Console.of(store).base("/console").build()));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        store.close();
    }

    private HttpURLConnection answer(String method, String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) server.getURI().resolve(path).toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod(method);
        return connection;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/instances", "/console/console.css", "/console/nothing", "/console/"})
    void headIsAnsweredAsGetWithoutTheBody(String path) throws IOException {
        HttpURLConnection get = answer("GET", path);
        HttpURLConnection head = answer("HEAD", path);

        assertThat(head.getResponseCode()).isEqualTo(get.getResponseCode());
        for (String name : new String[] {"Content-Length", "Content-Type", "Cache-Control"}) {
            assertThat(head.getHeaderField(name)).as(name).isEqualTo(get.getHeaderField(name));
        }
        assertThat(head.getHeaderField("Content-Length")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'Transfer-Encoding: chunked', 'zz', 400, 'the form could not be read'",
        "'Content-Length: 70000', '', 413, 'the form is too large'"
    })
    void aFormThatDoesNotComeIsNotSaidToBeTooLarge(String header, String body, int status, String said)
            throws IOException {
        try (Socket client =
                new Socket(InetAddress.getLoopbackAddress(), server.getURI().getPort())) {
            client.getOutputStream()
                    .write(("POST /console/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header
                                    + "\r\n\r\n" + (body.isEmpty() ? "x".repeat(70_000) : body + "\r\n"))
                            .getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();

            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 " + status)
                    .contains(said);
        }
    }
}
