// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import java.util.concurrent.CompletableFuture;

/** Something to do with one instance, while nothing else is done with it. */
public interface Job {

    /** Begins, on a thread of the host. Completes when the lane may go on, and never fails. */
    CompletableFuture<Void> run(Lane lane);

    /** Is called instead of {@link #run} when the host's threads take no more work. */
    void refused(Throwable why);

    /** Whether an idle instance is not idle any more. */
    boolean isActivity();

    /** Whether it is begun before the jobs that wait already: what they do makes more work for it. */
    default boolean goesFirst() {
        return false;
    }
}
