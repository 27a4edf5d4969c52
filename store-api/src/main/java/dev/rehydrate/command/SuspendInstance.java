// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.outcome.ControlOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the instance of the handle from running until it is resumed, held or not (contract §4.8).
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 * @param reason what a person should know, not blank
 * @param failure the type of the exception that led to it, or null
 */
public record SuspendInstance(
        CommandId id, String reason, @Nullable String failure) implements PersistenceCommand<ControlOutcome> {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if the reason is blank
     */
    public SuspendInstance {
        Objects.requireNonNull(id, "id");
        if (reason.isBlank()) {
            throw new IllegalArgumentException(
                    "a suspension needs a reason: a person who asks why the instance does not move finds nothing else");
        }
    }

    /**
     * A new intention without exception.
     *
     * @param reason what a person should know, not blank
     * @return the command with a fresh id
     * @throws IllegalArgumentException if the reason is blank
     */
    public static SuspendInstance because(String reason) {
        return new SuspendInstance(CommandId.random(), reason, null);
    }

    @Override
    public CompletionStage<ControlOutcome> dispatchTo(CommandHandler handler) {
        return handler.suspendInstance(id, reason, failure);
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
