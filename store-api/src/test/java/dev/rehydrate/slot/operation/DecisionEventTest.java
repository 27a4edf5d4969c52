// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What those who watch are told of an operation, and that they are told nothing else. */
class DecisionEventTest {

    private static final CommandId AGAIN = new CommandId(7, 7);
    private static final Duration LONG = Duration.ofDays(1);

    record Row(String name, Slot slot, SlotOperation<?> operation, Set<DecisionEvent> events) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Row row(String name, Slot slot, SlotOperation<?> operation, DecisionEvent... events) {
        return new Row(name, slot, operation, Set.of(events));
    }

    private static Slot held(OwnerId owner) {
        return Stored.initialized().heldBy(owner).slot();
    }

    private static Slot expired() {
        return Stored.initialized()
                .with(HOME, KeyState.ASSOCIATED)
                .idleFor(Duration.ofSeconds(60))
                .slot();
    }

    private static Slot after(Slot slot, SlotOperation<?> operation) {
        return after(slot, operation, NOW);
    }

    private static Slot after(Slot slot, SlotOperation<?> operation, Instant when) {
        return ((Decision.Write<?>) operation.decide(Given.AT, slot, when)).next();
    }

    private static Row repeated(String name, Slot slot, SlotOperation<?> operation) {
        return row("the same " + name, after(slot, operation), operation, DecisionEvent.REPEATED);
    }

    static Stream<Row> rows() {
        Hold mine = Hold.of(Stored.initialized().heldBy(ME).slot().instance());
        SlotOperation<?> sweep = new SweepSlot(Set.of(DEAD), LONG);
        SlotOperation<?> claim = new ClaimKey(KEY, new KeyClaim(new InstanceId(1, 5), 1), null, Set.of());
        return Stream.of(
                row(
                        "a load of what no owner holds",
                        Stored.initialized().slot(),
                        Acquire.byId().op()),
                row("a load of what the dead held", held(DEAD), Acquire.byId().op(), DecisionEvent.RECLAIMED),
                row("a save of what the dead held", held(DEAD), Commit.held().op(), DecisionEvent.RECLAIMED),
                row("an end of what the dead held", held(DEAD), Commit.deleted().op(), DecisionEvent.RECLAIMED),
                row(
                        "a load of what a live other holds",
                        held(OTHER),
                        Acquire.byId().op()),
                row(
                        "a save by the holder",
                        held(ME),
                        Commit.held().holding(mine).op()),
                row(
                        "an orphan of the caller",
                        held(ME),
                        Acquire.byId().proving(new LockProof.Abandoned(mine)).op()),
                repeated(
                        "load",
                        Stored.initialized().slot(),
                        Acquire.byId().as(AGAIN).op()),
                repeated("save", Slot.EMPTY, Commit.held().as(AGAIN).op()),
                repeated("release", held(ME), new ReleaseHold(AGAIN, ME, mine)),
                repeated("revocation", held(OTHER), new RevokeHold(AGAIN, I)),
                repeated("touch", Stored.initialized().slot(), new ExtendIdleTime(AGAIN, I, new IdleTtlChange.Keep())),
                repeated("deletion", Stored.initialized().slot(), new ControlInstance(AGAIN, I, null)),
                row("a sweep of what has expired", expired(), sweep, DecisionEvent.EXPIRED),
                row(
                        "a sweep of what never got data",
                        Stored.uninitialized().heldBy(DEAD).slot(),
                        sweep),
                row(
                        "a sweep of what was kept for its time",
                        Stored.completed().slot(),
                        new SweepSlot(Set.of(), LONG, EndRetention.NEVER.ofCompleted(Duration.ofSeconds(60))),
                        DecisionEvent.EXPIRED),
                row("a create where nothing was", Slot.EMPTY, Commit.held().op()),
                row(
                        "the same save of what has expired since",
                        after(
                                Stored.initialized().slot(),
                                Commit.released()
                                        .as(AGAIN)
                                        .idleTtl(Duration.ofSeconds(1))
                                        .op(),
                                NOW.minusSeconds(1)),
                        Commit.released()
                                .as(AGAIN)
                                .idleTtl(Duration.ofSeconds(1))
                                .op(),
                        DecisionEvent.REPEATED),
                row("a create where something expired", expired(), Commit.held().op(), DecisionEvent.EXPIRED),
                row(
                        "a load that creates there",
                        expired(),
                        Acquire.byIdOrCreate().op(),
                        DecisionEvent.EXPIRED),
                row("a claim of a key there", expired(), claim, DecisionEvent.EXPIRED),
                row("a revocation there", expired(), new RevokeClaims(KEY, 3, Set.of()), DecisionEvent.EXPIRED),
                row(
                        "a load there, which writes nothing",
                        expired(),
                        Acquire.byId().op()),
                row("a look there, which writes nothing", expired(), new InspectSlot(Set.of())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void saysWhatElseHappened(Row row) {
        assertThat(events(row.operation().decide(Given.AT, row.slot(), NOW))).isEqualTo(row.events());
    }

    private static Set<DecisionEvent> events(Decision<?> decision) {
        if (decision instanceof Decision.Write<?> write) {
            return write.events();
        }
        return decision instanceof Decision.Keep<?> keep ? keep.events() : Set.of();
    }
}
