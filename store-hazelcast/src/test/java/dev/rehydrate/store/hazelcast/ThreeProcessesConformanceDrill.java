// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.SharedInstant;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** The kit on three members in processes of their own, each node of the farm a client; the kit's clock is theirs too. */
final class ThreeProcessesConformanceDrill extends InstanceStoreConformance {

    private static final DrillFarm FARM = DrillFarm.onLoopback(
            "conformance",
            3,
            Map.of(
                    // Their own stores have nothing to do and must not tidy up before the kit's do.
                    "rehydrate.sweep-period",
                    "3650d",
                    "rehydrate.detection-period",
                    "3650d",
                    // One sweep looks at no more than 32 partitions, and the kit waits for a few sweeps.
                    "hazelcast.partition.count",
                    "13"));
    private static final SharedInstant CLOCK =
            new SharedInstant(FARM.directory().resolve("clock"));
    private static final List<HazelcastInstance> CLIENTS = start();

    private static List<HazelcastInstance> start() {
        FARM.startAll(FARM.directory().resolve("clock").toString());
        HazelcastStoreOptions settings = HazelcastStoreOptions.builder()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .clusterName(FARM.clusterName())
                .members(FARM.addresses())
                .build();
        return IntStream.range(0, 3)
                .mapToObj(number -> ClusterStart.of(settings))
                .toList();
    }

    @Override
    protected StoreFixture newFixture() {
        return new SharedTimeFixture(new ClusterFixture(CLIENTS, CLIENTS));
    }

    @AfterAll
    static void stop() {
        HazelcastClient.shutdownAll();
        FARM.close();
    }

    /** Tells the members what time it is whenever they are asked something. */
    private record SharedTimeFixture(ClusterFixture cluster) implements StoreFixture {

        @Override
        public InstanceStore open(StoreOptions options) {
            // A store asks the members for their time as soon as it opens.
            CLOCK.follow(cluster.time());
            return cluster.open(options.withDecorator(
                    engine -> options.decorator().apply(new TimeTellingEngine(engine, cluster.time()))));
        }

        @Override
        public ManualTime time() {
            return cluster.time();
        }

        @Override
        public void advance(Duration by) {
            cluster.advance(by);
        }

        @Override
        public boolean isIdle() {
            return cluster.isIdle();
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    private static final class TimeTellingEngine extends ForwardingEngine {

        private final ManualTime time;

        TimeTellingEngine(StorageEngine engine, ManualTime time) {
            super(engine);
            this.time = time;
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            CLOCK.follow(time);
            return super.apply(at, operation);
        }

        @Override
        public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
            CLOCK.follow(time);
            return super.readNearest(at, values);
        }

        @Override
        public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
            CLOCK.follow(time);
            return super.scan(scan, limit);
        }

        @Override
        public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
            CLOCK.follow(time);
            return super.walk(scan, after, limit);
        }

        @Override
        public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
            CLOCK.follow(time);
            return super.nextDue(hostType, after);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            CLOCK.follow(time);
            return super.query(query);
        }
    }
}
