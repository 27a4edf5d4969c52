// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import dev.rehydrate.host.ConcurrencyControl;
import dev.rehydrate.host.chaos.Judgement.Place;
import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.NodeJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The hosts of a farm, each with a port at which clients ask, and what they have stored. */
final class HostFarm {

    private final DrillFarm farm;
    private final Map<String, Integer> ports = new ConcurrentHashMap<>();

    HostFarm(DrillFarm farm) {
        this.farm = farm;
    }

    /** {@return the ports by node, which changes while clients ask} */
    Map<String, Integer> ports() {
        return ports;
    }

    /** Lets clients ask a node that was started. */
    void learnPort(NodeJvm node) {
        ports.put(node.name(), Integer.parseInt(node.ask(DrillFarm.SOON, "port")));
    }

    /** Lets clients work while something happens, and until the last note of each is acknowledged. */
    static void work(List<Client> clients, Runnable meanwhile) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            List<CompletableFuture<Void>> all = clients.stream()
                    .map(client -> CompletableFuture.runAsync(client, threads))
                    .toList();
            meanwhile.run();
            clients.forEach(Client::stop);
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                    .get(DrillFarm.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    static Void pass(Duration time) {
        Awaitility.await().pollDelay(time).atMost(time.plus(DrillFarm.SOON)).until(() -> true);
        return null;
    }

    private NodeJvm any() {
        return farm.nodes().iterator().next();
    }

    /** Whatever is in memory leaves it soon; {@return how many instances do not come to rest} */
    long awaitRest() {
        long end = System.nanoTime() + DrillFarm.PATIENCE.toNanos();
        long restless = restless();
        while (restless > 0 && System.nanoTime() < end) {
            pass(Duration.ofSeconds(1));
            restless = restless();
        }
        return restless;
    }

    private long restless() {
        return Long.parseLong(any().ask(DrillFarm.PATIENCE, "restless"));
    }

    /** {@return the notes of each notebook} */
    Map<Place, List<String>> stored() {
        Map<Place, List<String>> stored = new HashMap<>();
        for (ConcurrencyControl way : ConcurrencyControl.values()) {
            for (String book : Client.books()) {
                String shown = any().ask(DrillFarm.PATIENCE, "show", way, book);
                if (shown.startsWith("notes ")) {
                    stored.put(
                            new Place(way, book),
                            List.of(shown.substring("notes ".length()).split(",")));
                }
            }
        }
        return stored;
    }

    /**
     * Compares letters with those that were posted.
     *
     * @param clients those that have posted
     * @return what is wrong: of each letter that was acknowledged one turn is to be there, and one of its timer
     */
    List<String> wrongErrands(List<Client> clients) {
        List<String> wrong = new ArrayList<>();
        for (String book : Client.books()) {
            List<String> posted = clients.stream()
                    .flatMap(client -> client.posted().getOrDefault(book, List.of()).stream())
                    .sorted()
                    .toList();
            String[] shown = any().ask(DrillFarm.PATIENCE, "errands", book).split(" ", -1);
            for (String each : shown) {
                List<String> done = each.isEmpty()
                        ? List.of()
                        : List.of(each.split(",")).stream().sorted().toList();
                if (!done.equals(posted)) {
                    wrong.add(book + " has " + done + " of " + posted);
                }
            }
        }
        return wrong;
    }
}
