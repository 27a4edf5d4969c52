// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Writes changes of the instance of the handle (contract §2.4). A handle that holds the instance presents its hold; one that
 * does not takes it for as long as the command says. An unknown instance is created, unless the command expects that there is one.
 *
 * @param id names this intention; the same id again changes nothing and answers the same, or as unknown if it comes after many
 *     others (see {@link CommandId})
 * @param changes what changes
 * @param expected what the caller expects to find
 * @param after what becomes of the hold
 */
public record SaveInstance(CommandId id, InstanceChanges<InstanceValue> changes, Expected expected, AfterSave after)
        implements PersistenceCommand<SaveOutcome> {

    /** Checks that nothing is missing. */
    public SaveInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(changes, "changes");
        Objects.requireNonNull(expected, "expected");
        Objects.requireNonNull(after, "after");
    }

    /**
     * A new intention that expects nothing and leaves no hold behind.
     *
     * @param changes what changes
     * @return the command with a fresh id
     */
    public static SaveInstance of(InstanceChanges<InstanceValue> changes) {
        return of(changes, AfterSave.RELEASE);
    }

    /**
     * A new intention for a caller without hold: written only if the expectation is met.
     *
     * @param changes what changes
     * @param expected what the caller expects to find
     * @return the command with a fresh id, which leaves no hold behind
     */
    public static SaveInstance expecting(InstanceChanges<InstanceValue> changes, Expected expected) {
        return new SaveInstance(CommandId.random(), changes, expected, AfterSave.RELEASE);
    }

    /**
     * A new intention that expects nothing.
     *
     * @param changes what changes
     * @param after what becomes of the hold
     * @return the command with a fresh id
     */
    public static SaveInstance of(InstanceChanges<InstanceValue> changes, AfterSave after) {
        return new SaveInstance(CommandId.random(), changes, Expected.any(), after);
    }

    /**
     * A new intention for a caller without hold: written only if nothing has changed since.
     *
     * @param changes what changes
     * @param seen the revision that the caller has seen
     * @return the command with a fresh id, which leaves no hold behind
     */
    public static SaveInstance ifUnchanged(InstanceChanges<InstanceValue> changes, Revision seen) {
        return new SaveInstance(CommandId.random(), changes, Expected.revision(seen), AfterSave.RELEASE);
    }

    @Override
    public CompletionStage<SaveOutcome> dispatchTo(CommandHandler handler) {
        return handler.saveInstance(id, changes, expected, after);
    }

    @Override
    public boolean needsHandle() {
        return after == AfterSave.KEEP;
    }
}
