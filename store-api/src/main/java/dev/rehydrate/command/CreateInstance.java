// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceValue;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Creates the instance of the handle with its first data, keys and metadata, if it does not exist yet. An instance that
 * exists is answered as {@link SaveOutcome.Mismatch}; one that never got data and that no owner holds is taken over.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 * @param changes what the new instance has
 * @param after what becomes of the hold
 */
public record CreateInstance(CommandId id, InstanceChanges<InstanceValue> changes, AfterSave after)
        implements PersistenceCommand<SaveOutcome> {

    /** Checks that nothing is missing. */
    public CreateInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(changes, "changes");
        Objects.requireNonNull(after, "after");
    }

    /**
     * A new intention that leaves no hold behind.
     *
     * @param changes what the new instance has
     * @return the command with a fresh id
     */
    public static CreateInstance of(InstanceChanges<InstanceValue> changes) {
        return of(changes, AfterSave.RELEASE);
    }

    /**
     * A new intention.
     *
     * @param changes what the new instance has
     * @param after what becomes of the hold
     * @return the command with a fresh id
     */
    public static CreateInstance of(InstanceChanges<InstanceValue> changes, AfterSave after) {
        return new CreateInstance(CommandId.random(), changes, after);
    }

    @Override
    public CompletionStage<SaveOutcome> dispatchTo(CommandHandler handler) {
        return handler.createInstance(id, changes, after);
    }

    @Override
    public boolean needsHandle() {
        return after == AfterSave.KEEP;
    }
}
