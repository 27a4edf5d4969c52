// SPDX-License-Identifier: Apache-2.0
/** The reference provider: all in the memory of one process, under the same rules as every other. */
module dev.rehydrate.store.memory {
    requires static transitive org.jspecify;
    requires transitive dev.rehydrate.store.api;

    exports dev.rehydrate.store.memory;
}
