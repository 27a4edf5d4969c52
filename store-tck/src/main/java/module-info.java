// SPDX-License-Identifier: Apache-2.0
/** The conformance kit of the instance store: the author of a provider extends one class. */
module dev.rehydrate.store.tck {
    requires static transitive org.jspecify;
    requires transitive dev.rehydrate.store.api;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires awaitility;

    exports dev.rehydrate.tck;
    exports dev.rehydrate.tck.fault;

    // JUnit finds the tests, and makes the extensions that they name.
    opens dev.rehydrate.tck to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.command to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.concurrency to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.failure to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.farm to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.hold to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.key to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.query to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.runnable to
            org.junit.platform.commons;
    opens dev.rehydrate.tck.value to
            org.junit.platform.commons;
}
