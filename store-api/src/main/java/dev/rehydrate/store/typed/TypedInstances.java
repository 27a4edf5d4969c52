// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.typed;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.store.execution.OwnerlessCommands;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.typed.Instances;
import dev.rehydrate.typed.LockedInstance;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Objects by key, in terms of commands. */
public final class TypedInstances<T> implements Instances<T> {

    private final TypedAccess<T> access;
    private final OwnerlessCommands commands;
    private final Kind<T> kind;

    TypedInstances(TypedAccess<T> access) {
        this.access = access;
        this.commands = access.commands();
        this.kind = access.kind();
    }

    /**
     * The instances of one kind.
     *
     * @throws IllegalArgumentException if the name is blank, or the values of the store cannot keep objects of the type
     */
    public static <T> Instances<T> of(OwnerlessCommands commands, String name, Class<T> type, ValueEncoding values) {
        return new TypedInstances<>(
                new TypedAccess<>(commands, Kind.of(name, type, values), Instances.DEFAULT_TIMEOUT));
    }

    @Override
    public void create(InstanceKey key, T state) {
        if (!create(Patience.toChange(access, key), key, state)) {
            throw kind.exists(key, null);
        }
    }

    /**
     * Creates at home of the key. If that is not possible, the instance that has the key may itself be one that is being created;
     * if none has it, the one at home has released it, and the new one gets another id.
     *
     * @return false if an instance has the key
     */
    private boolean create(Patience patience, InstanceKey key, T state) {
        if (createAt(InstanceId.atHomeOf(key), patience, key, state)) {
            return true;
        }
        LoadMode look = LoadMode.peek().withoutValues().withoutKeys();
        Optional<InstanceSnapshot> present = load(patience, key, look).loaded();
        if (present.filter(seen -> seen.state() != InstanceState.UNINITIALIZED).isPresent()) {
            return false;
        }
        return createAt(present.map(InstanceSnapshot::id).orElseGet(InstanceId::random), patience, key, state);
    }

    private boolean createAt(InstanceId id, Patience patience, InstanceKey key, T state) {
        CreateInstance command = CreateInstance.of(kind.beginning(key, state), AfterSave.RELEASE);
        try {
            return write(patience, id, command).saved().isPresent();
        } catch (KeyCollisionException takenAsFurtherKey) {
            return false;
        }
    }

    @Override
    public T update(InstanceKey key, UnaryOperator<T> change) {
        Objects.requireNonNull(change, "change");
        Patience patience = Patience.toChange(access, key);
        while (true) {
            InstanceSnapshot seen = present(key, load(patience, key)).orElseThrow(() -> kind.notFound(key));
            T next = change.apply(kind.stateOf(seen, key));
            if (save(patience, key, seen, next)) {
                return next;
            }
            patience.afterMismatch();
        }
    }

    @Override
    public T createOrUpdate(InstanceKey key, Function<Optional<T>, T> change) {
        Objects.requireNonNull(change, "change");
        Patience patience = Patience.toChange(access, key);
        while (true) {
            Optional<InstanceSnapshot> seen = present(key, load(patience, key));
            T next = change.apply(seen.map(snapshot -> kind.stateOf(snapshot, key)));
            boolean done = seen.isPresent() ? save(patience, key, seen.get(), next) : create(patience, key, next);
            if (done) {
                return next;
            }
            patience.afterMismatch();
        }
    }

    private boolean save(Patience patience, InstanceKey key, InstanceSnapshot seen, T next) {
        SaveOutcome outcome =
                writeIfUnchanged(patience, seen, SaveInstance.ifUnchanged(kind.changes(key, next), seen.revision()));
        if (outcome instanceof SaveOutcome.Completed) {
            throw kind.ended(key);
        }
        return outcome.saved().isPresent();
    }

    @Override
    public LockedInstance<T> lock(InstanceKey key) {
        Patience patience = Patience.toSee(access, key);
        while (true) {
            try {
                Optional<LockedInstance<T>> locked = tryLock(patience, key);
                if (locked.isPresent()) {
                    return locked.get();
                }
            } catch (InstanceStoreException failure) {
                patience.afterFailure(failure);
            } catch (InterruptedException interruption) {
                throw patience.interrupted(interruption, false);
            }
        }
    }

