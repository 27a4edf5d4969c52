// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static dev.rehydrate.format.Samples.CLAIM;
import static dev.rehydrate.format.Samples.COMMAND;
import static dev.rehydrate.format.Samples.CREATED;
import static dev.rehydrate.format.Samples.DEAD;
import static dev.rehydrate.format.Samples.DEFINITION;
import static dev.rehydrate.format.Samples.DONE;
import static dev.rehydrate.format.Samples.DUE;
import static dev.rehydrate.format.Samples.HOLD;
import static dev.rehydrate.format.Samples.HOME;
import static dev.rehydrate.format.Samples.ID;
import static dev.rehydrate.format.Samples.KEY;
import static dev.rehydrate.format.Samples.OWNER;
import static dev.rehydrate.format.Samples.PLAIN;
import static dev.rehydrate.format.Samples.RECEIPT;
import static dev.rehydrate.format.Samples.REVISION;
import static dev.rehydrate.format.Samples.SCOPED;
import static dev.rehydrate.format.Samples.TITLE;

import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.decision.SweepAnswer;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** One of every kind that travels. Their bytes are kept for ever. */
final class SampleMessages {

    private static final Caller NOBODY_SPECIAL = new Caller(OWNER, null, null, Set.of());
    private static final Caller CALLER = new Caller(OWNER, "documents", Duration.ofHours(1), Set.of(DEAD));
    private static final SweepSlot SWEEP = new SweepSlot(Set.of(DEAD), Duration.ofMinutes(5));
    private static final DefinitionFilter FILTER =
            DefinitionFilter.anyRevisionOf(DEFINITION, SCOPED).orUnidentified();
    private static final PromotedCondition CONDITION = new PromotedCondition("amount", null, PromotedValue.of(100));

    static final List<SlotOperation<?>> OPERATIONS = List.of(
            acquire(new LockProof.Nothing(), new Lookup.ById(true)),
            acquire(new LockProof.Abandoned(HOLD), new Lookup.ByKey(KEY, true)),
            acquire(new LockProof.Holding(HOLD), new Lookup.ForKey(KEY)),
            acquire(new LockProof.Nothing(), new Lookup.ToRun(FILTER)),
            commit(new Expected.Any(), InstanceChanges.none(), CommitInstance.After.HELD),
            commit(new Expected.Absent(), firstSave(), CommitInstance.After.RELEASED),
            commit(new Expected.At(REVISION), everyChange(), CommitInstance.After.COMPLETED),
            commit(new Expected.Any(), otherChanges(), CommitInstance.After.DELETED),
            new ReleaseHold(COMMAND, OWNER, HOLD),
            new ControlInstance(COMMAND, CALLER, null),
            new ControlInstance(COMMAND, CALLER, new SuspensionChange.Resume()),
            new InspectSlot(Set.of(DEAD, OWNER)),
            new ClaimKey(KEY, CLAIM, null, Set.of()),
            new ClaimKey(KEY, CLAIM, new KeyClaim(ID, -1), Set.of(DEAD)),
            new RevokeClaims(KEY, 200, Set.of(DEAD)),
            new DropClaim(ID, 9),
            SWEEP,
            new RevokeHold(COMMAND, CALLER),
            new ExtendIdleTime(COMMAND, CALLER, new IdleTtlChange.Keep()),
            new ExtendIdleTime(COMMAND, CALLER, new IdleTtlChange.Set(Duration.ofDays(7))),
            new WithdrawKey(COMMAND, KEY),
            new DiscardDamaged());

    static final List<SlotScan> SCANS = List.of(
            new SlotScan.ToRun("documents", DefinitionFilter.any(), Set.of(DEAD)),
            new SlotScan.ToRun("documents", DefinitionFilter.exactly(DEFINITION), Set.of()),
            new SlotScan.Sweepable(SWEEP),
            new SlotScan.HeldBy(OWNER),
            new SlotScan.Occupied(Duration.ZERO),
            new SlotScan.OldClaims(Duration.ofHours(1), 5, 64));

    static final List<InstanceQuery> QUERIES = List.of(
            InstanceQuery.builder().build(),
            InstanceQuery.builder()
                    .in(InstanceState.INITIALIZED)
                    .ofHostType("documents")
                    .ofDefinition("approval")
                    .suspended(false)
                    .heldBy(OWNER)
                    .where(CONDITION)
                    .where(PromotedCondition.equal("since", DUE))
                    .where(PromotedCondition.equal("id", new UUID(1, 2)))
                    .where(PromotedCondition.equal("open", true))
                    .sortBy("amount", true)
                    .page(1000, 1000)
                    .build(),
            InstanceQuery.builder()
                    .where(Columns.promoted("author")
                            .in("Anna", "Olga")
                            .or(Columns.promoted("n").notEqualTo(1))
                            .and(Columns.promoted("tag").missing()))
                    .where(Columns.CREATED.between(CREATED, DUE))
                    .where(Columns.DUE.lessThan(DUE).or(Columns.DUE.exists()))
                    .where(Columns.STATE.in(InstanceState.INITIALIZED, InstanceState.COMPLETED))
                    .where(Columns.SUSPENDED.notEqualTo(true))
                    .where(Columns.DEFINITION.equalTo("approval"))
                    .where(Columns.HOST_TYPE.exists())
                    .where(Columns.HOLDER.equalTo(OWNER))
                    .where(Columns.UPDATED.atLeast(CREATED))
                    .withValues("small", "large")
                    .build());

