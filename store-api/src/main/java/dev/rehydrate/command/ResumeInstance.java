// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.outcome.ControlOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Lets the instance of the handle run again, held or not (contract §4.8).
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 */
public record ResumeInstance(CommandId id) implements PersistenceCommand<ControlOutcome> {

    /** Checks that nothing is missing. */
    public ResumeInstance {
        Objects.requireNonNull(id, "id");
    }

    /**
     * A new intention.
     *
     * @return the command with a fresh id
     */
    public static ResumeInstance now() {
        return new ResumeInstance(CommandId.random());
    }

    @Override
    public CompletionStage<ControlOutcome> dispatchTo(CommandHandler handler) {
        return handler.resumeInstance(id);
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
