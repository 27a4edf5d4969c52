// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Gives back the hold of the handle and changes nothing else; the handle is freed (contract §2.4: pure unlock). On a handle
 * without a hold it settles an {@linkplain OutcomeUnknownException unknown outcome} only: a release that was carried out
 * before is answered the same, and any other is an {@link IllegalStateException}.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 */
public record ReleaseInstance(CommandId id) implements PersistenceCommand<ReleaseOutcome> {

    /** Checks that nothing is missing. */
    public ReleaseInstance {
        Objects.requireNonNull(id, "id");
    }

    /**
     * A new intention.
     *
     * @return the command with a fresh id
     */
    public static ReleaseInstance now() {
        return new ReleaseInstance(CommandId.random());
    }

    @Override
    public CompletionStage<ReleaseOutcome> dispatchTo(CommandHandler handler) {
        return handler.releaseInstance(id);
    }
}
