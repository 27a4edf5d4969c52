// SPDX-License-Identifier: Apache-2.0
/** The command line of operators, for a running farm or a database. */
module dev.rehydrate.cli {
    requires static org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires dev.rehydrate.operations;
    requires dev.rehydrate.store.codecs;
    requires dev.rehydrate.store.hazelcast;
    requires dev.rehydrate.store.jdbc;
    requires info.picocli;

    // picocli reads and sets the fields that have annotations.
    opens dev.rehydrate.cli.command to
            info.picocli;
    opens dev.rehydrate.cli.connect to
            info.picocli;
}
