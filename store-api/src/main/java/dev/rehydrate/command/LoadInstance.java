// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.outcome.LoadOutcome;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Loads the instance of the handle by its id (contract §2.5). On a handle that holds it this reads it again.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 * @param mode how to load, and what to do if it does not exist
 */
public record LoadInstance(CommandId id, LoadMode mode) implements PersistenceCommand<LoadOutcome> {

    /** Checks that nothing is missing. */
    public LoadInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(mode, "mode");
    }

    /**
     * A new intention to take the hold of an instance that exists.
     *
     * @return the command with a fresh id
     */
    public static LoadInstance hold() {
        return of(LoadMode.hold());
    }

    /**
     * A new intention to read an instance, with every acknowledged change, and to take nothing.
     *
     * @return the command with a fresh id
     */
    public static LoadInstance read() {
        return of(LoadMode.authoritative());
    }

    /**
     * A new intention.
     *
     * @param mode how to load
     * @return the command with a fresh id
     */
    public static LoadInstance of(LoadMode mode) {
        return new LoadInstance(CommandId.random(), mode);
    }

    @Override
    public boolean canChange() {
        return !(mode instanceof LoadMode.Free || mode instanceof LoadMode.Peek);
    }

    @Override
    public CompletionStage<LoadOutcome> dispatchTo(CommandHandler handler) {
        return handler.loadInstance(id, mode);
    }

    @Override
    public boolean needsHandle() {
        return canChange();
    }
}
