// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.DiscardDamaged;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.ExtendIdleTime;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.operation.RevokeHold;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.operation.WithdrawKey;
import dev.rehydrate.slot.scan.SlotScan;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Draws what travels to slots. */
final class DrawnOperations {

    private final Draw draw;
    private final DrawnSlots slots;

    DrawnOperations(Draw draw) {
        this.draw = draw;
        this.slots = new DrawnSlots(draw);
    }

    SlotOperation<?> operation() {
        return switch (draw.below(13)) {
            case 0 -> acquire();
            case 1 -> commit();
            case 2 -> new ReleaseHold(draw.command(), draw.owner(), draw.hold());
            case 3 -> new ControlInstance(draw.command(), caller(), draw.orNull(this::suspension));
            case 4 -> inspect();
            case 5 -> new ClaimKey(draw.key(), slots.claim(), draw.orNull(slots::claim), draw.set(draw::owner));
            case 6 -> new RevokeClaims(draw.key(), draw.number(), draw.set(draw::owner));
            case 7 -> new DropClaim(draw.instance(), draw.number());
            case 8 -> new RevokeHold(draw.command(), caller());
            case 10 -> new WithdrawKey(draw.command(), draw.key());
            case 11 -> new DiscardDamaged();
            case 9 -> new ExtendIdleTime(draw.command(), caller(), idleTtl());
            default -> sweep();
        };
    }

    private InspectSlot inspect() {
        return draw.below(4) == 0
                ? InspectSlot.ofChanges(draw.set(draw::owner))
                : new InspectSlot(draw.set(draw::owner), selection());
    }

    private ValueSelection selection() {
        return draw.yes()
                ? ValueSelection.all()
                : new ValueSelection(false, draw.set(draw::text), draw.orNull(() -> draw.set(draw::key)));
    }

    SlotScan scan() {
        return switch (draw.below(5)) {
            case 0 -> new SlotScan.ToRun(draw.text(), draw.filter(), draw.set(draw::owner));
            case 1 -> new SlotScan.Sweepable(sweep());
            case 2 -> new SlotScan.HeldBy(draw.owner());
            case 3 -> new SlotScan.OldClaims(draw.duration(), draw.below(7), 7);
            default -> new SlotScan.Occupied(draw.duration());
        };
    }

    InstanceQuery query() {
        Set<InstanceState> states = EnumSet.of(draw.oneOf(InstanceState.class), draw.oneOf(InstanceState.class));
        InstanceQuery.Position after = draw.orNull(this::position);
        PromotedValue place = after == null ? null : after.value();
        Subject sortBy = place == null ? draw.orNull(this::sorted) : sortedTo(place);
        return new InstanceQuery(
                states,
                draw.orNull(draw::text),
                draw.orNull(draw::text),
                draw.orNull(draw::yes),
                draw.orNull(draw::owner),
                draw.some(this::condition),
                sortBy,
                draw.yes(),
                after == null ? draw.below(Integer.MAX_VALUE) : 0,
                1 + draw.below(InstanceQuery.MAX_LIMIT),
                after,
                draw.yes(),
                draw.yes() ? List.of() : draw.some(() -> conditionTree(3)),
                draw.yes() ? ValueSelection.none() : new ValueSelection(false, draw.set(draw::text)));
    }

    /** A moment of the header has no place that is not a moment. */
    private Subject sortedTo(PromotedValue place) {
        return place.kind() == PromotedValue.Kind.INSTANT ? sorted() : new Subject.Promoted(draw.name());
    }

    private Subject sorted() {
        return draw.yes() ? new Subject.Promoted(draw.name()) : draw.yes() ? Attribute.UPDATED : Attribute.DUE;
    }

