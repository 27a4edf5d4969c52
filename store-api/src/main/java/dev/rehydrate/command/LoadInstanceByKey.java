// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceKey;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Finds and loads the instance that has a key, and binds it to the handle, which must not have an instance (contract §2.6).
 *
 * <p>It is the instance that remembers the command, and a repeat looks the key up again. If the key has moved on since the first
 * attempt, the repeat is for the instance that has it now. If no instance has it any more, a load that may create one creates it.
 * What the first attempt holds is given back after a lease.
 *
 * @param id names this intention; the same id again changes nothing and answers the same
 * @param key the key to look up
 * @param mode how to load, and what to do if no instance has the key
 */
public record LoadInstanceByKey(CommandId id, InstanceKey key, LoadMode mode)
        implements PersistenceCommand<LoadOutcome> {

    /** Checks that nothing is missing. */
    public LoadInstanceByKey {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(mode, "mode");
    }

    /**
     * A new intention to take the hold of the instance that has a key.
     *
     * @param key the key to look up
     * @return the command with a fresh id
     */
    public static LoadInstanceByKey hold(InstanceKey key) {
        return of(key, LoadMode.hold());
    }

    /**
     * A new intention to read the instance that has a key, with every acknowledged change, and to take nothing.
     *
     * @param key the key to look up
     * @return the command with a fresh id
     */
    public static LoadInstanceByKey read(InstanceKey key) {
        return of(key, LoadMode.authoritative());
    }

    /**
     * A new intention.
     *
     * @param key the key to look up
     * @param mode how to load
     * @return the command with a fresh id
     */
    public static LoadInstanceByKey of(InstanceKey key, LoadMode mode) {
        return new LoadInstanceByKey(CommandId.random(), key, mode);
    }

    @Override
    public boolean canChange() {
        return !(mode instanceof LoadMode.Free || mode instanceof LoadMode.Peek);
    }

    @Override
    public CompletionStage<LoadOutcome> dispatchTo(CommandHandler handler) {
        return handler.loadInstanceByKey(id, key, mode);
    }

    @Override
    public boolean needsHandle() {
        return canChange();
    }
}
