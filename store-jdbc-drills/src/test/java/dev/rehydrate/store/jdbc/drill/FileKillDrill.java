// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import org.junit.jupiter.api.Test;

/** The process that has the H2 file gets kill -9 under load, and comes back. */
final class FileKillDrill {

    private static final int ROUNDS = 10;

    @Test
    void whatWasAcknowledgedIsInTheFile() throws Exception {
        String name = "file-kill";
        DatabaseDrill.onFile(name, DatabaseDrill.directory(name).resolve("instances"), ROUNDS, drill -> {
            drill.killProcesses();
            drill.startProcesses();
        });
    }
}
