// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Owners;
import dev.rehydrate.store.jdbc.engine.AttachedWork;
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
        Database database = opened(options);
        return new JdbcInstanceStore(new JdbcEngine(database, options, null), options);
    }

    private static Database opened(JdbcStoreOptions options) {
        Database database = Database.open(options);
        try {
            database.requireConnections();
            endUnknownHolders(database);
            return database;
        } catch (RuntimeException failure) {
            database.close();
            throw failure;
        }
    }

    private static void endUnknownHolders(Database database) {
        try {
            new Owners(database).expireUnknownHolders();
        } catch (StorageException failure) {
            throw new IllegalStateException(
                    "no store could be opened, because owners could not be read and written: " + failure.getMessage(),
                    failure);
        }
    }

    /**
     * Opens a store as {@link #open(JdbcStoreOptions)} does, behind a cache that the processes of the farm share: a free load is
     * answered from it if it has the instance. Such an answer may lack what other processes have saved since; a save by its ETag is
     * then refused. What this store has saved, or read authoritatively, is seen at once. Everything else is decided by the database, so
     * that whatever becomes of the cache, no answer is wrong for it.
     *
     * <p>A free load that selects values is answered from the cache too, but does not fill it. Closing the store leaves the cache open.
     *
     * @param options the settings
     * @param cache the cache, used until the store is closed
     * @param maxAge how old an answer from the cache may be at most, as when messages to it are lost; usually such an answer
     *     is as young as a message takes
     * @return a new store, to be closed after use
     * @throws IllegalArgumentException if the age is not positive
     * @throws IllegalStateException as {@link #open(JdbcStoreOptions)}, or if the cache cannot be used
     */
    public static JdbcInstanceStore open(JdbcStoreOptions options, SharedCache cache, Duration maxAge) {
        Objects.requireNonNull(options, "options");
        if (maxAge.isNegative() || maxAge.isZero()) {
            throw new IllegalArgumentException("maxAge is more than 0, not " + maxAge);
        }
        Database database = opened(options);
        try {
            SharedCache.Region region = cache.region(database.identity(), maxAge);
            return new JdbcInstanceStore(new JdbcEngine(database, options, region), options);
        } catch (RuntimeException failure) {
            database.close();
            throw failure;
        }
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
        AttachedWork.Attachment attached = engine.work().attach(id, Objects.requireNonNull(work, "work"));
        try {
            return executeUntilOver(handle, command, timeout, attached::over);
        } finally {
            attached.left();
        }
    }
}
