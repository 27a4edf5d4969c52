// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import com.sun.net.httpserver.HttpServer;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The readiness probe of docs/kubernetes.md. */
final class Readiness {

    private Readiness() {}

    static void add(HttpServer server, InstanceStore store) {
        server.createContext("/ready", exchange -> {
            StoreHealth health = store.health().orTimeout(3, TimeUnit.SECONDS).join();
            boolean ready = health.status() != StoreHealth.Status.DOWN;
            byte[] reasons = String.join("\n", health.reasons()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(ready ? 200 : 503, reasons.length == 0 ? -1 : reasons.length);
            exchange.getResponseBody().write(reasons);
            exchange.close();
        });
    }
}
