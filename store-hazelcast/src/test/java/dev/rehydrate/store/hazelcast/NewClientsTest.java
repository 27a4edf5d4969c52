// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first commands of clients that have connections to some members only. No command is tried twice. */
class NewClientsTest {

    private static final int MEMBERS = 3;
    private static final int CLIENTS = 10;
    private static final int SAVES = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final TestFarm farm = new TestFarm();
    private final String name = "clients-" + UUID.randomUUID();
    private Durability durability = Durability.PROTECTED;

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(name)
                .durability(durability)
                .farmSize(MEMBERS);
    }

    @AfterEach
    void stop() {
        farm.close();
    }

    private void startFarm() {
        for (int i = 0; i < MEMBERS; i++) {
            farm.member(settings());
        }
        awaitSafe(MEMBERS);
    }

    /** Waits until the members have a term, and each partition all its copies. */
    private void awaitSafe(int count) {
        Awaitility.await("a farm of " + count).atMost(Duration.ofSeconds(60)).until(() -> {
            List<HazelcastInstance> members = farm.members();
            return members.size() == count && members.stream().allMatch(member -> isSafe(member, count));
        });
    }

    private boolean isSafe(HazelcastInstance member, int count) {
        return member.getCluster().getMembers().size() == count
                && member.getPartitionService().isClusterSafe()
                && (durability == Durability.MEMORY || FarmTerms.of(member).current() > 0);
    }

    private HazelcastInstanceStore client() {
        return HazelcastInstanceStore.start(
                settings().mode(Mode.CLIENT).members(farm.addresses()).build());
    }

    private static OwnerId owner(InstanceStore client) {
        return client.execute(client.createHandle(), CreateOwner.of(OwnerDescription.anonymous()), PATIENCE);
    }

    private static void save(InstanceStore client, OwnerId owner) {
        InstanceId id = InstanceId.random();
        client.execute(
                client.createHandle(owner, id), CreateInstance.of(InstanceChanges.data(Map.of("a", "b"))), PATIENCE);
        assertThat(client.execute(client.createHandle(owner, id), LoadInstance.read(), PATIENCE)
                        .snapshotOrThrow()
                        .data()
                        .get("a", String.class))
                .isEqualTo("b");
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY", "PROTECTED"})
    void aNewClientIsAnsweredFromItsFirstCommandOn(Durability ofFarm) {
        durability = ofFarm;
        startFarm();
        for (int i = 0; i < CLIENTS; i++) {
            try (HazelcastInstanceStore client = client()) {
                save(client, owner(client));
            }
        }
    }

    @Test
    void aClientThatStaysIsAnsweredWhenAMemberHasBeenReplaced() {
        startFarm();
        try (HazelcastInstanceStore client = client()) {
            OwnerId owner = owner(client);
            farm.members().get(0).getLifecycleService().terminate();
            awaitSafe(MEMBERS - 1);
            farm.member(settings());
            awaitSafe(MEMBERS);

            for (int i = 0; i < SAVES; i++) {
                save(client, owner);
            }
        }
    }

    /** What a client is like for up to a second after a member has joined, and for longer if the network lets it not through. */
    @Test
    void aClientThatHasNoConnectionToAMemberIsAnswered() {
        startFarm();
        HazelcastInstance twoConnections = farm.client(
                settings(),
                config -> FreePorts.different().limit(MEMBERS - 1).forEach(config.getNetworkConfig()::addOutboundPort));
        try (HazelcastInstanceStore client = HazelcastInstanceStore.open(twoConnections, StoreOptions.defaults())) {
            OwnerId owner = owner(client);
            for (int i = 0; i < SAVES; i++) {
                save(client, owner);
            }
            assertThat(farm.members())
                    .filteredOn(member ->
                            member.getClientService().getConnectedClients().isEmpty())
                    .as("members that have no client")
                    .isNotEmpty();
        }
    }
}
