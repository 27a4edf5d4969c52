// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.OlderRelease;
import dev.rehydrate.store.hazelcast.drill.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Two hosts on two members, all of an older commit, are replaced by those of today one after the other, and back, while clients call,
 * and post messages that set timers. A note that was acknowledged is there once, a letter too, and its timer has fired once.
 */
final class HostsOfTwoReleasesDrill {

    private static final int MEMBERS = 2;
    private static final int CLIENTS = 6;
    /** Long enough for clients to be at work on both releases. */
    private static final Duration SIDE_BY_SIDE = Duration.ofSeconds(5);

    private static final String HEAD = "older,acknowledged,letters,repeated,wrong,left_held,max_stall_ms";

    @Test
    void whatEitherReleaseHasAcknowledgedIsThereOnce() throws Exception {
        long seed = Long.getLong("drill.seed", System.nanoTime());
        System.out.println("hosts of two releases: -Ddrill.seed=" + seed);
        OlderRelease older = OlderRelease.built();
        try (DrillFarm farm = DrillFarm.onLoopback(
                        "releases-hosts", MEMBERS, DrillFarm.settings(Durability.MEMORY, MEMBERS))
                .running(ChaosNode.class)) {
            farm.names().forEach(name -> farm.downgrade(name, older));
            farm.startAll();
            HostFarm hosts = new HostFarm(farm);
            farm.nodes().forEach(hosts::learnPort);
            List<Client> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(number -> new Client(number, hosts.ports(), seed, true))
                    .toList();
            HostFarm.work(clients, () -> {
                farm.names().forEach(name -> replace(farm, hosts, name, farm::upgrade));
                farm.names().forEach(name -> replace(farm, hosts, name, each -> farm.downgrade(each, older)));
            });

            Awaitility.await("letters are delivered, and timers have fired")
                    .atMost(DrillFarm.PATIENCE)
                    .until(() -> hosts.wrongErrands(clients).isEmpty());
            long held = hosts.awaitRest();
            List<Client.Written> written = new ArrayList<>();
            clients.forEach(client -> written.addAll(client.written()));
            Judgement found = Judgement.of(written, hosts.stored());
            Summary.append(
                    "hosts-of-two-releases.csv", HEAD + System.lineSeparator(), row(older, clients, found, held));

            assertThat(found.wrong()).isEmpty();
            assertThat(hosts.wrongErrands(clients)).isEmpty();
            assertThat(held).as("instances that are held or not initialized").isZero();
        }
    }

    private static void replace(DrillFarm farm, HostFarm hosts, String name, Consumer<String> release) {
        HostFarm.pass(SIDE_BY_SIDE);
        farm.stop(name);
        release.accept(name);
        hosts.learnPort(farm.start(name));
        farm.awaitWhole();
        HostFarm.pass(SIDE_BY_SIDE);
    }

    private static String row(OlderRelease older, List<Client> clients, Judgement found, long held) {
        return "%s,%d,%d,%d,%d,%d,%d%n"
                .formatted(
                        older.commit(),
                        found.acknowledged(),
                        clients.stream()
                                .flatMap(client -> client.posted().values().stream())
                                .mapToLong(List::size)
                                .sum(),
                        clients.stream().mapToLong(Client::repeated).sum(),
                        found.wrong().size(),
                        held,
                        clients.stream().mapToLong(Client::longestMillis).max().orElse(0));
    }
}
