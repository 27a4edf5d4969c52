// SPDX-License-Identifier: Apache-2.0
/** The clustered provider, on Hazelcast Community Edition. */
module dev.rehydrate.store.hazelcast {
    // Not transitive: an application that stays in memory would need it to compile (ADR 241).
    requires static dev.rehydrate.store.jdbc;
    requires static transitive org.jspecify;
    requires transitive com.hazelcast.core;
    requires transitive dev.rehydrate.store.api;
    requires dev.rehydrate.store.format;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires java.logging; // the levels of the engine's own log
    requires java.management;
    // Hazelcast is an automatic module and cannot say itself what it needs of the JDK (ADR 268).
    requires java.sql;
    requires java.transaction.xa;
    requires jdk.management;
    requires jdk.net;
    requires jdk.unsupported;
    requires org.slf4j;

    exports dev.rehydrate.store.hazelcast;

    // The engine makes these by name: services, a listener and a policy.
    opens dev.rehydrate.store.hazelcast.cache to
            com.hazelcast.core;
    opens dev.rehydrate.store.hazelcast.directory to
            com.hazelcast.core;
    opens dev.rehydrate.store.hazelcast.heap to
            com.hazelcast.core;
    opens dev.rehydrate.store.hazelcast.log to
            com.hazelcast.core;
    opens dev.rehydrate.store.hazelcast.majority to
            com.hazelcast.core;
    opens dev.rehydrate.store.hazelcast.partition to
            com.hazelcast.core;
}
