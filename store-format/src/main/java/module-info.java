// SPDX-License-Identifier: Apache-2.0
/** Slots, operations and all else that is stored or sent, as bytes: one format for every provider; and an engine over it. */
module dev.rehydrate.store.format {
    requires static transitive org.jspecify;
    requires transitive dev.rehydrate.store.api;

    exports dev.rehydrate.format;
    exports dev.rehydrate.format.engine;
}
