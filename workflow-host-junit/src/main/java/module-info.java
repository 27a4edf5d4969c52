// SPDX-License-Identifier: Apache-2.0
/** Gives a test hosts on one memory, with time moved by hand. */
module dev.rehydrate.workflow.host.junit {
    requires static transitive org.jspecify;
    requires transitive dev.rehydrate.store.api;
    requires transitive dev.rehydrate.store.tck;
    requires transitive dev.rehydrate.workflow.host;
    requires transitive org.junit.jupiter.api;
    requires dev.rehydrate.store.codecs;
    requires dev.rehydrate.store.memory;

    exports dev.rehydrate.junit;
}
