// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Hold;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One owner, one instance, one hold, one command at a time (contract §1.4). Each of the three is bound at most once, and
 * there is no way back but to free the handle, once and for good. Freeing it gives back the hold, in the background.
 *
 * <p>A handle is freed by {@link #close()}; by a command that releases or completes the instance; by a command that lost
 * the hold, or whose outcome is unknown; by a newer handle of the same owner on the same instance; and when its owner is
 * lost. Safe for use by many threads, which does not mean that two commands may run on it at once.
 */
public final class InstanceHandle implements AutoCloseable {

    /** Told apart from other stores, and never called: a handle can be understood without its store. */
    private final Object maker;

    private @Nullable LocalOwner owner;
    private @Nullable InstanceId instance;
    private @Nullable Hold hold;
    private boolean holdOfRepeat;
    private long claimEpoch;
    private boolean busy;
    private boolean freed;

    InstanceHandle(Object maker, @Nullable LocalOwner owner, @Nullable InstanceId instance) {
        this.maker = maker;
        this.owner = owner;
        this.instance = instance;
    }

    /** {@return whether the handle was not freed yet} */
    public synchronized boolean isValid() {
        return !freed;
    }

    /** {@return the owner, if one is bound} */
    public synchronized Optional<OwnerId> owner() {
        return Optional.ofNullable(owner).map(LocalOwner::id);
    }

    /** {@return the instance, if one is bound} */
    public synchronized Optional<InstanceId> instance() {
        return Optional.ofNullable(instance);
    }

    /** {@return the fencing token of the hold, if the handle holds the instance} */
    public synchronized Optional<FencingToken> token() {
        return Optional.ofNullable(hold).map(Hold::token);
    }

    /**
     * Frees the handle; further calls have no effect. Never waits: a hold is given back in the background, and a command
     * that is running goes on and may still take effect, after which its hold is given back.
     */
    @Override
    public void close() {
        free(true);
    }

    /**
     * Leaves the instance to others: for 30 s the store of this handle does not offer it as runnable to the owner of this handle, and to no
     * other owner with its host type and definitions once each of them has left it. For a host that cannot run an instance which another
     * one may be able to run, because it is of another release. The due time stays as it is, loads are not affected, and a hold stays until
     * the handle is freed. Without effect if no instance is bound.
     */
    public void leaveToOthers() {
        LocalOwner owning = boundOwner();
        InstanceId left = instance().orElse(null);
        if (owning != null && left != null) {
            owning.leaveToOthers(left);
        }
    }

    boolean wasMadeBy(Object other) {
        return maker == other;
    }

    /** Claims the handle for one command. */
    void begin() {
        synchronized (this) {
            if (!freed && busy) {
                throw new IllegalStateException(
                        "a command is running on this handle; wait for its end, or use another handle, instance="
                                + instance);
            }
            if (!freed) {
                busy = true;
                return;
            }
        }
        // Asks the owner, which must not happen under the lock: an owner locks first itself and handles second.
        throw freedException();
    }

    /** Ends the command; a hold that came after the handle was freed goes back. */
    void end() {
        LocalOwner owning;
        Hold late;
        synchronized (this) {
            busy = false;
            late = freed ? hold : null;
            owning = owner;
            hold = freed ? null : hold;
        }
        if (late != null && owning != null) {
            owning.giveBack(subjectInstance(), late);
        }
    }

    RuntimeException freedException() {
        LocalOwner owning = boundOwner();
        return owning != null && owning.isLost()
                ? owning.lostException(subject())
                : new HandleFreedException(subject());
    }

    synchronized Subject subject() {
        return Subject.of(instance);
    }

    synchronized @Nullable LocalOwner boundOwner() {
        return owner;
    }

    synchronized @Nullable Hold hold() {
        return hold;
    }

    synchronized long claimEpoch() {
        return claimEpoch;
    }

    synchronized void learnClaimEpoch(long epoch) {
        claimEpoch = Math.max(claimEpoch, epoch);
    }

    synchronized void bindOwner(LocalOwner bound) {
        owner = bound;
    }

    synchronized void bindInstance(InstanceId bound) {
        if (instance == null) {
            instance = bound;
        }
    }

    synchronized void bindHold(Hold bound, boolean repeated) {
        holdOfRepeat = repeated || (holdOfRepeat && bound.equals(hold));
        hold = bound;
    }

    /** Whether the hold came with the answer of a repeat: that of the first attempt can still be on its way. */
    synchronized boolean isHoldOfRepeat() {
        return holdOfRepeat;
    }

    void free(boolean givingBack) {
        LocalOwner owning;
        Hold held;
        synchronized (this) {
            if (freed) {
                return;
            }
            freed = true;
            owning = owner;
            held = busy ? null : hold;
            hold = busy ? hold : null;
            if (!givingBack) {
                hold = null;
                held = null;
            }
        }
        if (owning != null) {
            owning.forget(this);
            if (held != null) {
                owning.giveBack(subjectInstance(), held);
            }
        }
    }

    private synchronized InstanceId subjectInstance() {
        if (instance == null) {
            throw new IllegalStateException("a hold without an instance");
        }
        return instance;
    }

    /** {@return instance, owner and state, for logs} */
    @Override
    public synchronized String toString() {
        return "InstanceHandle[instance=" + instance + " owner=" + (owner == null ? null : owner.id()) + " token="
                + (hold == null ? null : hold.token()) + (freed ? " freed" : "") + "]";
    }
}
