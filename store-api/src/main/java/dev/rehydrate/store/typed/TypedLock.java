// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.typed;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.execution.OwnerlessCommands;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.typed.LockedInstance;
import java.time.Duration;

/**
 * A hold of one handle. Each write also expects the revision that was seen last: if its answer is lost, the handle is freed and
 * the hold goes back, and the repeat on a new handle must not come after the write of another caller.
 */
final class TypedLock<T> implements LockedInstance<T> {

    private final TypedAccess<T> access;
    private final OwnerlessCommands commands;
    private final Kind<T> kind;
    private final InstanceKey key;
    private final InstanceId id;
    private LocalHandle handle;
    private Revision revision;
    private T state;
    private boolean wasInDoubt;
    private boolean closed;

    /** Takes the handle over, if it does not fail. */
    TypedLock(TypedAccess<T> access, InstanceKey key, LocalHandle handle, InstanceSnapshot seen) {
        this.access = access;
        this.commands = access.commands();
        this.kind = access.kind();
        this.key = key;
        this.id = seen.id();
        this.state = kind.stateOf(seen, key);
        this.revision = seen.revision();
        this.handle = handle;
    }

    @Override
    public InstanceKey key() {
        return key;
    }

    @Override
    public T state() {
        return state;
    }

    @Override
    public void save(T next) {
        SaveReceipt receipt = write(new SaveInstance(
                CommandId.random(), kind.changes(key, next), Expected.revision(revision), AfterSave.KEEP));
        revision = receipt.revision();
        state = next;
        if (wasInDoubt) {
            lockAgain();
        }
    }

    /**
     * The hold went back when the first answer was lost. If nothing was written since, the lock goes on; else the next call
     * says that it was lost.
     */
    private void lockAgain() {
        handle.close();
        try {
            handle = commands.handle(id, access.timeout());
            LoadOutcome outcome = commands.execute(handle, LoadInstance.of(LoadMode.hold()), access.timeout());
            if (outcome.loaded()
                    .filter(seen -> seen.revision().equals(revision))
                    .isEmpty()) {
                handle.close();
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            handle.close();
        } catch (InstanceStoreException | IllegalStateException notLocked) {
            handle.close();
        }
    }

    @Override
    public void complete() {
        write(CompleteInstance.ifUnchanged(revision));
        closed = true;
        handle.close();
    }

    private SaveReceipt write(PersistenceCommand<SaveOutcome> command) {
        if (closed) {
            throw new IllegalStateException(
                    "this lock was closed or has completed its instance, nothing was changed; key=" + key);
        }
        if (!handle.isValid()) {
            // A store that is closed has freed the handle itself; there is nothing to be locked again then.
            commands.requireOpen();
            throw kind.lockLost(key, null);
        }
        Patience patience = Patience.toChange(access, key);
        while (true) {
            try {
                SaveOutcome outcome = attempt(patience, command);
                wasInDoubt = patience.isInDoubt();
                if (!(outcome instanceof SaveOutcome.Held held) || !wasInDoubt) {
                    return outcome.saved().orElseThrow(() -> kind.lockLost(key, null));
                }
                patience.whileLocked(held.id(), held.holder());
            } catch (InstanceStoreException failure) {
                afterFailure(patience, failure);
            } catch (IllegalStateException notTaken) {
                throw patience.closed(notTaken);
            } catch (InterruptedException interruption) {
                handle.close();
                throw patience.interrupted(interruption, true);
            }
        }
    }

    /** A handle is freed only by a command whose outcome is unknown: the same command settles it on a new handle. */
    private SaveOutcome attempt(Patience patience, PersistenceCommand<SaveOutcome> command)
            throws InterruptedException {
        Duration longest = patience.attempt();
        if (!handle.isValid()) {
            handle = commands.handle(id, longest);
        }
        return commands.execute(handle, command, longest);
    }

    private void afterFailure(Patience patience, InstanceStoreException failure) {
        boolean decided = failure.effect() == InstanceStoreException.Effect.NONE && !patience.isInDoubt();
        if (decided && !handle.isValid()) {
            throw failure instanceof StoreUnavailableException
                    ? kind.unavailable(key, "the store did not carry it out in time and the lock has ended", failure)
                    : kind.lockLost(key, failure);
        }
        patience.afterFailure(failure);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (handle.isValid() && handle.token().isPresent()) {
                commands.execute(handle, ReleaseInstance.now(), access.timeout());
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (InstanceStoreException | IllegalStateException notAnswered) {
            // The hold goes back in the background, or it has ended already; what was saved stays saved.
        } finally {
            handle.close();
        }
    }

    @Override
    public String toString() {
        return "LockedInstance[" + kind.name() + " key=" + key + (closed ? " closed" : "") + "]";
    }
}