    static final List<Reply<?>> REPLIES = List.of(
            new Reply.Done<>(new LoadGrant(Samples.record(), 4)),
            new Reply.Done<>(new CommitAnswer(RECEIPT, 2, Set.of(KEY, DONE), DUE)),
            new Reply.Done<>(new CommitAnswer(RECEIPT, 2, Set.of(), null)),
            new Reply.Done<>(new ControlAnswer(1, Set.of(KEY), null)),
            new Reply.Done<>(Samples.IDLE),
            new Reply.Done<>(CLAIM),
            new Reply.Done<>(-5L),
            new Reply.Done<>(true),
            new Reply.Done<>(new SweepAnswer(ID, 8, Set.of(KEY))),
            new Reply.Done<>(Optional.of(DUE)),
            new Reply.Done<>(Optional.empty()),
            new Reply.Done<>(List.of(SlotAddress.of(ID), SlotAddress.of(KEY))),
            new Reply.Done<>(page()),
            new Reply.Refused<>(new Refusal.NotFound()),
            new Reply.Refused<>(new Refusal.HeldBy(OWNER)),
            new Reply.Refused<>(new Refusal.AlreadyMine(HOLD)),
            new Reply.Refused<>(new Refusal.HoldLost()),
            new Reply.Refused<>(new Refusal.InstanceCompleted(ID)),
            new Reply.Refused<>(new Refusal.KeyCompleted(ID)),
            new Reply.Refused<>(new Refusal.Mismatch(REVISION)),
            new Reply.Refused<>(new Refusal.Mismatch(null)),
            new Reply.Refused<>(new Refusal.IdInUse(ID)),
            new Reply.Refused<>(new Refusal.KeyClaimed(KEY, CLAIM)),
            new Reply.Refused<>(new Refusal.KeyBelongsTo(KEY, ID)),
            new Reply.Refused<>(new Refusal.KeyNotAssociated(KEY)),
            new Reply.Refused<>(new Refusal.ClaimsRevoked(6)),
            new Reply.Done<>(-5L, Set.of(DecisionEvent.EXPIRED)),
            new Reply.Refused<>(new Refusal.TooLateToTell()),
            new Reply.Refused<>(new Refusal.Mismatch(new Revision(7, 5, -9))));

    static final List<OwnerRecord> OWNERS = List.of(
            new OwnerRecord(OWNER, OwnerDescription.anonymous(), Duration.ofSeconds(10), 1),
            new OwnerRecord(
                    DEAD,
                    OwnerDescription.ofType("documents")
                            .running(FILTER)
                            .completingBy(CompletionAction.KEEP)
                            .describedBy(Map.of("address", "127.0.0.1:8080"), Map.of("pid", "42", "zone", "a")),
                    Duration.ofMillis(1500),
                    123_456_789));

    static final List<Announcement> ANNOUNCEMENTS =
            List.of(new Announcement.MayRun(DUE), new Announcement.Wanted(ID), new Announcement.Released(ID));

    private SampleMessages() {}

    private static AcquireInstance acquire(LockProof proof, Lookup lookup) {
        Map<String, StoredValue> described = Map.of("why", PLAIN);
        return new AcquireInstance(COMMAND, CALLER, proof, lookup, Map.of(KEY, described, HOME, Map.of()), 2);
    }

    private static CommitInstance commit(
            Expected expected, InstanceChanges<StoredValue> changes, CommitInstance.After after) {
        return new CommitInstance(COMMAND, NOBODY_SPECIAL, new LockProof.Nothing(), expected, changes, after, 0);
    }

    private static InstanceChanges<StoredValue> firstSave() {
        return InstanceChanges.<StoredValue>none()
                .withData(new DataChange.Replace<>(Map.of("state", PLAIN, "title", TITLE)));
    }

    private static InstanceChanges<StoredValue> everyChange() {
        ValueDelta<StoredValue> delta = new ValueDelta<>(Map.of("state", PLAIN), Set.of("old", "older"));
        return new InstanceChanges<>(
                new DataChange.Change<>(delta),
                delta,
                new KeyChanges<>(Map.of(KEY, Map.of("why", PLAIN)), Set.of(DONE), Set.of(HOME), Map.of(HOME, delta)),
                new DueChange.At(DUE),
                new SuspensionChange.Suspend("stop", "java.io.IOException"),
                new DefinitionChange.Set(SCOPED),
                new IdleTtlChange.Set(Duration.ofDays(7)));
    }

    private static InstanceChanges<StoredValue> otherChanges() {
        InstanceChanges<StoredValue> none = InstanceChanges.none();
        return new InstanceChanges<>(
                none.data(),
                none.metadata(),
                none.keys(),
                new DueChange.After(Duration.ofMillis(2500)),
                new SuspensionChange.Resume(),
                new DefinitionChange.Set(null),
                new IdleTtlChange.Set(null));
    }

    private static InstancePage page() {
        var promoted = Map.of("amount", PromotedValue.of(-12.5), "open", PromotedValue.of(false));
        return new InstancePage(List.of(new InstancePage.Entry(Samples.header(), promoted)), 12_345);
    }
}
