// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.ControlOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Removes the instance of the handle with its keys, in every state, held or not: for administrators (contract
 * §2.10). The next command of its holder fails with {@link LeaseLostException}.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 */
public record DeleteInstance(CommandId id) implements PersistenceCommand<ControlOutcome> {

    /** Checks that nothing is missing. */
    public DeleteInstance {
        Objects.requireNonNull(id, "id");
    }

    /**
     * A new intention.
     *
     * @return the command with a fresh id
     */
    public static DeleteInstance now() {
        return new DeleteInstance(CommandId.random());
    }

    @Override
    public CompletionStage<ControlOutcome> dispatchTo(CommandHandler handler) {
        return handler.deleteInstance(id);
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
