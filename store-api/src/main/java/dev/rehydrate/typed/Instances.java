// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.typed;

import dev.rehydrate.instance.InstanceKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The instances of one kind in a store, each one object of the application, found by key. Made by {@code
 * InstanceStore.instances}.
 *
 * <pre>{@code
 * var carts = store.instances("Cart", Cart.class);
 * var key = InstanceKey.of("shop", "cart 7");
 * carts.create(key, new Cart(0));
 * carts.update(key, cart -> new Cart(cart.items() + 1));
 * try (var cart = carts.lock(key)) {
 *     cart.save(new Cart(5));
 * }
 * Optional<Cart> seen = carts.read(key);
 * carts.complete(key);
 * }</pre>
 *
 * <p>An object is read as a whole. Where header, keys or promoted values are enough, {@code store.commands()} with {@code
 * LoadMode.peek().withoutValues()} reads no object at all.
 *
 * <p>Each method waits for its answer, for 10 seconds at most unless {@link #withTimeout} says otherwise. What is only in the
 * way for a while, such as another writer, a lock or an unreachable store, is tried again until then. Each method may throw,
 * beside what it says itself:
 *
 * <ul>
 *   <li>{@link InstanceAccessException.OfOtherKind} if the key belongs to an instance of another kind;
 *   <li>{@link InstanceAccessException.Unavailable} if the store could not be asked in time, or the thread was interrupted, and
 *       nothing was changed;
 *   <li>{@link InstanceAccessException.OutcomeUnknown} if it is not known whether the change took effect; never by {@link
 *       #read} and {@link #lock};
 *   <li>{@code dev.rehydrate.command.failure.InstanceStoreException} if a state cannot be stored or read again, or a record is
 *       damaged;
 *   <li>{@link IllegalStateException} if the store is closed, and nothing was changed.
 * </ul>
 *
 * <p>Safe for use by many threads. A new instance has the bits of its key as its id (the home key), so finding it takes one
 * step; if an instance with this id is there that has released the key, the new one gets a random id. Its state is the data value {@code state}, and the kind is the name of its definition, by which queries find it.
 *
 * @param <T> the type of the objects
 */
public interface Instances<T> {

    /** How long a method waits unless another time is set. */
    Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /**
     * Creates an instance.
     *
     * @param key the key by which it will be found
     * @param state its first state
     * @throws InstanceAccessException.AlreadyExists if an instance has the key; nothing was changed
     * @throws InstanceAccessException.Locked if an instance that is being created under this key was locked until the deadline
     */
    void create(InstanceKey key, T state);

    /**
     * Changes an instance without locking it (optimistic concurrency): reads it, calls the function, and saves the result only
     * if nothing has changed meanwhile; otherwise it begins again, with a growing random backoff, until the deadline.
     *
     * @param key the key
     * @param change makes the next state of the present one; may be called several times, in this thread, so it must do
     *     nothing else. An exception that it throws is passed on, and nothing is changed.
     * @return the state that was saved
     * @throws InstanceAccessException.NotFound if no instance has the key
     * @throws InstanceAccessException.Contended if other writers were first in every attempt until the deadline
     * @throws InstanceAccessException.Locked if the instance was locked until the deadline
     */
    T update(InstanceKey key, UnaryOperator<T> change);

    /**
     * Creates or changes an instance, as {@link #create} or {@link #update} would, whichever is possible.
     *
     * @param key the key
     * @param change makes the next state of the present one, or of nothing if no instance has the key; may be called several
     *     times, in this thread, so it must do nothing else
     * @return the state that was saved
     * @throws InstanceAccessException.NotFound if the instance has ended and its key is kept
     * @throws InstanceAccessException.Contended if other writers were first in every attempt until the deadline
     * @throws InstanceAccessException.Locked if the instance was locked until the deadline
     */
    T createOrUpdate(InstanceKey key, Function<Optional<T>, T> change);

    /**
     * Locks an instance (pessimistic concurrency): until the lock is closed, no other caller of any process can change it. If
     * another caller has the lock, this waits for it. The lock ends by itself when this process dies or its lease expires; a
     * save with a lock that has ended is refused by the store.
     *
     * @param key the key
     * @return the lock, to be closed by the caller
     * @throws InstanceAccessException.NotFound if no instance has the key
     * @throws InstanceAccessException.Locked if the instance was locked until the deadline
     */
    LockedInstance<T> lock(InstanceKey key);

    /**
     * Reads an instance, locked or not. The answer includes every change that was acknowledged before.
     *
     * @param key the key
     * @return the state, or empty if no instance has the key or the instance has ended
     */
    Optional<T> read(InstanceKey key);

    /**
     * Ends an instance: it is removed, and its keys are free again.
     *
     * @param key the key
     * @return true if this call has ended it, false if no instance has the key
     * @throws InstanceAccessException.Contended if other writers were first in every attempt until the deadline
     * @throws InstanceAccessException.Locked if the instance was locked until the deadline
     */
    boolean complete(InstanceKey key);

    /**
     * Sets how long methods may take.
     *
     * @param timeout how long; positive
     * @return the same instances with this time
     * @throws IllegalArgumentException if the time is not positive
     */
    Instances<T> withTimeout(Duration timeout);
}
