// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.farm;

import dev.rehydrate.benchmark.process.ParentPipe;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import dev.rehydrate.store.hazelcast.WriteBehind;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A member that the store starts, in a process that ends with the one that measures, or in that one.
 *
 * @param clusterName the name of the cluster
 * @param url of the database that it writes behind to; empty if it is in memory only
 */
record OwnMember(String clusterName, String url) {

    private static final Duration DELAY = Duration.ofSeconds(1);

    /**
     * Runs in a process that {@link OwnFarm} starts.
     *
     * @param args the name of the cluster, the database, and the addresses of members that run
     */
    public static void main(String[] args) {
        List<String> others = Arrays.asList(args).subList(2, args.length);
        HazelcastInstanceStore store = new OwnMember(args[0], args[1]).start(others);
        ParentPipe.serve(String.join(",", store.members()));
    }

    /** {@return the arguments of a process for such a member} */
    List<String> args(List<String> others) {
        List<String> args = new ArrayList<>(List.of(clusterName, url));
        args.addAll(others);
        return args;
    }

    /** Starts it in this process. */
    HazelcastInstanceStore start(List<String> others) {
        HazelcastStoreOptions options = options(others).build();
        return url.isEmpty()
                ? HazelcastInstanceStore.start(options)
                : WriteBehind.start(options, JdbcStoreOptions.of(url, "postgres", ""), DELAY);
    }

    /** {@return with what it is started, and clients of it are} */
    HazelcastStoreOptionsBuilder options(List<String> others) {
        return HazelcastStoreOptions.builder()
                .clusterName(clusterName)
                .durability(url.isEmpty() ? Durability.MEMORY : Durability.WRITE_BEHIND)
                .port(0)
                .members(others)
                .shutdownHook(false)
                .compressionThreshold(Integer.MAX_VALUE);
    }
}
