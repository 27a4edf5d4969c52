// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.ValueBag;
import java.util.HashMap;
import java.util.Map;

/**
 * The revision of the state that clients have seen, which is their ETag. The store gives each save a new revision, and a host
 * saves more than state: that a message was sent, that one was handled, that a timer has fired. Such a save writes down which
 * revision clients have seen, and on which one it was made, in one value of the metadata. The value counts only while the
 * instance is at the very next revision. So every other save moves the ETag without having to do anything about it: one of
 * state, one by a host that does not know of this value, and a change that no host has made.
 */
public final class SeenRevision {

    /** What clients have seen, and on which revision the bookkeeping was saved, as text with a space between. */
    public static final String NAME = "rehydrate.seen";

    private SeenRevision() {}

    /** {@return the revision that clients see} */
    public static Revision of(InstanceSnapshot snapshot) {
        return of(snapshot.metadata(), snapshot.revision());
    }

    private static Revision of(ValueBag metadata, Revision present) {
        if (!metadata.names().contains(NAME)) {
            return present;
        }
        try {
            String[] parts = metadata.find(NAME, String.class).orElse("").split(" ", -1);
            return present.comesRightAfter(Revision.parse(parts[1])) ? Revision.parse(parts[0]) : present;
        } catch (RuntimeException foreign) {
            // Not written by a host; the revision of the store is always valid.
            return present;
        }
    }

    /** A save of bookkeeping: clients have seen what there is. */
    public static ValueDelta<InstanceValue> kept(ValueDelta<InstanceValue> metadata, Revision seen, Revision present) {
        Map<String, InstanceValue> put = new HashMap<>(metadata.put());
        put.put(NAME, InstanceValue.of(seen + " " + present));
        return new ValueDelta<>(put, metadata.remove());
    }
}
