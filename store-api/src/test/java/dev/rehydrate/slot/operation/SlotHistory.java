// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
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
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One random history of a few slots: several owners and handles, each operation compared with a model and with the
 * laws.
 */
final class SlotHistory {

    private static final int STEPS = 40;
    private static final Set<OwnerId> OWNERS = Set.of(Given.ME, Given.OTHER, Given.DEAD);
    private static final List<SlotAddress> ADDRESSES =
            List.of(SlotAddress.of(new InstanceId(0, 0xa)), SlotAddress.of(new InstanceId(0, 0xb)));

    private final SplittableRandom random;
    private final Tampering tampering;
    private final RandomOperations operations;
    private final Map<SlotAddress, Slot> slots = new HashMap<>();
    private final Map<SlotAddress, InstanceModel> models = new HashMap<>();
    private final List<Done> done = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private Instant now = Given.NOW;

    /** One thing that happened. */
    record Event(Instant now, SlotAddress at, SlotOperation<?> operation, Decision<?> decision) {
        @Nullable
        Refusal refusal() {
            return decision instanceof Decision.Refuse<?> refused ? refused.refusal() : null;
        }

        @Override
        public String toString() {
            return now + " at " + Long.toHexString(at.low()) + ": " + operation + " -> " + decision;
        }
    }

    private record Done(SlotAddress at, SlotOperation<?> operation, Decision.Write<?> decision) {}

    private SlotHistory(long seed, Tampering tampering) {
        this.tampering = tampering;
        random = new SplittableRandom(seed);
        operations = new RandomOperations(random);
    }

    /** Lets a history happen and says which law it broke, or null. */
    static Seeds.@Nullable Trouble of(long seed, Tampering tampering) {
        SlotHistory history = new SlotHistory(seed, tampering);
        String broken = history.happen();
        return broken == null ? null : new Seeds.Trouble(broken, history.events);
    }

    /** Lets a history happen and tells all that happened in it. */
    static List<Event> events(long seed) {
        SlotHistory history = new SlotHistory(seed, Tampering.NONE);
        history.happen();
        return history.events;
    }

    private @Nullable String happen() {
        String broken = null;
        for (int i = 0; i < STEPS && broken == null; i++) {
            broken = next();
        }
        return broken;
    }

    private @Nullable String next() {
        int dice = random.nextInt(100);
        if (dice < 10) {
            now = now.plus(Duration.ofSeconds(random.nextInt(-3, 5)));
            return null;
        }
        if (dice < 22 && !done.isEmpty()) {
            return repeat(done.get(random.nextInt(done.size())));
        }
        SlotAddress at = ADDRESSES.get(random.nextInt(ADDRESSES.size()));
        return apply(at, operations.next(slotAt(at), now));
    }

    private Slot slotAt(SlotAddress at) {
        return slots.getOrDefault(at, Slot.EMPTY);
    }

    private InstanceModel modelAt(SlotAddress at) {
        return models.getOrDefault(at, InstanceModel.NOTHING);
    }

    private <A> @Nullable String apply(SlotAddress at, SlotOperation<A> operation) {
        Slot before = slotAt(at);
        int content = before.hashCode();
        Decision<A> decision = tampering.decide(operation, at, before, now);
        events.add(new Event(now, at, operation, decision));
        if (!decision.equals(tampering.decide(operation, at, before, now)) || content != before.hashCode()) {
            return "a rule is a pure function";
        }
        ModelCheck check = new ModelCheck(modelAt(at), before, operation, now);
        String broken = check.difference(operation, decision);
        if (broken == null && decision instanceof Decision.Write<A> write) {
            models.put(at, check.next(operation, write.next()));
            broken = written(at, operation, write);
        }
        return broken;
    }

    private @Nullable String written(SlotAddress at, SlotOperation<?> operation, Decision.Write<?> write) {
        Slot before = slotAt(at);
        slots.put(at, write.next());
        String broken = new SlotLaws(operation, before, write.next()).broken(OWNERS);
        if (broken != null || !modelAt(at).agreesWith(write.next())) {
            return broken != null ? broken : "the model agrees with the slot: " + modelAt(at);
        }
        operations.learn(write.next());
        Done again = new Done(at, operation, write);
        done.add(again);
        return repeat(again);
    }

    /** Does something again: if it is remembered, nothing may change, and the answer is the same or that it is over. */
    private @Nullable String repeat(Done before) {
        Slot slot = slotAt(before.at());
        if (!Repeats.isRemembered(before.operation(), slot)) {
            return Repeats.isSequenced(before.operation()) ? repeatLate(before, slot) : null;
        }
        Decision<?> again = tampering.decide(before.operation(), before.at(), slot, now);
        events.add(new Event(now, before.at(), before.operation(), again));
        Slot present = Expiry.settle(slot, now, ModelCheck.deadTo(before.operation()));
        return Repeats.isSame(before.decision(), again, present)
                ? null
                : "a repeat changes nothing and answers the same";
    }

    /** Looks only: a load that takes the hold again would be one more change. */
    private @Nullable String repeatLate(Done before, Slot slot) {
        Decision<?> again = tampering.decide(before.operation(), before.at(), slot, now);
        events.add(new Event(now, before.at(), before.operation(), again));
        Slot present = Expiry.settle(slot, now, ModelCheck.deadTo(before.operation()));
        boolean content = again instanceof Decision.Write<?> write
                && present.instance() != null
                && write.next().instance() != null
                && !present.instance().data().equals(write.next().instance().data());
        return Repeats.isLeftOpen(before.operation(), before.decision(), again) && !content
                ? null
                : "a late repeat is neither carried out again nor denied";
    }
}
