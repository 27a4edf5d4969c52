// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The readiness probe of docs/kubernetes.md answers what health says. */
class ReadinessTest {

    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void theProbeAnswersWhatHealthSays() throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults());
        try {
            Readiness.add(server, store);
            server.start();
            assertThat(probe(server)).isEqualTo(200);
            store.close();
            assertThat(probe(server)).isEqualTo(503);
        } finally {
            store.close();
            server.stop(0);
        }
    }

    private static int probe(HttpServer server) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/ready");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void theManifestAsksForThePathOfTheGuide() throws IOException {
        assertThat(Files.readString(DOCS.resolve("kubernetes").resolve("orders.yaml")))
                .contains("path: /ready\n");
    }
}
