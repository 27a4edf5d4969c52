// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * A process with both nodes on one file. It is told what to do on standard input, one word a line, and answers on standard
 * output; it ends when standard input does, so that it never outlives the process that has started it.
 */
final class FarmMain {

    static final String NODES = "nodes";
    static final String DEEDS = "deeds";
    static final String IN_MEMORY = "in-memory";
    static final String STOP = "stop ";

    private FarmMain() {}

    /**
     * Runs until standard input ends.
     *
     * @param arguments the directory of the file
     * @throws IOException if there is no free port, or the file cannot be opened
     */
    public static void main(String[] arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (LocalFarm farm = LocalFarm.start(DurableFile.in(Path.of(arguments[0])))) {
            answers.println(nodes(farm));
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                answers.println(carryOut(order, farm));
            }
        }
    }

    private static String carryOut(String order, LocalFarm farm) {
        if (order.equals(DEEDS)) {
            return farm.takeDeeds().stream().map(Deed::word).collect(Collectors.joining(" "));
        }
        if (order.equals(IN_MEMORY)) {
            return String.valueOf(farm.documentsInMemory());
        }
        if (order.startsWith(STOP)) {
            farm.stop(order.substring(STOP.length()));
        }
        return nodes(farm);
    }

    private static String nodes(LocalFarm farm) {
        return farm.nodes().stream().map(node -> node.name() + "=" + node.uri()).collect(Collectors.joining(" "));
    }
}
