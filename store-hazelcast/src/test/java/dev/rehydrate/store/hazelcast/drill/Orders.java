// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The orders of the process that started this one. When there will be no more, the process ends, whatever it does just then. */
final class Orders {

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Orders() {}

    /** Begins to listen. */
    static Orders from(InputStream in) {
        Orders orders = new Orders();
        Thread listener = new Thread(() -> orders.listen(in), "orders");
        listener.setDaemon(true);
        listener.start();
        return orders;
    }

    private void listen(InputStream in) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException gone) {
            System.err.println("the process that gives the orders is gone: " + gone);
        }
        // No other process would end it, and a member keeps its process alive.
        Runtime.getRuntime().halt(0);
    }

    /** Waits for the next order. */
    String next() throws InterruptedException {
        return lines.take();
    }
}
