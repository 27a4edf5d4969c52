// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.outcome.ControlOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Begins the idle time of the instance of the handle anew without a save, whether or not an owner holds it: for an instance
 * that is only read and shall not expire. Data, revision and hold stay as they are, so a save that expects the revision from
 * before is not a mismatch.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 * @param idleTtl whether the idle time to live changes too
 */
public record TouchInstance(CommandId id, IdleTtlChange idleTtl) implements PersistenceCommand<ControlOutcome> {

    /** Checks that nothing is missing. */
    public TouchInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(idleTtl, "idleTtl");
    }

    /**
     * A new intention: the idle time begins anew, and the time to live stays.
     *
     * @return the command with a fresh id
     */
    public static TouchInstance now() {
        return new TouchInstance(CommandId.random(), new IdleTtlChange.Keep());
    }

    /**
     * A new intention: the idle time begins anew, with another time to live.
     *
     * @param ttl how long the instance may be idle from now on, or null for ever
     * @return the command with a fresh id
     * @throws IllegalArgumentException if the time is not positive
     */
    public static TouchInstance withTtl(@Nullable Duration ttl) {
        return new TouchInstance(CommandId.random(), new IdleTtlChange.Set(ttl));
    }

    @Override
    public CompletionStage<ControlOutcome> dispatchTo(CommandHandler handler) {
        return handler.touchInstance(id, idleTtl);
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
