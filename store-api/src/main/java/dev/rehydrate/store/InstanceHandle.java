// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.owner.LocalHandle;
import java.util.Optional;

/**
 * One owner, one instance, one hold, one command at a time (contract §1.4). Each of the three is bound at most once, and
 * there is no way back but to free the handle, once and for good. Freeing it gives back the hold, in the background.
 *
 * <p>A handle is freed by {@link #close()}; by a command that releases or completes the instance; by a command that lost
 * the hold, or whose outcome is unknown; by a newer handle of the same owner on the same instance; and when its owner is
 * lost. Safe for use by many threads, which does not mean that two commands may run on it at once.
 */
public final class InstanceHandle implements AutoCloseable {

    private final LocalHandle local;

    InstanceHandle(LocalHandle local) {
        this.local = local;
    }

    /** {@return what the store has bound for the user of this handle} */
    LocalHandle local() {
        return local;
    }

    /** {@return whether the handle was not freed yet} */
    public boolean isValid() {
        return local.isValid();
    }

    /** {@return the owner, if one is bound} */
    public Optional<OwnerId> owner() {
        return local.owner();
    }

    /** {@return the instance, if one is bound} */
    public Optional<InstanceId> instance() {
        return local.instance();
    }

    /** {@return the fencing token of the hold, if the handle holds the instance} */
    public Optional<FencingToken> token() {
        return local.token();
    }

    /**
     * Frees the handle; further calls have no effect. Never waits: a hold is given back in the background, and a command
     * that is running goes on and may still take effect, after which its hold is given back.
     */
    @Override
    public void close() {
        local.close();
    }

    /**
     * Leaves the instance to others: for 30 s the store of this handle does not offer it as runnable to the owner of this handle, and to no
     * other owner with its host type and definitions once each of them has left it. For a host that cannot run an instance which another
     * one may be able to run, because it is of another release. The due time stays as it is, loads are not affected, and a hold stays until
     * the handle is freed. Without effect if no instance is bound.
     */
    public void leaveToOthers() {
        local.leaveToOthers();
    }

    /** {@return instance, owner and state, for logs} */
    @Override
    public String toString() {
        return local.toString();
    }
}
