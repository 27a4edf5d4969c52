// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import java.time.Instant;
import java.util.Set;

/** What counts as gone, for every operation alike. */
final class Expiry {

    private Expiry() {}

    /** Says of a decision about a settled slot what settling it meant; a slot that is not written stays as it was stored. */
    static <A> Decision<A> withEvent(Slot stored, Slot settled, Decision<A> decision) {
        boolean ended = stored.instance() != null && settled.instance() == null;
        return ended && decision instanceof Decision.Write<A> ? decision.withEvent(DecisionEvent.EXPIRED) : decision;
    }

    /** The slot as all operations must see it: an instance that has expired is not there any more. */
    static Slot settle(Slot slot, Instant now, Set<OwnerId> expiredOwners) {
        InstanceRecord record = slot.instance();
        return record != null && record.isExpired(now, expiredOwners) ? slot.ended(record, now) : slot;
    }
}
