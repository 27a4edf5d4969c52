// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.lane.Job;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.LaneWork;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.Quarantine;
import dev.rehydrate.host.timer.LeftInstances;
import dev.rehydrate.host.timer.RunnablePump;
import dev.rehydrate.instance.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RunnablePumpTest {

    private static final int MORE_THAN_AT_ONCE = 33;

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void ownersThatWereLostTakeNoRoomFromThoseThatCome() {
        HostParts parts = farm.parts();
        LiveOwner lost = now(parts.context().owners().start());
        farm.engine.stopBeats();
        farm.advance(SECOND.multipliedBy(31));
        farm.engine.resumeBeats();
        LiveOwner living = now(parts.context().owners().current());
        assertThat(living).isNotEqualTo(lost);
        RunnablePump pump = new RunnablePump(
                parts.context(),
                parts.definitions(),
                parts.deliveries(),
                new Quarantine(
                        parts.settings(),
                        parts.context().services().store(),
                        parts.context().services().timeline()),
                new LeftInstances(parts.settings()));

        for (int i = 0; i < MORE_THAN_AT_ONCE; i++) {
            assertThat(pump.drain(lost)).isCompleted();
        }

        assertThat(pump.drain(living)).isCompleted();
        now(parts.context().owners().retire(SECOND));
    }

    /** It would never be unloaded: the job that was queued for it would find nothing, and the host forget its lane. */
    @Test
    void instanceThatIsOfferedJustWhenTheRunningJobOfItsLaneEndsIsFoundByItsOwnJob() {
        farm.definition = Orders.DEFINITION;
        try (WorkflowHost maker = farm.host("maker")) {
            maker.call(Orders.REMIND_LATER, topping("7", "base"));
        }
        InstanceId id = Orders.home("7");
        HostParts parts = farm.parts();
        Lanes lanes = parts.context().lanes();
        CompletableFuture<Void> running = new CompletableFuture<>();
        List<Boolean> found = new ArrayList<>();
        lanes.workBy(new EndingMeanwhile(running, found));
        now(parts.context().owners().start());
        lanes.enqueue(id, new QueuedJob(lane -> running, () -> {})).pump();

        farm.advance(SECOND.multipliedBy(11));

        assertThat(found).containsExactly(true);
        assertThat(lanes.hasInMemory(id)).isTrue();
        now(parts.context().owners().retire(SECOND));
    }

    /**
     * Ends the running job of the lane as soon as its own is queued, and tells whether that found a copy in memory, with which
     * it goes on for ever.
     */
    private record EndingMeanwhile(CompletableFuture<Void> running, List<Boolean> found) implements LaneWork {

        @Override
        public Job job() {
            return new QueuedJob(
                    lane -> {
                        boolean isInMemory = lane.resident() != null;
                        found.add(isInMemory);
                        return isInMemory ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
                    },
                    () -> running.complete(null));
        }

        @Override
        public CompletableFuture<Void> run(Lane lane, Resident<?> resident) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private record QueuedJob(Function<Lane, CompletableFuture<Void>> work, Runnable whenQueued) implements Job {

        @Override
        public CompletableFuture<Void> run(Lane lane) {
            return work.apply(lane);
        }

        @Override
        public void refused(Throwable why) {
            throw new AssertionError(why);
        }

        @Override
        public boolean isActivity() {
            whenQueued.run();
            return false;
        }
    }
}
