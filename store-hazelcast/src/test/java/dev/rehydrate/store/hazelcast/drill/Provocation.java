// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome.Loaded;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What makes the state of a member that is cut off look farther than that of the majority: in the moments before it knows, it
 * completes half of the disputed instances, saves the others several times, and looks at what it has made of them.
 */
final class Provocation {

    private static final int SAVES = 3;
    private static final int LOOKS = 8;
    private static final Duration BREATH = Duration.ofMillis(30);

    private final Writer writer;
    private final List<InstanceId> instances;
    private final List<Runnable> commands = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "provocation");
        thread.setDaemon(true);
        return thread;
    });

    Provocation(Writer writer, List<InstanceId> instances) {
        this.writer = writer;
        this.instances = instances;
    }

    /** Looks at all disputed instances, while that is still possible. */
    void aim() {
        for (InstanceId instance : instances) {
            try (Loan loan = writer.watch(instance, LoadMode.authoritative())) {
                Loaded found = loan.loaded()
                        .orElseThrow(() -> new IllegalStateException("instance " + instance + " is not there"));
                aimAt(instance, Mark.of(found.snapshot()));
            }
        }
    }

    private void aimAt(InstanceId instance, Mark seen) {
        boolean ends = commands.size() % (SAVES + 1) == 0;
        if (ends) {
            Change end = Change.complete(writer.newEntry(), instance, seen, CompletionAction.DELETE);
            commands.add(() -> writer.first(end));
            return;
        }
        for (int left = SAVES; left > 0; left--) {
            Change save = Change.blind(writer.newEntry(), instance);
            commands.add(() -> writer.first(save));
        }
    }

    /** Gives all commands at the same moment, and does not wait for their answers. */
    void provoke() {
        commands.forEach(threads::execute);
        threads.execute(() -> look(LoadMode.authoritative()));
        threads.execute(() -> look(LoadMode.free()));
    }

    private void look(LoadMode mode) {
        for (int left = LOOKS; left > 0; left--) {
            instances.stream().takeWhile(instance -> !threads.isShutdown()).forEach(instance -> look(instance, mode));
        }
    }

    /** Only an authoritative load is to include every acknowledged change; of every load the ETag is written down. */
    private void look(InstanceId instance, LoadMode mode) {
        if (mode.equals(LoadMode.authoritative())) {
            writer.watch(instance, mode).close();
        } else {
            writer.load(instance, () -> writer.handle(instance), LoadInstance.of(mode))
                    .close();
        }
        LockSupport.parkNanos(BREATH.toNanos());
    }

    /** Waits for the answers; false if a command has none. */
    boolean close() throws InterruptedException {
        threads.shutdown();
        return threads.awaitTermination(Writer.PATIENCE.toSeconds() + 5, TimeUnit.SECONDS);
    }
}
