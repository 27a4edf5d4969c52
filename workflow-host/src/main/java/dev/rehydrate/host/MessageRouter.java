// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Brings messages to the host beside the member on which their instance is kept, so that its loads and saves are local. An
 * optimization: every host can work on every message. The transport is the application's own; at its other end the message
 * is given to {@link WorkflowHost#callAsync} with {@link CallOptions#here}, so that it is not passed on again.
 */
public interface MessageRouter {

    /**
     * Brings a message elsewhere, or leaves it here. Must not block.
     *
     * @param member the member of the cluster that keeps the instance, as host and port
     * @param operation the operation
     * @param message the message
     * @param options what the caller wants of the call
     * @param <M> the messages
     * @param <R> the replies
     * @return the answer to come, which is given to the caller as it is, unless it comes more than half a second after the deadline
     *     of the call; or empty to work on the message here
     */
    <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
            String member, Operation<?, M, R> operation, M message, CallOptions options);
}
