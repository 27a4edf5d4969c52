// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.ControlOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Takes the hold of the instance of the handle away from its owner, a live one too, and changes nothing else: for
 * administrators (contract §2.10). The next command of its holder fails with {@link LeaseLostException}, so what the holder
 * had not saved is not saved any more.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 */
public record ForceRelease(CommandId id) implements PersistenceCommand<ControlOutcome> {

    /** Checks that nothing is missing. */
    public ForceRelease {
        Objects.requireNonNull(id, "id");
    }

    /**
     * A new intention.
     *
     * @return the command with a fresh id
     */
    public static ForceRelease now() {
        return new ForceRelease(CommandId.random());
    }

    @Override
    public CompletionStage<ControlOutcome> dispatchTo(CommandHandler handler) {
        return handler.forceRelease(id);
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
