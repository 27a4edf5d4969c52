// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.hazelcast.HazelcastCache;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.drill.NodeProgram;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.time.Duration;

/** One process with a durable store, and callers. What it opens is in its system properties. */
final class JdbcNode extends NodeProgram {

    static final String URL = "drill.url";
    static final String FILE = "drill.file";
    static final String MAX_AGE = "drill.max-age";

    private JdbcNode(String name) {
        super(name, open());
    }

    private static JdbcInstanceStore open() {
        String maxAge = System.getProperty(MAX_AGE);
        return maxAge == null
                ? JdbcInstanceStore.open(options())
                : JdbcInstanceStore.open(
                        options(),
                        HazelcastCache.start(HazelcastStoreOptions.load().build()),
                        Duration.parse(maxAge));
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
