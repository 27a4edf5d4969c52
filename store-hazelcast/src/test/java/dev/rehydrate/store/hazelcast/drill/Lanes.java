// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets lanes run, each with a pause after each step. */
final class Lanes {

    static final String CLOSED = "the store is closed";

    private static final int THREADS = 20;

    private final Recorder recorder;
    private final List<Lane> lanes = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "lane");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean ending;

    Lanes(Recorder recorder) {
        this.recorder = recorder;
    }

    void start(Lane lane) {
        lanes.add(lane);
        var unused =
                threads.scheduleWithFixedDelay(() -> step(lane), 0, lane.pause().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void step(Lane lane) {
        try {
            if (ending) {
                lane.settle();
            } else {
                lane.step();
            }
        } catch (InstanceStoreException noOwner) {
            // There is none to work for at the moment; the next step asks for one again.
            return;
        } catch (RuntimeException failure) {
            if (String.valueOf(failure.getMessage()).startsWith(CLOSED)) {
                // The process was asked to end. A node that should go on and does not is missed by those that wait for
                // its saves.
                end();
                return;
            }
            recorder.add(new Odd("a lane has failed: " + failure));
        }
    }

    /** Gives no new commands. */
    void end() {
        ending = true;
    }

    /** {@return how many outcomes are unknown} */
    long unsettled() {
        return lanes.stream().filter(lane -> !lane.isSettled()).count();
    }

    /** Waits for the steps that run, and gives back what is held; false if a step runs on. */
    boolean close() throws InterruptedException {
        end();
        threads.shutdown();
        boolean ended = threads.awaitTermination(Writer.PATIENCE.toSeconds() + 5, TimeUnit.SECONDS);
        lanes.forEach(Lane::close);
        return ended;
    }
}
