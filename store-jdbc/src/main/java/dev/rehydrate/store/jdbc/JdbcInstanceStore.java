// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.engine.JdbcEngine;
import java.time.Duration;
import java.util.Objects;

/**
 * The durable provider: instances are rows of a database, PostgreSQL or an H2 file, and what is acknowledged is committed there.
 * Several stores, in one process or in many, can be open on the same PostgreSQL database, as the nodes of a farm are.
 */
public final class JdbcInstanceStore extends InstanceStore {

    private final JdbcEngine engine;

    private JdbcInstanceStore(JdbcEngine engine, JdbcStoreOptions options) {
        super(engine, options.store());
        this.engine = engine;
    }

    /**
     * Opens a store: connects, brings the tables to the version of this store, and checks that the database keeps what it
     * commits.
     *
     * @param options the settings
     * @return a new store, to be closed after use
     * @throws IllegalStateException if the database does not answer, belongs to another process, takes no writes, can lose what it
     *     commits, or has tables of another version; says which of them, and what to do
     */
    public static JdbcInstanceStore open(JdbcStoreOptions options) {
        Objects.requireNonNull(options, "options");
        Database database = Database.open(options);
        return new JdbcInstanceStore(new JdbcEngine(database, options), options);
    }

    /**
     * Creates an instance as {@link #execute(InstanceHandle, PersistenceCommand, Duration)} does, and does work on rows of the caller in the
     * same transaction. The work is done if, and only if, this very call writes the instance: not if it is refused, and not if it
     * repeats a command that was carried out before. What the command claims or gives back beside the instance, such as further
     * keys, is in transactions of its own.
     *
     * <p>The command does not share its transaction with others, and the lane waits for the work: keep it short.
     *
     * @param handle for whom and on what
     * @param command what to do
     * @param timeout how long to wait
     * @param work changes rows of the caller
     * @return the answer
     * @throws IllegalStateException as {@code execute}, or if a command with this id is under way with work of its own
     * @throws InstanceStoreException as {@code execute}; if the work fails, with its exception as a cause and without any effect
     */
    public SaveOutcome execute(InstanceHandle handle, CreateInstance command, Duration timeout, RowWork work) {
        return execute(handle, command, command.id(), timeout, work);
    }

    /**
     * Saves an instance as {@link #execute(InstanceHandle, PersistenceCommand, Duration)} does, and does work on rows of the caller in the
     * same transaction. The work is done if, and only if, this very call writes the instance: not if it is refused, and not if it
     * repeats a command that was carried out before. What the command claims or gives back beside the instance, such as further
     * keys, is in transactions of its own.
     *
     * <p>The command does not share its transaction with others, and the lane waits for the work: keep it short.
     *
     * @param handle for whom and on what
     * @param command what to do
     * @param timeout how long to wait
     * @param work changes rows of the caller
     * @return the answer
     * @throws IllegalStateException as {@code execute}, or if a command with this id is under way with work of its own
     * @throws InstanceStoreException as {@code execute}; if the work fails, with its exception as a cause and without any effect
     */
    public SaveOutcome execute(InstanceHandle handle, SaveInstance command, Duration timeout, RowWork work) {
        return execute(handle, command, command.id(), timeout, work);
    }

    /**
     * Completes an instance as {@link #execute(InstanceHandle, PersistenceCommand, Duration)} does, and does work on rows of the caller in the
     * same transaction. The work is done if, and only if, this very call writes the instance: not if it is refused, and not if it
     * repeats a command that was carried out before. What the command claims or gives back beside the instance, such as further
     * keys, is in transactions of its own.
     *
     * <p>The command does not share its transaction with others, and the lane waits for the work: keep it short.
     *
     * @param handle for whom and on what
     * @param command what to do
     * @param timeout how long to wait
     * @param work changes rows of the caller
     * @return the answer
     * @throws IllegalStateException as {@code execute}, or if a command with this id is under way with work of its own
     * @throws InstanceStoreException as {@code execute}; if the work fails, with its exception as a cause and without any effect
     */
    public SaveOutcome execute(InstanceHandle handle, CompleteInstance command, Duration timeout, RowWork work) {
        return execute(handle, command, command.id(), timeout, work);
    }

    private SaveOutcome execute(
            InstanceHandle handle,
            PersistenceCommand<SaveOutcome> command,
            CommandId id,
            Duration timeout,
            RowWork work) {
        engine.attach(id, Objects.requireNonNull(work, "work"));
        try {
            return execute(handle, command, timeout);
        } finally {
            engine.detach(id);
        }
    }
}
