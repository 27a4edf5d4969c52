// SPDX-License-Identifier: Apache-2.0
/** What a store does, as meters of Micrometer. */
module dev.rehydrate.store.micrometer {
    requires static transitive org.jspecify;
    requires transitive dev.rehydrate.store.api;
    requires transitive micrometer.core;

    exports dev.rehydrate.store.micrometer;
}
