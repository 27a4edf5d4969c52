// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import org.jspecify.annotations.Nullable;

/** An owner with a host type of its own, which is offered instances that are due, and is replaced when it is lost. */
final class TypedOwner {

    private final InstanceStore store;
    private final String hostType;
    private @Nullable InstanceHandle made;
    private @Nullable OwnerId owner;

    TypedOwner(InstanceStore store, String hostType) {
        this.store = store;
        this.hostType = hostType;
    }

    /** Makes a handle for a load of what is due. */
    InstanceHandle handle() {
        return store.createHandle(owner());
    }

    /** Makes a handle on an instance. */
    InstanceHandle handle(InstanceId instance) {
        return store.createHandle(owner(), instance);
    }

    private synchronized OwnerId owner() {
        OwnerId present = owner;
        if (present == null || made == null || !made.isValid()) {
            InstanceHandle next = store.createHandle();
            present = store.execute(next, new CreateOwner(OwnerDescription.ofType(hostType)), Writer.PATIENCE);
            made = next;
            owner = present;
        }
        return present;
    }
}
