// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.farm.Residents;
import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.peer.RedisHash;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.benchmark.report.RowKey;
import dev.rehydrate.benchmark.server.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Weighs idle instances of 1 KB with their keys against bare entries of 1 KB, on one member. */
public final class FootprintRun {

    private static final int MOST = 200_000;
    private static final int FEWEST = 25_000;
    /** What was never saved is not what users have. */
    private static final int SAVES = 8;

    private static final int COLLECTIONS = 4;

    private final Results results;
    private final int count;

    public FootprintRun(Results results, Pace pace) {
        this.results = results;
        this.count = Math.max(FEWEST, Math.min(MOST, 2 * pace.residents()));
    }

    public void run() {
        double bare = weigh(() -> Residents.putBare(Farm.access(0), IntStream.range(0, count)));
        double store = weigh(() -> Residents.create(Farm.access(0), IntStream.range(0, count)));
        judge("idle 1 KB instance with key / entry", bare, store);
        double saved = weigh(() -> {
            Residents.create(Farm.access(0), IntStream.range(0, count));
            Residents.save(Farm.access(0), IntStream.range(0, count), SAVES);
        });
        judge("idle 1 KB instance, saved 8 times / entry", bare, saved);
        judge("idle 1 KB instance, saved 8 times / Redis", weighRedis(), saved);
    }

    /** What the server says it has allocated for the same instances with their keys. */
    private double weighRedis() {
        Path folder = Path.of("target", "servers-" + ProcessHandle.current().pid());
        try (RedisServer redis = RedisServer.start(folder.toAbsolutePath());
                RedisHash hashes = new RedisHash(redis.port(), LivesRun.CALLERS)) {
            // What connections and scripts need stays, whatever the number of instances.
            var unused = Herd.of(hashes, LivesRun.CALLERS, CommandsRun.SMALL);
            long before = hashes.usedBytes();
            var all = Herd.of(hashes, count, CommandsRun.SMALL);
            return (double) (hashes.usedBytes() - before) / all.size();
        }
    }

    private void judge(String name, double bare, double store) {
        results.judge(RowKey.named(name, "heap"), "bytes", Ratio.of(List.of(bare), List.of(store)));
    }

    private double weigh(Runnable fill) {
        Farm farm = Farm.start(Topology.ONE);
        try {
            // What the first command makes stays, whatever the number of entries.
            Residents.create(Farm.access(0), IntStream.of(count));
            Residents.putBare(Farm.access(0), IntStream.of(count));
            long before = used();
            fill.run();
            return (double) (used() - before) / count;
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
