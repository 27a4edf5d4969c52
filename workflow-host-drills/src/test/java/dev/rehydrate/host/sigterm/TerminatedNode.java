// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.sigterm;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.host.Acknowledge;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.IdlePolicy;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * An application: it makes counters, lets each count once more, and tells in two files which counters have replied to that and
 * which are saved with it. It says "ready" when SIGTERM may come, and goes on until then.
 */
final class TerminatedNode {

    private static final int AT_ONCE = 200;

    private final WorkflowHost host;
    private final int counters;
    private final PrintStream replied;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Set<String> made = ConcurrentHashMap.newKeySet();

    private TerminatedNode(WorkflowHost host, int counters, PrintStream replied) {
        this.host = host;
        this.counters = counters;
        this.replied = replied;
    }

    /**
     * Runs the application.
     *
     * @param arguments the number of counters, when replies are given, whether the application has a hook of its own, a
     *     directory for the two files
     * @throws IOException if a file cannot be written
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int counters = Integer.parseInt(arguments[0]);
        Acknowledge acknowledge = Acknowledge.valueOf(arguments[1]);
        boolean ownHook = Boolean.parseBoolean(arguments[2]);
        Path directory = Path.of(arguments[3]);
        PrintStream saved = file(directory.resolve("saved"));
        InstanceStore store = HazelcastInstanceStore.start(HazelcastStoreOptions.load()
                .values(ValueEncoding.with(JacksonCodec.builder().build()))
                .build());
        WorkflowHost host = WorkflowHost.builder(store)
                .definition(Counter.DEFINITION)
                .acknowledge(acknowledge)
                .timeToUnload(IdlePolicy.NEVER)
                .listener(event -> {
                    if (event.kind() == HostEvent.Kind.PERSISTED) {
                        saved.println(event.instance());
                    }
                })
                .start();
        if (ownHook) {
            Runtime.getRuntime().addShutdownHook(new Thread(host::close, "hook of the application"));
        }
        TerminatedNode node = new TerminatedNode(host, counters, file(directory.resolve("replied")));
        node.make();
        node.count(acknowledge == Acknowledge.BEFORE_SAVE ? counters : counters / 2);
        new CountDownLatch(1).await();
    }

    private static PrintStream file(Path path) throws IOException {
        // Unbuffered: what was told is in the file whatever becomes of the process.
        return new PrintStream(new FileOutputStream(path.toFile()), false, StandardCharsets.UTF_8);
    }

    private void make() throws InterruptedException {
        for (int i = 0; i < counters; i++) {
            String name = "c" + i;
            tick(name, () -> made.add(name));
        }
        room.acquire(AT_ONCE);
        room.release(AT_ONCE);
        if (made.size() != counters) {
            throw new IllegalStateException("only " + made.size() + " counters could be made");
        }
    }

    private void count(int readyAfter) throws InterruptedException {
        for (int i = 0; i < counters; i++) {
            if (i == readyAfter) {
                ready();
            }
            String name = "c" + i;
            tick(name, () -> replied.println(Counter.instance(name)));
        }
        if (readyAfter == counters) {
            room.acquire(AT_ONCE);
            ready();
        }
    }

    private static void ready() {
        System.out.println("ready");
        System.out.flush();
    }

    private void tick(String name, Runnable then) throws InterruptedException {
        room.acquire();
        var unused = host.callAsync(Counter.TICK, new Counter.Tick(name), CallOptions.DEFAULT)
                .whenComplete((outcome, failure) -> {
                    if (outcome instanceof CallOutcome.Replied<Integer>) {
                        then.run();
                    }
                    room.release();
                });
    }
}
