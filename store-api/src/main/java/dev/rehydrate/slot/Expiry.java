// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.Set;

/** What counts as gone, for every operation alike. */
final class Expiry {

    private Expiry() {}

    /** The slot as everybody must see it: an instance that has expired is not there any more. */
    static Slot settle(Slot slot, Instant now, Set<OwnerId> dead) {
        InstanceRecord record = slot.instance();
        return record != null && record.isExpired(now, dead) ? slot.buried(record, now) : slot;
    }
}
