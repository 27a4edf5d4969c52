// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import java.util.concurrent.CompletableFuture;

/** Does what is due for an instance in memory: sends its messages, fires its timers, takes its posted messages. */
public interface LaneWork {

    /** Makes a job that does what is due when its turn in the lane comes. */
    Job job();

    /**
     * Does what is due within the running job of a lane. Never fails.
     *
     * @param lane the lane
     * @param resident its instance
     * @return completed when nothing more is due
     */
    CompletableFuture<Void> run(Lane lane, Resident<?> resident);
}