    Condition conditionTree(int depth) {
        return switch (draw.below(depth == 1 ? 4 : 6)) {
            case 0 -> new Condition.OneOf(new Subject.Promoted(draw.name()), List.of(slots.promoted()));
            case 1 -> new Condition.Differs(Attribute.HOLDER, PromotedValue.of(new UUID(draw.number(), 7)));
            case 2 ->
                new Condition.Range(
                        draw.yes() ? Attribute.CREATED : Attribute.DUE,
                        new Bound(PromotedValue.of(draw.instant()), draw.yes()),
                        draw.orNull(() -> new Bound(PromotedValue.of(draw.instant()), draw.yes())));
            case 3 -> new Condition.Present(draw.oneOf(Attribute.class), draw.yes());
            case 4 -> new Condition.All(List.of(conditionTree(depth - 1), conditionTree(depth - 1)));
            default -> new Condition.Any(List.of(conditionTree(depth - 1), conditionTree(depth - 1)));
        };
    }

    private InstanceQuery.Position position() {
        return new InstanceQuery.Position(draw.instance(), draw.orNull(slots::promoted));
    }

    private PromotedCondition condition() {
        PromotedValue bound = slots.promoted();
        PromotedValue lowest = draw.orNull(() -> bound);
        return new PromotedCondition(draw.name(), lowest, lowest == null ? bound : draw.orNull(() -> bound));
    }

    private SweepSlot sweep() {
        EndRetention ends = new EndRetention(draw.orNull(draw::positiveDuration), draw.orNull(draw::positiveDuration));
        return new SweepSlot(draw.set(draw::owner), draw.duration(), ends);
    }

    private AcquireInstance acquire() {
        Map<InstanceKey, Map<String, StoredValue>> associate = new HashMap<>(draw.map(draw::key, slots::bag));
        InstanceKey key = draw.key();
        associate.put(key, slots.bag());
        Lookup lookup = draw.oneOf(List.of(
                new Lookup.ById(draw.yes()),
                new Lookup.ByKey(draw.key(), draw.yes()),
                new Lookup.ForKey(key),
                new Lookup.ToRun(draw.filter())));
        return new AcquireInstance(draw.command(), caller(), proof(), lookup, associate, draw.number());
    }

    private CommitInstance commit() {
        Expected expected = draw.oneOf(List.of(
                new Expected.Any(),
                new Expected.Absent(),
                new Expected.Present(),
                new Expected.Numbered(draw.revision().number()),
                new Expected.At(draw.revision())));
        CommitInstance.After after = draw.oneOf(CommitInstance.After.class);
        return new CommitInstance(draw.command(), caller(), proof(), expected, changes(), after, draw.number());
    }

    private Caller caller() {
        return new Caller(
                draw.owner(),
                draw.orNull(draw::text),
                draw.orNull(draw::positiveDuration),
                draw.set(draw::owner),
                draw.orNull(draw::positiveDuration),
                draw.yes() ? 0 : draw.below(256));
    }

    private LockProof proof() {
        return draw.oneOf(List.of(
                new LockProof.Nothing(), new LockProof.Holding(draw.hold()), new LockProof.Abandoned(draw.hold())));
    }

    private InstanceChanges<StoredValue> changes() {
        DueChange due = draw.oneOf(List.of(
                new DueChange.Keep(),
                new DueChange.Never(),
                new DueChange.At(draw.instant()),
                new DueChange.After(draw.positiveDuration())));
        return new InstanceChanges<>(
                slots.data(),
                slots.delta(),
                draw.yes() ? KeyChanges.none() : slots.keys(),
                due,
                suspension(),
                draw.yes() ? new DefinitionChange.Keep() : new DefinitionChange.Set(draw.orNull(draw::definition)),
                idleTtl());
    }

    private IdleTtlChange idleTtl() {
        return draw.yes() ? new IdleTtlChange.Keep() : new IdleTtlChange.Set(draw.orNull(draw::positiveDuration));
    }

    private SuspensionChange suspension() {
        return draw.oneOf(List.of(
                new SuspensionChange.Keep(),
                new SuspensionChange.Resume(),
                new SuspensionChange.Suspend(draw.text(), draw.orNull(draw::text), draw.yes())));
    }
}
