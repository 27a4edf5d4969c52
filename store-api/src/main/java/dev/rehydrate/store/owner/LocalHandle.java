// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Hold;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a handle of this process has bound, and the command that runs on it. An {@code InstanceHandle} is what its user sees of it; a
 * command of a caller without handle runs on one of its own.
 */
public final class LocalHandle {

    /** Told apart from other stores, and never called: a handle can be understood without its store. */
    private final Object maker;

    private @Nullable LocalOwner owner;
    private @Nullable InstanceId instance;
    private @Nullable Hold hold;
    private boolean holdOfRepeat;
    private long claimEpoch;
    private boolean busy;
    private boolean freed;

    public LocalHandle(Object maker, @Nullable LocalOwner owner, @Nullable InstanceId instance) {
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

    /** Frees the handle; its hold goes back in the background. */
    public void close() {
        free(true);
    }

    /** The store of this handle does not offer the instance to its owner for a while. */
    public void leaveToOthers() {
        LocalOwner owning = boundOwner();
        InstanceId left = instance().orElse(null);
        if (owning != null && left != null) {
            owning.leaveToOthers(left);
        }
    }

    /** {@return whether a store has made this handle} */
    public boolean wasMadeBy(Object other) {
        return maker == other;
    }

    /** Claims the handle for one command. */
    public void begin() {
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
    public void end() {
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

    /** {@return what a command is answered on this handle, which is freed: the loss of its owner, if that was lost} */
    public RuntimeException freedException() {
        LocalOwner owning = boundOwner();
        return owning != null && owning.isLost()
                ? owning.lostException(subject())
                : new HandleFreedException(subject());
    }

    /** {@return what failures of commands on this handle are about} */
    public synchronized Subject subject() {
        return Subject.of(instance);
    }

    /** {@return the owner, or null if none is bound} */
    public synchronized @Nullable LocalOwner boundOwner() {
        return owner;
    }

    /** {@return the hold, or null if the handle holds nothing} */
    public synchronized @Nullable Hold hold() {
        return hold;
    }

    /** {@return the highest claim epoch that a load on this handle has brought} */
    public synchronized long claimEpoch() {
        return claimEpoch;
    }

    /** A load has brought a claim epoch. */
    public synchronized void learnClaimEpoch(long epoch) {
        claimEpoch = Math.max(claimEpoch, epoch);
    }

    /** Binds the owner that was created on this handle. */
    public synchronized void bindOwner(LocalOwner bound) {
        owner = bound;
    }

    /** Binds an instance, unless one is bound. */
    public synchronized void bindInstance(InstanceId bound) {
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

    /**
     * Frees the handle, once.
     *
     * @param givingBack whether its hold goes back; false if it is lost
     */
    public void free(boolean givingBack) {
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
