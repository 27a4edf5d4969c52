// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

/** The name under which this provider logs: that of its public class, without a dependency on it. */
final class StoreLog {

    static final String NAME = "dev.rehydrate.store.hazelcast.HazelcastInstanceStore";

    private StoreLog() {}
}
