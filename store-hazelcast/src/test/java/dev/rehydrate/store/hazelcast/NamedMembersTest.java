// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.farm.NamedMembers;
import dev.rehydrate.store.hazelcast.start.FarmNode;
import dev.rehydrate.store.hazelcast.start.Neighbours;
import dev.rehydrate.store.hazelcast.start.OwnNetwork;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Members that find each other by a name with several addresses, which a lookup of the test answers. */
class NamedMembersTest {

    private static final String NAME = "localhost";

    private final List<String> addresses = new CopyOnWriteArrayList<>();
    private final AtomicInteger lookups = new AtomicInteger();
    private final int port = FreePorts.any();

    private InetAddress[] lookUp(String name) throws UnknownHostException {
        lookups.incrementAndGet();
        assertThat(name).isEqualTo(NAME);
        if (addresses.isEmpty()) {
            throw new UnknownHostException(name);
        }
        InetAddress[] found = new InetAddress[addresses.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = InetAddress.getByName(addresses.get(i));
        }
        return found;
    }

    private HazelcastStoreOptionsBuilder options(String own) {
        return HazelcastStoreOptions.builder()
                .clusterName("named-" + port)
                .bindAddress(own)
                .port(port)
                .membersDns(List.of(NAME));
    }

    @Test
    void allAddressesOfANameAreJoined() {
        addresses.addAll(List.of("127.0.0.4", "127.0.0.1", "127.0.0.2", "127.0.0.3"));
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance last = null;
            for (String own : List.of("127.0.0.3", "127.0.0.1", "127.0.0.2")) {
                last = farm.named(options(own).build(), this::lookUp, asItIs -> {});
            }
            assertThat(last.getCluster().getMembers()).hasSize(3);
        }
    }

    @Test
    void aMemberThatWasAloneLooksAgain() {
        addresses.add("127.0.0.1");
        try (TestFarm farm = new TestFarm()) {
            farm.named(options("127.0.0.1").build(), this::lookUp, asItIs -> {});
            addresses.clear();
            addresses.add("127.0.0.2");
            HazelcastInstance alone = farm.named(options("127.0.0.2").build(), this::lookUp, TestFarm::mergeSoon);
            assertThat(alone.getCluster().getMembers()).hasSize(1);

            addresses.add("127.0.0.1");
            Awaitility.await("one farm")
                    .atMost(TestFarm.PATIENCE)
                    .until(() -> alone.getCluster().getMembers().size() == 2);
        }
    }

    @Test
    void aNameThatHasNoAddressYetIsWaitedFor() {
        NamedMembers named = new NamedMembers(List.of(NAME + ":" + port), name -> {
            if (lookups.get() == 2) {
                addresses.add("127.0.0.1");
            }
            return lookUp(name);
        });

        assertThat(named.addresses()).isEmpty();
        assertThat(named.unknown()).containsExactly(NAME + ":" + port);
        assertThat(named.awaited()).singleElement().hasToString("[127.0.0.1]:" + port);
        assertThat(named.unknown()).isEmpty();
    }

    @Test
    void withoutNamesNothingIsWaitedFor() {
        assertThat(new NamedMembers(List.of(), this::lookUp).awaited()).isEmpty();
        assertThat(lookups).hasValue(0);
    }

    @Test
    void onlyTheMembersThatANameHasAreMissed() {
        addresses.add("127.0.0.1");
        try (TestFarm farm = new TestFarm()) {
            HazelcastStoreOptions options = options("127.0.0.1").build();
            HazelcastInstance first = farm.named(options, this::lookUp, asItIs -> {});
            NamedMembers named = new NamedMembers(OwnNetwork.names(options), this::lookUp);
            Neighbours neighbours = new Neighbours(options, named, new FarmNode(named), first);

            assertThat(neighbours.reason()).isEmpty();
            addresses.add("127.0.0.2");
            assertThat(neighbours.reason()).contains("127.0.0.2:" + port + " did not answer");
            assertThat(Neighbours.text(options.farmSize(), neighbours.reason().orElseThrow()))
                    .as("a name does not tell how many there are, so health does not miss them")
                    .isEqualTo("farm-size=1, 127.0.0.2:" + port + " did not answer; by that size none is missing, so"
                            + " health stays UP: say in farm-size how many there are");
            assertThat(Neighbours.text(2, "why")).isEqualTo("farm-size=2, why");
            addresses.clear();
            assertThat(neighbours.reason()).contains("the name localhost:" + port + " has no address");
        }
    }

    @Test
    void aClientAsksAMemberBehindTheName() {
        try (HazelcastInstanceStore member =
                        HazelcastInstanceStore.startMember(options("127.0.0.1").build());
                HazelcastInstanceStore client = HazelcastInstanceStore.start(
                        options("127.0.0.1").mode(Mode.CLIENT).build())) {
            assertThat(client.members()).isEqualTo(member.members());
        }
    }

    @Test
    void namesDoNotGoTogetherWithEverything() {
        refused(options("127.0.0.1").membersDns(List.of("orders-members")), "so this member cannot join members-dns=");
        refused(options("127.0.0.1").membersDns(List.of("10.0.0.5")), "'10.0.0.5' is an address; say it in members");
        refused(options("127.0.0.1").port(0), "each of members-dns=localhost (code) must say its own");
        refused(
                options("127.0.0.1").durability(Durability.PROTECTED),
                "durability=protected (code) needs farm-size beside members-dns=localhost (code)");
    }

    private static void refused(HazelcastStoreOptionsBuilder settings, String words) {
        assertThatIllegalArgumentException().isThrownBy(settings::build).withMessageContaining(words);
    }
}
