// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The command line beside an application on a protected farm of three members. */
class ProtectedFarmTest extends StoreContract {

    private static final String NAME = "cli-protected-" + InstanceId.random();
    private static final int MEMBERS = 3;

    private static final List<HazelcastInstanceStore> FARM = new ArrayList<>();
    private static List<String> addresses;

    @BeforeAll
    static void startFarm() {
        List<Integer> ports = FreePorts.different(MEMBERS);
        addresses = ports.stream().map(port -> "127.0.0.1:" + port).toList();
        // They wait for each other, so they are started at the same time.
        List<CompletableFuture<HazelcastInstanceStore>> starts = ports.stream()
                .map(port -> CompletableFuture.supplyAsync(() ->
                        HazelcastInstanceStore.startMember(settings().port(port).build())))
                .toList();
        starts.forEach(start -> FARM.add(start.join()));
        // Members that have just found each other have not placed the copies yet.
        Awaitility.await("a farm in which every instance has all its copies")
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        FARM.stream().allMatch(member -> member.health().join().status() == StoreHealth.Status.UP));
    }

    private static HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(NAME)
                .members(addresses)
                .durability(Durability.PROTECTED)
                .farmSize(MEMBERS);
    }

    @AfterAll
    static void stopFarm() {
        FARM.forEach(HazelcastInstanceStore::close);
    }

    /** A client of its own for each test, as an application outside the farm has it. */
    @Override
    InstanceStore open(StoreOptions options) {
        return HazelcastInstanceStore.start(settings()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .store(options)
                .build());
    }

    @Override
    Shell shell() {
        return Shell.real("--farm", String.join(",", addresses), "--cluster-name", NAME, "--durability", "protected");
    }
}
