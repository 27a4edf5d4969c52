// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.List;
import java.util.stream.IntStream;

/** Weighs idle instances of 1 KB with their keys against bare entries of 1 KB, on one member. */
final class FootprintRun {

    private static final int COUNT = 200_000;
    /** What was never saved is not what users have. */
    private static final int SAVES = 8;

    private static final int COLLECTIONS = 4;
    private static final double GOAL = 1.15;

    private FootprintRun() {}

    static void run(ResultFile results) {
        double bare = weigh(() -> Residents.putBare(Farm.access(0, 0), IntStream.range(0, COUNT)));
        double store = weigh(() -> Residents.create(Farm.access(0, 0), IntStream.range(0, COUNT)));
        Ratio ratio = Ratio.of(List.of(bare), List.of(store));
        results.add(ResultRow.of("heap", "idle 1 KB instance with key / entry", "bytes", ratio, GOAL));
        double saved = weigh(() -> {
            Residents.create(Farm.access(0, 0), IntStream.range(0, COUNT));
            Residents.save(Farm.access(0, 0), IntStream.range(0, COUNT), SAVES);
        });
        results.add(ResultRow.of(
                "heap",
                "idle 1 KB instance, saved 8 times / entry",
                "bytes",
                Ratio.of(List.of(bare), List.of(saved)),
                GOAL));
    }

    private static double weigh(Runnable fill) {
        Farm farm = Farm.start(Topology.ONE);
        try {
            // What the first command makes stays, whatever the number of entries.
            Residents.create(Farm.access(0, 0), IntStream.of(COUNT));
            Residents.putBare(Farm.access(0, 0), IntStream.of(COUNT));
            long before = used();
            fill.run();
            return (double) (used() - before) / COUNT;
        } finally {
            farm.close();
        }
    }

    private static long used() {
        Runtime heap = Runtime.getRuntime();
        for (int i = 0; i < COLLECTIONS; i++) {
            heap.gc();
        }
        return heap.totalMemory() - heap.freeMemory();
    }
}
