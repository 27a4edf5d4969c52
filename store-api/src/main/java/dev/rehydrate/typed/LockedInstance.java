// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.typed;

import dev.rehydrate.instance.InstanceKey;

/**
 * An instance that is locked for the caller, until {@link #close()}. Each save presents a fencing token; the store refuses it
 * in the same atomic step if the lock has passed on to another caller. For one thread at a time.
 *
 * @param <T> the type of the state
 */
public interface LockedInstance<T> extends AutoCloseable {

    /** {@return the key by which the instance was locked} */
    InstanceKey key();

    /** {@return the state as it was locked, or as it was saved last under this lock} */
    T state();

    /**
     * Saves the next state; the lock stays. A save whose answer is lost is repeated until the deadline, so that it is known
     * whether it took effect; the lock then goes on if no other caller has written since.
     *
     * @param next the next state
     * @throws InstanceAccessException.LockLost if the lock has ended before, for example because the lease of this process
     *     expired; this save changed nothing
     * @throws InstanceAccessException.Unavailable if the store could not be asked in time; nothing was changed
     * @throws InstanceAccessException.OutcomeUnknown if it is not known whether this save took effect; the lock has ended
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the state cannot be stored; nothing was changed
     * @throws IllegalStateException if this lock was closed, or the store is; nothing was changed
     */
    void save(T next);

    /**
     * Ends the instance: it is removed, its keys are free again, and this lock is closed.
     *
     * @throws InstanceAccessException.LockLost if the lock has ended before; this call changed nothing
     * @throws InstanceAccessException.Unavailable if the store could not be asked in time; nothing was changed
     * @throws InstanceAccessException.OutcomeUnknown if it is not known whether the instance has ended; the lock has ended
     * @throws IllegalStateException if this lock was closed, or the store is; nothing was changed
     */
    void complete();

    /**
     * Gives the lock back; what was saved stays saved. Further calls have no effect. Never fails: if the store does not answer
     * in time, the lock is given back in the background, and ends with the lease of this process at the latest.
     */
    @Override
    void close();
}
