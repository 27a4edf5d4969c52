// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three hosts on three members, of which one after the other is killed, or stands still for two leases, while clients write into
 * two hundred instances in both ways, and ask what changes nothing.
 */
final class ChaosDrill {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LOAD = Duration.ofSeconds(Integer.getInteger("drill.seconds", 60));
    private static final int CLIENTS = 8;
    private static final String HEAD =
            "mode,seconds,kills,pauses,acknowledged,repeated,questions,reconsidered,lost,twice,elsewhere,disordered,unknown,left_held,max_stall_ms";

    private int kills;
    private int pauses;

    /** With write-behind a farm needs a database beside it, which {@code WriteBehindDrill} has. */
    @ParameterizedTest
    @EnumSource(
            value = Durability.class,
            names = {"MEMORY", "PROTECTED"})
    void everyAcknowledgedNoteIsThereOnceAndInOrder(Durability durability) throws Exception {
        long seed = Long.getLong("drill.seed", System.nanoTime());
        System.out.println("chaos: -Ddrill.seed=" + seed);
        String mode = durability.name().toLowerCase(Locale.ROOT);
        Map<String, String> settings = new HashMap<>(DrillFarm.settings(durability, 3));
        settings.put("rehydrate.lease", LEASE.toSeconds() + "s");
        try (DrillFarm farm = DrillFarm.onLoopback("chaos-" + mode, 3, settings)
                .running(ChaosNode.class)
                .startAll()) {
            HostFarm hosts = new HostFarm(farm);
            farm.nodes().forEach(hosts::learnPort);
            List<Client> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(number -> new Client(number, hosts.ports(), seed))
                    .toList();
            long startedAt = System.nanoTime();
            HostFarm.work(clients, () -> breakSomething(farm, hosts, new Random(seed)));
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedAt);

            farm.awaitWhole();
            long held = hosts.awaitRest();
            List<Client.Written> written = new ArrayList<>();
            clients.forEach(client -> written.addAll(client.written()));
            Judgement found = Judgement.of(written, hosts.stored());
            Summary.append("chaos.csv", HEAD + System.lineSeparator(), row(mode, seconds, clients, found, held));

            assertThat(found.wrong()).isEmpty();
            assertThat(clients)
                    .as("questions whose repeat had another reply")
                    .flatMap(Client::reconsidered)
                    .isEmpty();
            assertThat(held).as("instances that are held or not initialized").isZero();
            assertThat(kills + pauses).as("faults").isPositive();
        }
    }

    /** One fault after the other, each when the farm has recovered from the one before, for as long as the load lasts. */
    private void breakSomething(DrillFarm farm, HostFarm hosts, Random random) {
        long end = System.nanoTime() + LOAD.toNanos();
        while (System.nanoTime() < end) {
            HostFarm.pass(Duration.ofSeconds(2));
            String victim = farm.names().get(random.nextInt(farm.names().size()));
            if (random.nextBoolean()) {
                kills++;
                farm.kill(List.of(victim));
                HostFarm.pass(LEASE);
                hosts.learnPort(farm.start(victim));
            } else {
                pauses++;
                farm.node(victim).whileFrozen(() -> HostFarm.pass(LEASE.multipliedBy(2)));
            }
            farm.awaitWhole();
        }
    }

    private String row(String mode, long seconds, List<Client> clients, Judgement found, long held) {
        return "%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d%n"
                .formatted(
                        mode,
                        seconds,
                        kills,
                        pauses,
                        found.acknowledged(),
                        clients.stream().mapToLong(Client::repeated).sum(),
                        clients.stream().mapToInt(Client::questions).sum(),
                        clients.stream()
                                .mapToInt(client -> client.reconsidered().size())
                                .sum(),
                        found.lost().size(),
                        found.twice().size(),
                        found.elsewhere().size(),
                        found.disordered().size(),
                        found.unknown().size(),
                        held,
                        clients.stream().mapToLong(Client::longestMillis).max().orElse(0));
    }
}
