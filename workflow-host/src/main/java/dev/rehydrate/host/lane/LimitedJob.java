// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import java.util.concurrent.CompletableFuture;

/**
 * Work for an instance that takes room among a limited number, until that work and the messages that it puts in the queue of
 * the instance are done: the room is left by a job behind them.
 *
 * @param work the work
 * @param leave leaves the room, once
 */
public record LimitedJob(Job work, Runnable leave) implements Job {

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        return work.run(lane).whenComplete((done, failure) -> lane.add(new Leave(leave)));
    }

    @Override
    public void refused(Throwable why) {
        work.refused(why);
        leave.run();
    }

    @Override
    public boolean isActivity() {
        return work.isActivity();
    }

    private record Leave(Runnable leave) implements Job {

        @Override
        public CompletableFuture<Void> run(Lane lane) {
            leave.run();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void refused(Throwable why) {
            leave.run();
        }

        @Override
        public boolean isActivity() {
            return false;
        }
    }
}
