// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.outcome.RunnableOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Loads one instance that wants to run without a message, of the owner's host type and definitions: one that is due, or
 * whose holder died (contract §2.7). The handle must not have an instance. Two callers never get the same one.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 */
public record LoadRunnable(CommandId id) implements PersistenceCommand<RunnableOutcome> {

    /** Checks that nothing is missing. */
    public LoadRunnable {
        Objects.requireNonNull(id, "id");
    }

    /**
     * A new intention.
     *
     * @return the command with a fresh id
     */
    public static LoadRunnable now() {
        return new LoadRunnable(CommandId.random());
    }

    @Override
    public CompletionStage<RunnableOutcome> dispatchTo(CommandHandler handler) {
        return handler.loadRunnable(id);
    }
}
