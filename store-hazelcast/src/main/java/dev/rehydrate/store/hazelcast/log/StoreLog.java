// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.log;

/** The name under which this provider logs: that of its public class, without a dependency on it. */
public final class StoreLog {

    public static final String NAME = "dev.rehydrate.store.hazelcast.HazelcastInstanceStore";

    private StoreLog() {}
}
