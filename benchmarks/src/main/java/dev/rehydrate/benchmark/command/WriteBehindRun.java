// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.farm.OwnFarm;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Crowd;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.peer.Documents;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.benchmark.server.PostgresServer;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a farm in memory pays for being written behind to PostgreSQL, beside one that is not. A round ends when all that it changed is
 * in the database: what is put off is not left out.
 */
public final class WriteBehindRun {

    static final String SUBJECT = "write-behind";
    static final String BASE = "memory";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Each is written to the database before it is measured. */
    private static final int SHARE = 8;

    private final Stage stage;
    private final Topology topology;

    public WriteBehindRun(Stage stage, Topology topology) {
        this.stage = stage;
        this.topology = topology;
    }

    public void run() {
        Path directory = Path.of("target", "postgres-" + ProcessHandle.current().pid());
        try (PostgresServer server = PostgresServer.start(directory.toAbsolutePath());
                OwnFarm memory = OwnFarm.inMemory(topology);
                OwnFarm behind = OwnFarm.writingBehind(topology, server.url())) {
            stage.processes().add(server.process());
            memory.children().forEach(stage.processes()::add);
            behind.children().forEach(stage.processes()::add);
            run(memory.store(), behind.store());
        }
    }

    private void run(HazelcastInstanceStore memory, HazelcastInstanceStore behind) {
        Documents kept = StoreDocuments.of(memory, LoadMode.free());
        Documents written = StoreDocuments.of(behind, LoadMode.free());
        Subject life = Work.life(kept, CommandsRun.SMALL);
        Subject lifeBehind = flushed(Work.life(written, CommandsRun.SMALL), behind);
        warmUp(life, lifeBehind);
        measure("life with write-behind", life, lifeBehind);
        int count = stage.pace().residents() / SHARE;
        Herd inMemory = Herd.of(kept, count, CommandsRun.SMALL);
        Herd inBoth = Herd.of(written, count, CommandsRun.SMALL);
        behind.flush(PATIENCE);
        measure(
                "save with write-behind",
                Work.save(inMemory, LivesRun.CALLERS),
                flushed(Work.save(inBoth, LivesRun.CALLERS), behind));
    }

    private void warmUp(Subject... subjects) {
        try (Crowd crowd = new Crowd(LivesRun.CALLERS, stage.processes())) {
            for (Subject each : subjects) {
                var unused = crowd.call(each, stage.pace().sharedWarmUpMillis());
            }
        }
    }

    private void measure(String what, Subject memory, Subject behind) {
        stage.measure(
                new Scenario(what, CommandsRun.SMALL, LivesRun.CALLERS),
                new Contest().with(BASE, memory).with(SUBJECT, behind),
                SUBJECT,
                BASE);
    }

    private static Subject flushed(Subject work, HazelcastInstanceStore store) {
        return new Subject() {
            @Override
            public void call(int caller) {
                work.call(caller);
            }

            @Override
            public void endRound() {
                store.flush(PATIENCE);
            }
        };
    }
}
