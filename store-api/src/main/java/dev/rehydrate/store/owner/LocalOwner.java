// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.store.liveness.OwnLease;
import dev.rehydrate.store.waiting.Turns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * An owner of this process: its lease as it judges it itself, its live handles, and the binds that are under way (contract
 * §1.3, §1.8).
 */
public final class LocalOwner {

    private final OwnerId id;
    private final OwnerDescription description;
    private final LocalHandle ownHandle;
    private final OwnLease lease;
    private final OwnerEvents events = new OwnerEvents();
    private final Keeper keeper;

    private final Set<LocalHandle> handles = new HashSet<>();
    private final Map<InstanceId, LocalHandle> holding = new HashMap<>();
    private final Binds binds = new Binds();
    private final Turns turns = new Turns();
    private volatile boolean gone;
    private volatile boolean storeClosed;

    public LocalOwner(OwnerId id, OwnerDescription description, LocalHandle ownHandle, OwnLease lease, Keeper keeper) {
        this.id = id;
        this.description = description;
        this.ownHandle = ownHandle;
        this.lease = lease;
        this.keeper = keeper;
    }

    /** {@return its id} */
    public OwnerId id() {
        return id;
    }

    /** {@return what it says of itself} */
    public OwnerDescription description() {
        return description;
    }

    /** {@return its lease, as it judges it itself} */
    public OwnLease lease() {
        return lease;
    }

    /** {@return its events, which its own handle waits for} */
    public OwnerEvents events() {
        return events;
    }

    /** {@return its commands that are under way and may come to hold something} */
    public Binds binds() {
        return binds;
    }

    /** {@return the order in which its commands wait that have met a hold of it} */
    public Turns turns() {
        return turns;
    }

    /** {@return the handle on which it was created} */
    public LocalHandle ownHandle() {
        return ownHandle;
    }

    /** True from the moment on at which other stores may declare this owner expired. */
    public boolean isLost() {
        if (gone) {
            return true;
        }
        if (lease.isOver()) {
            lose();
            return true;
        }
        return false;
    }

    /** {@return what a command of this owner is answered, which is lost} */
    public OwnerLostException lostException(Subject subject) {
        return storeClosed ? OwnerLostException.storeClosed(id, subject) : new OwnerLostException(id, subject);
    }

    /** Ends this owner because its store is closed: what comes then is told that, and not of a lease that was lost. */
    public void endWithStore() {
        storeClosed = !gone;
        end();
    }

    /** The owner did not end of its own will. */
    public void lose() {
        if (end()) {
            keeper.lost();
        }
    }

    /**
     * Ends this owner in this process; its handles give nothing back, for others may hold it by now.
     *
     * @return false if it has ended before
     */
    public boolean end() {
        List<LocalHandle> abandonedHolds;
        synchronized (this) {
            if (gone) {
                return false;
            }
            gone = true;
            abandonedHolds = new ArrayList<>(handles);
        }
        abandonedHolds.forEach(handle -> handle.free(false));
        events.close(ownHandle.freedException());
        return true;
    }

    /** False if the owner has ended meanwhile: its handles are freed already, and this one would never be. */
    public synchronized boolean adopt(LocalHandle handle) {
        if (!gone) {
            handles.add(handle);
        }
        return !gone;
    }

    void forget(LocalHandle handle) {
        synchronized (this) {
            handles.remove(handle);
            handle.instance().ifPresent(instance -> holding.remove(instance, handle));
        }
        if (handle == ownHandle) {
            events.close(handle.freedException());
        }
    }

    /** {@return what live handles of this owner hold} */
    public synchronized Set<InstanceId> held() {
        return Set.copyOf(holding.keySet());
    }

    /** Gives a hold back in the background; a load by this owner that meets the hold meanwhile waits for it. */
    public void giveBack(InstanceId instance, Hold hold) {
        giveBack(instance, hold, () -> keeper.release(instance, hold));
    }

    /** This store does not offer the instance for a while. */
    void leaveToOthers(InstanceId instance) {
        keeper.leaveToOthers(instance);
    }

    /** One attempt to give a hold back; not made if this owner is lost or a live handle has come to the same hold. */
    public void giveBack(InstanceId instance, Hold hold, Supplier<CompletableFuture<?>> attempt) {
        Binds.Bind bind;
        synchronized (this) {
            LocalHandle live = holding.get(instance);
            if (gone || (live != null && live.isValid() && hold.equals(live.hold()))) {
                return;
            }
            bind = binds.begin(instance, hold);
        }
        var unused = attempt.get().whenComplete((done, failure) -> binds.end(bind));
    }

    /** {@return whether a live handle has this hold of an instance or a later one of the same life} */
    public synchronized boolean holdsAtLeast(InstanceId instance, Hold hold) {
        LocalHandle live = holding.get(instance);
        Hold present = live == null ? null : live.hold();
        return present != null
                && present.incarnation() == hold.incarnation()
                && present.token().compareTo(hold.token()) >= 0;
    }

    /**
     * Records that a handle holds an instance: of two live handles on one instance the newer hold stays (contract §1.8).
     * The answers of a command and of its repeat grant the same hold. The handle that comes first has it, and whether that is
     * the one of the repeat depends on which answer is faster.
     *
     * @param repeated whether the hold was granted by the answer of an earlier attempt of the same command
     * @throws HandleConflictException if the older one is the newcomer, or both have the same hold by one command
     * @throws LeaseLostException if the hold is being given back for a handle that was freed
     * @throws IllegalStateException if both have the same hold otherwise, a sign of storage that was put back to an earlier state
     */
    public void bind(LocalHandle newcomer, InstanceId instance, Hold hold, boolean repeated) {
        LocalHandle superseded = null;
        synchronized (this) {
            LocalHandle present = holding.get(instance);
            Hold presentHold = present == null || present == newcomer ? null : present.hold();
            if (present != null && presentHold != null) {
                requireNewer(instance, hold, presentHold, repeated || present.isHoldOfRepeat());
                superseded = present;
            }
            if (binds.isGivenBack(instance, hold)) {
                throw new LeaseLostException(Subject.of(instance));
            }
            newcomer.bindHold(hold, repeated);
            if (newcomer.isValid()) {
                holding.put(instance, newcomer);
            }
        }
        if (superseded != null) {
            superseded.free(false);
        }
    }

    private static void requireNewer(InstanceId instance, Hold hold, Hold present, boolean repeated) {
        if (present.isAfter(hold) || (repeated && present.equals(hold))) {
            throw new HandleConflictException(Subject.of(instance));
        }
        if (!hold.isAfter(present)) {
            throw new IllegalStateException(
                    "two handles were granted the same hold; was an old state of the storage put back?" + " instance="
                            + instance + " token=" + hold.token());
        }
    }

    /** What an owner cannot do by itself. */
    public interface Keeper {
        /** Gives a hold back; tries again by itself. */
        CompletableFuture<?> release(InstanceId instance, Hold hold);

        /** The owner is lost. */
        void lost();

        /** Does not offer an instance for a while. */
        void leaveToOthers(InstanceId instance);
    }
}
