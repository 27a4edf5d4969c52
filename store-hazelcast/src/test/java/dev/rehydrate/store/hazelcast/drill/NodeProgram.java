// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.InstanceStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every process of a drill has in common, whichever store it opens: it says when it is up, then obeys one line at a time from
 * its standard input, and ends when that ends. It knows what a round is.
 */
public abstract class NodeProgram {

    private static final Logger LOG = LoggerFactory.getLogger(NodeProgram.class);

    private final String name;
    private final InstanceStore store;
    private @Nullable Round round;

    /**
     * Makes the program of a node that is up.
     *
     * @param name the name of the node
     * @param store its store
     */
    protected NodeProgram(String name, InstanceStore store) {
        this.name = name;
        this.store = store;
    }

    /**
     * Runs a node until no more orders come.
     *
     * @param start opens its store
     */
    protected static void run(Supplier<? extends NodeProgram> start) {
        try {
            Orders orders = Orders.from(System.in);
            PrintStream control = System.out;
            System.setOut(System.err);
            NodeProgram node = start.get();
            control.println("0 up");
            while (true) {
                String line = orders.next();
                int space = line.indexOf(' ');
                control.println(line.substring(0, space) + " " + node.obey(line.substring(space + 1)));
            }
        } catch (InterruptedException | RuntimeException failure) {
            LOG.error("the node ends", failure);
        }
        // A store may keep the process alive.
        Runtime.getRuntime().halt(0);
    }

    private String obey(String order) {
        try {
            return answer(List.of(order.split(" ")));
        } catch (Exception failure) {
            LOG.error("could not obey: {}", order, failure);
            return "failed " + failure.toString().replace('\n', ' ');
        }
    }

    /**
     * Obeys.
     *
     * @param words the order
     * @return the reply
     * @throws InterruptedException if it is interrupted
     */
    protected String answer(List<String> words) throws InterruptedException {
        return switch (words.get(0)) {
            case "round" -> {
                List<String> nodes = Arrays.asList(words.get(3).split(","));
                begin(new Plot(Integer.parseInt(words.get(1)), nodes), Path.of(words.get(2)));
                yield "done";
            }
            case "reside" -> {
                new Residents(store, Integer.parseInt(words.get(1))).create();
                yield "done";
            }
            case "residents" -> String.valueOf(new Residents(store, Integer.parseInt(words.get(1))).count());
            case RelayedPages.ORDER -> RelayedPages.answer(store, words);
            default -> round().answer(words);
        };
    }

    private void begin(Plot plot, Path file) {
        if (round != null) {
            round.close();
        }
        round = new Round(plot, name, store, file);
    }

    private Round round() {
        if (round == null) {
            throw new IllegalStateException("no round has begun");
        }
        return round;
    }
}