    /** Empty after a wait for another caller's lock; the handle stays only with the lock that is returned. */
    private Optional<LockedInstance<T>> tryLock(Patience patience, InstanceKey key) throws InterruptedException {
        LocalHandle handle = commands.handle(null, patience.attempt());
        boolean handedOut = false;
        LoadOutcome outcome;
        try {
            outcome = commands.execute(handle, LoadInstanceByKey.of(key, LoadMode.hold()), patience.attempt());
            if (!(outcome instanceof LoadOutcome.Held)) {
                InstanceSnapshot seen = present(key, outcome).orElseThrow(() -> kind.notFound(key));
                LockedInstance<T> locked = new TypedLock<>(access, key, handle, seen);
                handedOut = true;
                return Optional.of(locked);
            }
        } finally {
            if (!handedOut) {
                handle.close();
            }
        }
        LoadOutcome.Held held = (LoadOutcome.Held) outcome;
        patience.whileLocked(held.id(), held.holder());
        return Optional.empty();
    }

    @Override
    public Optional<T> read(InstanceKey key) {
        return load(Patience.toSee(access, key), key).loaded().map(snapshot -> kind.stateOf(snapshot, key));
    }

    @Override
    public boolean complete(InstanceKey key) {
        Patience patience = Patience.toChange(access, key);
        while (true) {
            Optional<InstanceSnapshot> seen = load(patience, key).loaded();
            if (seen.isEmpty()) {
                return false;
            }
            kind.requireSame(seen.get(), key);
            CompleteInstance command = CompleteInstance.ifUnchanged(seen.get().revision());
            if (writeIfUnchanged(patience, seen.get(), command).saved().isPresent()) {
                return true;
            }
            patience.afterMismatch();
        }
    }

    @Override
    public Instances<T> withTimeout(Duration longest) {
        if (longest.isZero() || longest.isNegative()) {
            throw new IllegalArgumentException("a timeout must be positive: " + longest);
        }
        return new TypedInstances<>(new TypedAccess<>(commands, kind, longest));
    }

    private Optional<InstanceSnapshot> present(InstanceKey key, LoadOutcome outcome) {
        if (outcome instanceof LoadOutcome.Completed) {
            throw kind.ended(key);
        }
        return outcome.loaded();
    }

    private LoadOutcome load(Patience patience, InstanceKey key) {
        return load(patience, key, LoadMode.authoritative());
    }

    private LoadOutcome load(Patience patience, InstanceKey key, LoadMode mode) {
        while (true) {
            try {
                return commands.execute((InstanceId) null, LoadInstanceByKey.of(key, mode), patience.attempt());
            } catch (InstanceStoreException failure) {
                patience.afterFailure(failure);
            } catch (InterruptedException interruption) {
                throw patience.interrupted(interruption, false);
            }
        }
    }

    /** Once it is decided, no attempt of it can take effect any more: no revision comes twice. */
    private SaveOutcome writeIfUnchanged(
            Patience patience, InstanceSnapshot seen, PersistenceCommand<SaveOutcome> command) {
        InstanceStoreException earlier = patience.doubt();
        SaveOutcome outcome = write(patience, seen.id(), command);
        patience.settled(earlier);
        return outcome;
    }

    /**
     * Gives one command until it is decided. While it may have taken effect already, or the instance is locked, the same command
     * is repeated, so that it takes effect once; a new one could take effect beside it.
     */
    private SaveOutcome write(Patience patience, InstanceId instance, PersistenceCommand<SaveOutcome> command) {
        while (true) {
            try {
                SaveOutcome outcome = commands.execute(instance, command, patience.attempt());
                if (!(outcome instanceof SaveOutcome.Held held)) {
                    return outcome;
                }
                patience.whileLocked(held.id(), held.holder());
            } catch (InstanceStoreException failure) {
                patience.afterFailure(failure);
            } catch (IllegalStateException notTaken) {
                throw patience.closed(notTaken);
            } catch (InterruptedException interruption) {
                throw patience.interrupted(interruption, true);
            }
        }
    }

    @Override
    public String toString() {
        return "Instances[" + kind.name() + "]";
    }
}
