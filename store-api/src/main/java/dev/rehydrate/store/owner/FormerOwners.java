// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import dev.rehydrate.instance.OwnerId;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** The owners of a store that have ended last. A store can be open for months, and each host that comes and goes is an owner of it. */
public final class FormerOwners {

    private static final int MOST = 1_000;

    private final Set<OwnerId> ids = new LinkedHashSet<>();

    /** An owner has ended. */
    public synchronized void add(OwnerId owner) {
        ids.add(owner);
        if (ids.size() > MOST) {
            Iterator<OwnerId> eldest = ids.iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /** {@return whether an owner is among those that have ended last} */
    public synchronized boolean contains(OwnerId owner) {
        return ids.contains(owner);
    }
}
