// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.sample.farm.Node;
import dev.rehydrate.sample.farm.StoreKind;
import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A process with one node. The first two lines of standard input say where the documents are; it says on standard output where
 * it can be reached, and then what its host does. It stops when standard input ends, so that it never outlives the process that
 * has started it, and on SIGTERM or Ctrl-C.
 */
final class NodeMain {

    static final String UP = "up ";
    static final String FAILED = "failed ";

    private NodeMain() {}

    /**
     * Runs until standard input ends.
     *
     * @param arguments name and port
     * @throws IOException if standard input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        JdbcStoreOptions options = JdbcStoreOptions.of(orders.readLine(), "rehydrate", orders.readLine())
                .withStore(StoreKind.options());
        Node node;
        try {
            node = Node.start(
                    arguments[0],
                    Integer.parseInt(arguments[1]),
                    JdbcInstanceStore.open(options),
                    ServerSettings.DEFAULT,
                    event -> FarmEvent.of(event).ifPresent(told -> answers.println(told.line())));
        } catch (IOException | RuntimeException failure) {
            answers.println(FAILED + failure.getMessage());
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(node::close, "node-stop"));
        answers.println(UP + node.uri());
        while (orders.readLine() != null) {
            // Nothing is ordered but the end.
        }
        node.close();
    }
}
