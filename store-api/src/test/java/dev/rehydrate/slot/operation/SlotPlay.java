// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** One slot, the clock of its store, and what is done to the slot, one operation after the other. */
final class SlotPlay {

    private final SlotAddress at;
    private Slot slot;
    private Instant now = Given.NOW;

    private SlotPlay(SlotAddress at, Slot slot) {
        this.at = at;
        this.slot = slot;
    }

    static SlotPlay on(Slot slot) {
        return new SlotPlay(Given.AT, slot);
    }

    static SlotPlay on(Stored stored) {
        return on(stored.slot());
    }

    static SlotPlay onNothing() {
        return on(Slot.EMPTY);
    }

    SlotPlay at(SlotAddress address) {
        return new SlotPlay(address, slot);
    }

    SlotPlay wait(Duration time) {
        now = now.plus(time);
        return this;
    }

    SlotPlay clockAt(Instant time) {
        now = time;
        return this;
    }

    Instant now() {
        return now;
    }

    Slot slot() {
        return slot;
    }

    InstanceRecord record() {
        return Objects.requireNonNull(slot.instance(), "the instance");
    }

    /** Does an operation that changes the slot. */
    <A> A write(SlotOperation<A> operation) {
        Decision<A> decision = operation.decide(at, slot, now);

        assertThat(decision).isInstanceOf(Decision.Write.class);
        Decision.Write<A> write = (Decision.Write<A>) decision;
        slot = write.next();
        return write.answer();
    }

    /** Does an operation that is answered and changes nothing. */
    <A> A keep(SlotOperation<A> operation) {
        Decision<A> decision = operation.decide(at, slot, now);

        assertThat(decision).isInstanceOf(Decision.Keep.class);
        return ((Decision.Keep<A>) decision).answer();
    }

    /** Does an operation that is refused. */
    Refusal refuse(SlotOperation<?> operation) {
        Decision<?> decision = operation.decide(at, slot, now);

        assertThat(decision).isInstanceOf(Decision.Refuse.class);
        return ((Decision.Refuse<?>) decision).refusal();
    }
}
