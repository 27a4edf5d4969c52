// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.hazelcast.drill.NodeProgram;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;

/** One process with a durable store, and callers. What it opens is in its system properties. */
final class JdbcNode extends NodeProgram {

    static final String URL = "drill.url";
    static final String FILE = "drill.file";

    private JdbcNode(String name) {
        super(name, JdbcInstanceStore.open(options()));
    }

    private static JdbcStoreOptions options() {
        String file = System.getProperty(FILE);
        return file != null
                ? JdbcStoreOptions.file(Path.of(file))
                : JdbcStoreOptions.of(System.getProperty(URL), PostgresServer.USER, "");
    }

    /**
     * Runs a node.
     *
     * @param arguments its name
     */
    public static void main(String[] arguments) {
        run(() -> new JdbcNode(arguments[0]));
    }
}
