// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.process.ParentPipe;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A workflow host on a client of a farm, which keeps its instances in memory: the one whose process dies, or the one that takes them over. */
final class OrphanHost implements AutoCloseable {

    /** What its process says when it holds its instances. */
    static final String READY = "ready";

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofHours(1);
    private static final String TYPE = "orphans";

    private final Queue<Long> loaded = new ConcurrentLinkedQueue<>();
    private final Queue<Long> released = new ConcurrentLinkedQueue<>();
    private final HazelcastInstance client;
    private final InstanceStore store;
    private final Operation<Job, Wish, String> touch;
    private final WorkflowHost host;

    /** The state of an instance. */
    public record Job(String id) {}

    /** Every message. */
    public record Wish(String id) {}

    OrphanHost(HazelcastInstance client) {
        this.client = client;
        // All stores of a farm have one lease: how often they look at others depends on their own.
        this.store = HazelcastInstanceStore.open(
                client,
                StoreOptions.defaults()
                        .withLease(LEASE)
                        .withValues(ValueEncoding.with(JacksonCodec.builder().build())));
        this.touch = Operation.createOrGet("Touch", Wish.class)
                .correlatedBy(Correlation.<Wish>content(TYPE).part("Id", Wish::id))
                .<Job, String>handledBy((turn, job, wish) -> {
                    turn.become(new Job(wish.id()));
                    return "";
                });
        this.host = WorkflowHost.builder(store)
                .owner(OwnerDescription.ofType(TYPE))
                .definition(WorkflowDefinition.of(TYPE, "1", Job.class).with(touch))
                .timeToUnload(LONG)
                .listener(this::note)
                .start();
    }

    /**
     * Runs in a process that is killed.
     *
     * @param args how many instances, a part of their names, the name of the cluster, and the addresses of members
     */
    public static void main(String[] args) {
        List<String> members = Arrays.asList(args).subList(3, args.length);
        OrphanHost host = new OrphanHost(HazelcastClient.newHazelcastClient(Settings.client(args[2], members)));
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            var unused = host.host.call(host.touch, new Wish(args[1] + i), CallOptions.DEFAULT);
        }
        ParentPipe.serve(READY);
    }

    private void note(HostEvent event) {
        if (event.kind() == HostEvent.Kind.REHYDRATED) {
            loaded.add(System.nanoTime());
        } else if (event.kind() == HostEvent.Kind.DEHYDRATED) {
            released.add(System.nanoTime());
        }
    }

    int released() {
        return released.size();
    }

    long firstLoaded() {
        return loaded.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    long lastReleased() {
        return released.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    @Override
    public void close() {
        host.close();
        store.close();
        client.shutdown();
    }
}
