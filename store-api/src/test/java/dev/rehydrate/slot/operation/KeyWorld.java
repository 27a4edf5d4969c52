// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All slots of a few instances and keys, a clock, and what happened: a store in thirty lines. */
final class KeyWorld {

    private final Map<SlotAddress, Slot> slots;
    private final List<Event> history;
    private final Guards guards;
    private Instant now = Given.NOW;

    /** One thing that happened. */
    record Event(String who, SlotAddress at, SlotOperation<?> operation, Decision<?> decision) {

        @Nullable
        Refusal refusal() {
            return decision instanceof Decision.Refuse<?> refused ? refused.refusal() : null;
        }

        boolean isTakeover() {
            return operation instanceof ClaimKey claim
                    && claim.replacing() != null
                    && decision instanceof Decision.Write;
        }

        boolean isDrop() {
            return operation instanceof DropClaim && decision instanceof Decision.Write;
        }

        boolean isDropInVain() {
            return operation instanceof DropClaim && decision instanceof Decision.Keep;
        }

        @Override
        public String toString() {
            return who + " at " + Long.toHexString(at.low()) + ": " + operation + " -> " + decision;
        }
    }

    KeyWorld(Guards guards) {
        this(new HashMap<>(), new ArrayList<>(), guards);
    }

    private KeyWorld(Map<SlotAddress, Slot> slots, List<Event> history, Guards guards) {
        this.slots = slots;
        this.history = history;
        this.guards = guards;
    }

    /** The same world, in which something else may happen from here on. */
    KeyWorld fork() {
        KeyWorld fork = new KeyWorld(new HashMap<>(slots), new ArrayList<>(history), guards);
        fork.now = now;
        return fork;
    }

    List<Event> history() {
        return history;
    }

    void moveClock(Duration time) {
        now = now.plus(time);
    }

    /** The slot without what has expired. */
    Slot look(SlotAddress address) {
        return Expiry.settle(at(address), now, Set.of());
    }

    private Slot at(SlotAddress address) {
        return slots.getOrDefault(address, Slot.EMPTY);
    }

    <A> Decision<A> apply(String who, SlotAddress at, SlotOperation<A> operation) {
        Decision<A> decision = guards.decide(operation, at, at(at), now);
        if (decision instanceof Decision.Write<A> write) {
            store(at, write.next());
        }
        history.add(new Event(who, at, operation, decision));
        return decision;
    }

    private void store(SlotAddress at, Slot next) {
        if (next.isBlank() || guards.forgets(next)) {
            slots.remove(at);
        } else {
            slots.put(at, next);
        }
    }

    /** The first law that does not hold just now, or null if all do. */
    @Nullable
    String brokenLaw() {
        Map<InstanceKey, InstanceId> lists = new HashMap<>();
        for (Slot slot : slots.values()) {
            InstanceRecord record = slot.instance();
            if (record == null) {
                continue;
            }
            for (InstanceKey key : record.keys().keySet()) {
                if (lists.put(key, record.id()) != null) {
                    return "a key is listed by at most one instance: " + key;
                }
                if (!leadsTo(key, record.id())) {
                    return "a listed key leads to its instance: " + key;
                }
            }
        }
        return null;
    }

    private boolean leadsTo(InstanceKey key, InstanceId id) {
        KeyClaim claim = at(SlotAddress.of(key)).claim();
        return id.isHomeOf(key)
                ? claim == null
                : claim != null && claim.instance().equals(id);
    }
}
