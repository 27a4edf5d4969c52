// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Steps of the threads of partitions, which look at slots between changes. */
final class PartitionSteps {

    private static final long MOST_SECONDS = 10;

    private PartitionSteps() {}

    /**
     * Waits for steps.
     *
     * @throws IllegalStateException if one of them has failed or takes too long
     */
    static void await(List<CompletableFuture<Void>> steps) {
        try {
            CompletableFuture.allOf(steps.toArray(CompletableFuture<?>[]::new)).get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new IllegalStateException("the threads of the partitions have not shown what has changed", failure);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while changes were collected", ended);
        }
    }
}
