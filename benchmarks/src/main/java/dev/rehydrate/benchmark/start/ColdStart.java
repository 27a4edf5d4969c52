// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.start;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.farm.Residents;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.process.AllProcesses;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** A process that starts one member, writes one entry or instance, says how long that took since its birth and
 * how much processor time, and ends. */
final class ColdStart {

    static final String BARE = "bare";
    static final String STORE = "store";

    private ColdStart() {}

    /**
     * Runs in a process that {@link StartRun} starts.
     *
     * @param args {@link #BARE} or {@link #STORE}
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) {
        if (args[0].equals(BARE)) {
            startBare();
        } else {
            Farm.start(Topology.ONE);
            Residents.create(Farm.access(0), IntStream.of(0));
        }
        long micros = new AllProcesses().processorNanos() / 1000;
        long millis = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.println(millis + " " + micros);
        Runtime.getRuntime().halt(0);
    }

    private static void startBare() {
        Config config = Settings.bareMember("bench-" + UUID.randomUUID(), List.of());
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        IMap<UUID, byte[]> map = member.getMap("bare");
        map.set(UUID.randomUUID(), new byte[1024]);
    }
}
