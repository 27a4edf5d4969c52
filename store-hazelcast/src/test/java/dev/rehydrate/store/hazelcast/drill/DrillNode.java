// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.time.TimeSource;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of a farm: a member or a client, a store on it, and callers. Started with the settings of the store as system properties;
 * obeys one line at a time from its standard input, and ends when that ends.
 */
final class DrillNode {

    private static final Logger LOG = LoggerFactory.getLogger(DrillNode.class);

    private final String name;
    private final InstanceStore store;
    private final HazelcastInstance member;
    private final boolean isClient;
    private @Nullable Round round;
    private @Nullable Filling filling;

    private DrillNode(String name, TimeSource time) {
        this.name = name;
        this.store = HazelcastInstanceStore.start(
                HazelcastStoreOptions.load().time(time).build());
        Collection<HazelcastInstance> members = Hazelcast.getAllHazelcastInstances();
        this.isClient = members.isEmpty();
        this.member = (isClient ? HazelcastClient.getAllHazelcastClients() : members)
                .iterator()
                .next();
    }

    /**
     * Runs a node.
     *
     * @param arguments its name and, optionally, the file that says what time it is
     */
    public static void main(String[] arguments) {
        try {
            run(arguments);
        } catch (InterruptedException | RuntimeException failure) {
            LOG.error("the node ends", failure);
        }
        // The member keeps the process alive.
        Runtime.getRuntime().halt(0);
    }

    private static void run(String[] arguments) throws InterruptedException {
        Orders orders = Orders.from(System.in);
        PrintStream control = System.out;
        System.setOut(System.err);
        TimeSource time =
                arguments.length > 1 ? new ToldTime(new SharedInstant(Path.of(arguments[1]))) : TimeSource.system();
        DrillNode node = new DrillNode(arguments[0], time);
        control.println("0 up");
        while (true) {
            String line = orders.next();
            int space = line.indexOf(' ');
            control.println(line.substring(0, space) + " " + node.obey(line.substring(space + 1)));
        }
    }

    private String obey(String order) {
        try {
            return answer(List.of(order.split(" ")));
        } catch (Exception failure) {
            LOG.error("could not obey: {}", order, failure);
            return "failed " + failure.toString().replace('\n', ' ');
        }
    }

    private String answer(List<String> words) throws InterruptedException {
        return switch (words.get(0)) {
            case "members" -> String.valueOf(member.getCluster().getMembers().size());
            case "time" -> String.valueOf(System.currentTimeMillis());
            // A client has no copies.
            case "safe" ->
                String.valueOf(isClient || member.getPartitionService().isClusterSafe());
            case "reside" -> {
                new Residents(store, Integer.parseInt(words.get(1))).create();
                yield "done";
            }
            case "residents" -> String.valueOf(new Residents(store, Integer.parseInt(words.get(1))).count());
            case "filling" -> filling().answer(words.subList(1, words.size()));
            case "round" -> {
                List<String> nodes = Arrays.asList(words.get(3).split(","));
                begin(new Plot(Integer.parseInt(words.get(1)), nodes), Path.of(words.get(2)));
                yield "done";
            }
            default -> round().answer(words);
        };
    }

    private void begin(Plot plot, Path file) {
        if (round != null) {
            round.close();
        }
        round = new Round(plot, name, store, file);
    }

    private Filling filling() {
        if (filling == null) {
            filling = new Filling(store);
        }
        return filling;
    }

    private Round round() {
        if (round == null) {
            throw new IllegalStateException("no round has begun");
        }
        return round;
    }
}
