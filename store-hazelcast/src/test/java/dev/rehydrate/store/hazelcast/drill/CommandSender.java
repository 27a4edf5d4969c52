// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Sends commands synchronously or asynchronously, at random: the steps of a synchronous command run in the thread of its caller,
 * those of an asynchronous one in the threads that bring the answers.
 */
final class CommandSender {

    private final InstanceStore store;
    private final Duration patience;
    private final Consumer<String> complaints;

    /**
     * Makes a sender.
     *
     * @param store the store
     * @param patience how long a command may take
     * @param complaints is told of a failure that no fault explains
     */
    CommandSender(InstanceStore store, Duration patience, Consumer<String> complaints) {
        this.store = store;
        this.patience = patience;
        this.complaints = complaints;
    }

    /**
     * Gives a command and waits for its end.
     *
     * @throws InstanceStoreException as the store does
     */
    <R> R execute(InstanceHandle handle, PersistenceCommand<R> command) {
        try {
            return ThreadLocalRandom.current().nextBoolean()
                    ? store.execute(handle, command, patience)
                    : executeAsync(handle, command);
        } catch (InstanceStoreException failure) {
            requireExplained(command, failure);
            throw failure;
        }
    }

    private <R> R executeAsync(InstanceHandle handle, PersistenceCommand<R> command) {
        try {
            return store.executeAsync(handle, command, patience).get(2 * patience.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(failed);
        } catch (TimeoutException late) {
            throw new IllegalStateException("a command was not answered by its deadline", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** A store that is away may be tried again; one that sends from the wrong thread only looks as if it were away. */
    private void requireExplained(PersistenceCommand<?> command, InstanceStoreException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalThreadStateException) {
                complaints.accept(
                        command.getClass().getSimpleName() + " was sent from a thread that may not: " + cause);
            }
        }
    }
}
