// SPDX-License-Identifier: Apache-2.0
/** The clustered provider, on Hazelcast Community Edition. */
module dev.rehydrate.store.hazelcast {
    requires static transitive org.jspecify;
    requires transitive com.hazelcast.core;
    requires transitive dev.rehydrate.store.api;
    requires dev.rehydrate.store.format;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires java.logging; // the levels of the engine's own log
    requires java.management;
    requires jdk.management;
    requires org.slf4j;

    exports dev.rehydrate.store.hazelcast;

    // The index of due times reads an attribute of stored slots.
    opens dev.rehydrate.store.hazelcast to
            com.hazelcast.core;
}
