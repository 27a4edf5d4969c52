// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Ends the instance of the handle, with last changes; the handle is freed (contract §2.4: CompleteInstance). All its keys
 * are completed, or free again if the instance is deleted. It has no due time any more and is not suspended, whatever the
 * changes say.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 * @param changes the last changes; without effect if the instance is deleted
 * @param expected what the caller expects to find
 * @param action what stays, or null for what the owner's description says
 */
public record CompleteInstance(
        CommandId id,
        InstanceChanges<InstanceValue> changes,
        Expected expected,
        @Nullable CompletionAction action) implements PersistenceCommand<SaveOutcome> {

    /** Checks that nothing is missing. */
    public CompleteInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(changes, "changes");
        Objects.requireNonNull(expected, "expected");
    }

    /**
     * A new intention of the holder, completing as the owner's description says.
     *
     * @return the command with a fresh id
     */
    public static CompleteInstance now() {
        return new CompleteInstance(CommandId.random(), InstanceChanges.none(), Expected.any(), null);
    }

    /**
     * A new intention that says what stays.
     *
     * @param action what stays
     * @return the command with a fresh id
     */
    public static CompleteInstance by(CompletionAction action) {
        return new CompleteInstance(CommandId.random(), InstanceChanges.none(), Expected.any(), action);
    }

    /**
     * A new intention for a caller without hold: done only if the expectation is met.
     *
     * @param expected what the caller expects to find
     * @return the command with a fresh id
     */
    public static CompleteInstance expecting(Expected expected) {
        return new CompleteInstance(CommandId.random(), InstanceChanges.none(), expected, null);
    }

    /**
     * A new intention for a caller without hold: done only if nothing has changed since.
     *
     * @param seen the revision that the caller has seen
     * @return the command with a fresh id
     */
    public static CompleteInstance ifUnchanged(Revision seen) {
        return new CompleteInstance(CommandId.random(), InstanceChanges.none(), Expected.revision(seen), null);
    }

    @Override
    public CompletionStage<SaveOutcome> dispatchTo(CommandHandler handler) {
        return handler.completeInstance(id, changes, expected, action);
    }

    @Override
    public boolean needsHandle() {
        return false;
    }
}
