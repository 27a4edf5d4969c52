// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.Set;

/** What counts as gone, for every operation alike. */
final class Expiry {

    private Expiry() {}

    /** Says of a decision about a settled slot what settling it meant; a slot that is not written stays as it was stored. */
    static <A> Decision<A> remarking(Slot stored, Slot settled, Decision<A> decision) {
        boolean buried = stored.instance() != null && settled.instance() == null;
        return buried && decision instanceof Decision.Write<A> ? decision.remarking(Remark.EXPIRED) : decision;
    }

    /** The slot as everybody must see it: an instance that has expired is not there any more. */
    static Slot settle(Slot slot, Instant now, Set<OwnerId> dead) {
        InstanceRecord record = slot.instance();
        return record != null && record.isExpired(now, dead) ? slot.buried(record, now) : slot;
    }
}
