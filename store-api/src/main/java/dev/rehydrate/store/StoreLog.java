// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

/** The name under which a store logs: that of its public class, without a dependency on it. */
final class StoreLog {

    static final String NAME = "dev.rehydrate.store.InstanceStore";

    private StoreLog() {}
}
