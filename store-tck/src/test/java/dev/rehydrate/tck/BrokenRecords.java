// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.ExtendIdleTime;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.tck.farm.Farm;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Engines that lose, or mix up, a part of what they store: what an engine of one's own is most likely to do wrong. */
final class BrokenRecords {

    private BrokenRecords() {}

    private static boolean saves(SlotOperation<?> operation) {
        return operation instanceof CommitInstance commit
                && (commit.after() == CommitInstance.After.HELD || commit.after() == CommitInstance.After.RELEASED);
    }

    private static Slot with(Slot slot, @Nullable InstanceRecord record) {
        return new Slot(
                record,
                slot.claim(),
                slot.claimEpoch(),
                slot.recent(),
                slot.tombstone(),
                slot.changedAt(),
                slot.changes());
    }

    private static InstanceRecord with(InstanceRecord record, InstanceHeader header) {
        return new InstanceRecord(header, record.idleTtl(), record.keys(), record.data(), record.metadata());
    }

    private static InstanceHeader with(
            InstanceHeader it, @Nullable DefinitionIdentity definition, @Nullable Suspension suspension) {
        return with(it, definition, suspension, it.dueAt(), it.createdAt());
    }

    private static InstanceHeader with(
            InstanceHeader it,
            @Nullable DefinitionIdentity definition,
            @Nullable Suspension suspension,
            @Nullable Instant dueAt,
            Instant createdAt) {
        return new InstanceHeader(
                it.id(),
                it.revision(),
                it.token(),
                it.state(),
                it.holder(),
                it.hostType(),
                definition,
                suspension,
                dueAt,
                createdAt,
                it.updatedAt(),
                it.expiresAt());
    }

    private static CommitInstance with(CommitInstance commit, InstanceChanges<StoredValue> changes) {
        return with(commit, commit.proof(), changes);
    }

    private static CommitInstance with(CommitInstance commit, LockProof proof, InstanceChanges<StoredValue> changes) {
        return new CommitInstance(
                commit.id(), commit.caller(), proof, commit.expected(), changes, commit.after(), commit.claimedUnder());
    }

    private static AcquireInstance with(
            AcquireInstance acquire, Lookup lookup, Map<InstanceKey, Map<String, StoredValue>> associate) {
        return new AcquireInstance(
                acquire.id(), acquire.caller(), acquire.proof(), lookup, associate, acquire.claimedUnder());
    }

    /** The names that are to go if the delta is to leave nothing but what it puts. */
    private static ValueDelta<StoredValue> alone(ValueDelta<StoredValue> delta, Map<String, StoredValue> bag) {
        Set<String> others = new HashSet<>(bag.keySet());
        others.removeAll(delta.put().keySet());
        return new ValueDelta<>(delta.put(), others);
    }

    private static Set<OwnerId> holderOf(Slot slot) {
        OwnerId holder =
                slot.instance() == null ? null : slot.instance().header().holder();
        return holder == null ? Set.of() : Set.of(holder);
    }

    private static Caller with(Caller caller, Set<OwnerId> expiredOwners) {
        return new Caller(
                caller.owner(),
                caller.hostType(),
                caller.defaultIdleTtl(),
                expiredOwners,
                caller.memoryRetention(),
                caller.recordedChanges());
    }

    private static AcquireInstance with(AcquireInstance acquire, Caller caller) {
        return new AcquireInstance(
                acquire.id(), caller, acquire.proof(), acquire.lookup(), acquire.associate(), acquire.claimedUnder());
    }

    private static CommitInstance with(CommitInstance commit, Caller caller) {
        return new CommitInstance(
                commit.id(),
                caller,
                commit.proof(),
                commit.expected(),
                commit.changes(),
                commit.after(),
                commit.claimedUnder());
    }

    /** Whether the caller and the holder are two. */
    private static boolean isOfAnother(Caller caller, Slot slot) {
        return !holderOf(slot).contains(caller.owner());
    }

    /** Changes the records that it keeps. */
    private abstract static class Altering extends HeapEngine {
        Altering(Data data, InstantSource clock) {
            super(data, clock);
        }

        abstract boolean isAbout(SlotOperation<?> operation);

        abstract InstanceRecord altered(InstanceRecord record);

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            InstanceRecord record = next.instance();
            return record == null || !isAbout(operation) ? next : with(next, altered(record));
        }
    }

    /** Keeps name and version of a definition, and not its scope. */
    static final class Scopeless extends Altering {
        Scopeless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return saves(operation);
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            InstanceHeader it = record.header();
            DefinitionIdentity known = it.definition();
            return known == null
                    ? record
                    : with(
                            record,
                            with(it, new DefinitionIdentity(known.name(), known.version(), null), it.suspension()));
        }
    }

    /** Keeps why an instance is suspended, and not that it has failed. */
    static final class Forgiving extends Altering {
        Forgiving(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return saves(operation);
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            InstanceHeader it = record.header();
            Suspension why = it.suspension();
            return why == null
                    ? record
                    : with(
                            record,
                            with(it, it.definition(), new Suspension(why.reason(), why.failure(), why.since(), false)));
        }
    }

    /** Loses the definition of what is loaded with its hold. */
    static final class Careless extends Altering {
        Careless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return operation instanceof AcquireInstance;
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            return with(record, with(record.header(), null, record.header().suspension()));
        }
    }

    /** Loses the failure of what is released. */
    static final class Reticent extends Altering {
        Reticent(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return operation instanceof ReleaseHold;
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            InstanceHeader it = record.header();
            Suspension why = it.suspension();
            return why == null
                    ? record
                    : with(
                            record,
                            with(it, it.definition(), new Suspension(why.reason(), null, why.since(), why.failed())));
        }
    }

    /** Lets an instance begin anew whenever it is loaded with its hold. */
    static final class Youthful extends Altering {
        Youthful(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return operation instanceof AcquireInstance;
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            InstanceHeader it = record.header();
            return with(
                    record,
                    with(
                            it,
                            it.definition(),
                            it.suspension(),
                            it.dueAt(),
                            it.createdAt().plusSeconds(1)));
        }
    }

    /** Takes the due time from what is touched. */
    static final class Hasty extends Altering {
        Hasty(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return operation instanceof ExtendIdleTime;
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            InstanceHeader it = record.header();
            return with(record, with(it, it.definition(), it.suspension(), null, it.createdAt()));
        }
    }

    /** Keeps the keys of what is completed, and not what is stored with them. */
    static final class Terse extends Altering {
        Terse(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return operation instanceof CommitInstance commit && commit.after() == CommitInstance.After.COMPLETED;
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            Map<InstanceKey, KeyEntry> bare = new HashMap<>();
            record.keys().forEach((key, entry) -> bare.put(key, new KeyEntry(entry.state(), Map.of())));
            return new InstanceRecord(record.header(), record.idleTtl(), bare, record.data(), record.metadata());
        }
    }

    /** Loses the idle time to live of what runs. */
    static final class Timeworn extends Altering {
        Timeworn(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        boolean isAbout(SlotOperation<?> operation) {
            return operation instanceof AcquireInstance acquire && acquire.lookup() instanceof Lookup.ToRun;
        }

        @Override
        InstanceRecord altered(InstanceRecord record) {
            return new InstanceRecord(record.header(), null, record.keys(), record.data(), record.metadata());
        }
    }

    /** Replaces the metadata by what a change of it puts. */
    static final class Overwriting extends HeapEngine {
        Overwriting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            InstanceRecord record = stored.instance();
            if (!(operation instanceof CommitInstance commit)
                    || record == null
                    || commit.changes().metadata().isEmpty()) {
                return operation;
            }
            InstanceChanges<StoredValue> it = commit.changes();
            return with(
                    commit,
                    new InstanceChanges<>(
                            it.data(),
                            alone(it.metadata(), record.metadata()),
                            it.keys(),
                            it.due(),
                            it.suspension(),
                            it.definition(),
                            it.idleTtl()));
        }
    }

    /** Replaces what is stored with a key by what a change of it puts. */
    static final class Relabelling extends HeapEngine {
        Relabelling(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            InstanceRecord record = stored.instance();
            if (!(operation instanceof CommitInstance commit) || record == null) {
                return operation;
            }
            KeyChanges<StoredValue> keys = commit.changes().keys();
            Map<InstanceKey, ValueDelta<StoredValue>> changed = new HashMap<>();
            keys.metadata().forEach((key, delta) -> {
                KeyEntry entry = record.keys().get(key);
                changed.put(key, entry == null ? delta : alone(delta, entry.metadata()));
            });
            return with(
                    commit,
                    commit.changes()
                            .withKeys(new KeyChanges<>(keys.associate(), keys.complete(), keys.release(), changed)));
        }
    }

    /** Takes a change of the data that names no value for no change. */
    static final class Literal extends HeapEngine {
        Literal(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof CommitInstance commit
                            && commit.changes().data() instanceof DataChange.Change<StoredValue> change
                            && change.delta().isEmpty()
                    ? with(commit, commit.changes().withData(new DataChange.Unchanged<>()))
                    : operation;
        }
    }

    /** Gives the keys that a load associates, and stores nothing of what it says of them. */
    static final class Mute extends HeapEngine {
        Mute(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            if (!(operation instanceof AcquireInstance acquire)) {
                return operation;
            }
            Map<InstanceKey, Map<String, StoredValue>> bare = new HashMap<>();
            acquire.associate().keySet().forEach(key -> bare.put(key, Map.of()));
            return with(acquire, acquire.lookup(), bare);
        }
    }

    /** Finds by a key what never got data, also for a load that may not create. */
    static final class Hopeful extends HeapEngine {
        Hopeful(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof AcquireInstance acquire && acquire.lookup() instanceof Lookup.ByKey byKey
                    ? with(acquire, new Lookup.ByKey(byKey.key(), true), acquire.associate())
                    : operation;
        }
    }

    /** Lets a save of an owner go past a handle of the same owner. */
    static final class Pushing extends HeapEngine {
        Pushing(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            InstanceRecord record = stored.instance();
            return operation instanceof CommitInstance commit
                            && record != null
                            && commit.proof() instanceof LockProof.Nothing
                            && commit.caller().owner().equals(record.header().holder())
                    ? with(commit, new LockProof.Abandoned(Hold.of(record)), commit.changes())
                    : operation;
        }
    }

    /** Leaves the claims of what an administrator deletes as they are. */
    static final class Lax extends HeapEngine {
        Lax(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ControlInstance && next.instance() == null
                    ? new Slot(
                            null,
                            next.claim(),
                            stored.claimEpoch(),
                            next.recent(),
                            next.tombstone(),
                            next.changedAt(),
                            null)
                    : next;
        }
    }

    /** Lets the memory of what an administrator deletes be as old as it can be, so that the next sweep forgets it. */
    static final class Dismissive extends HeapEngine {
        Dismissive(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ControlInstance && next.instance() == null
                    ? new Slot(
                            null, next.claim(), next.claimEpoch(), next.recent(), next.tombstone(), Instant.EPOCH, null)
                    : next;
        }
    }

    /** Remembers nothing of the life that a sweep has ended. */
    static final class Graveless extends HeapEngine {
        Graveless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof SweepSlot
                    ? new Slot(
                            next.instance(),
                            next.claim(),
                            next.claimEpoch(),
                            next.recent(),
                            null,
                            next.changedAt(),
                            null)
                    : next;
        }
    }

    /** Shows from the nearest copy what has expired, until it is swept. */
    static final class Lingering extends HeapEngine {
        Lingering(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
            return CompletableFuture.completedFuture(data().slots.getOrDefault(at, Slot.EMPTY));
        }
    }

    /** Takes an owner that retires for one that has died. */
    static final class Obituary extends HeapEngine {
        Obituary(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Void> retireOwner(OwnerId owner) {
            return expireOwner(owner);
        }
    }

    /** Removes the record of an owner that is declared expired, and names no holders, from which the sweep would make it again. */
    static final class Erasing extends Unasking {
        Erasing(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Void> expireOwner(OwnerId owner) {
            return removeOwner(owner);
        }
    }

    /** Does not look for who holds something. */
    static class Unasking extends HeapEngine {
        Unasking(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
            return CompletableFuture.completedFuture(Set.of());
        }
    }

    /** Lets a beat bring an owner back that was declared expired. */
    static final class Reviving extends HeapEngine {
        Reviving(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
            return CompletableFuture.completedFuture(data().owners
                            .computeIfPresent(
                                    owner, (id, record) -> new OwnerRecord(id, record.description(), Farm.LEASE, beat))
                    != null);
        }
    }

    /** Keeps of an owner what it publishes, and not what only tools see. */
    static final class Unquoting extends HeapEngine {
        Unquoting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Void> addOwner(OwnerRecord owner) {
            OwnerDescription said = owner.description();
            return super.addOwner(new OwnerRecord(
                    owner.id(), said.describedBy(said.published(), Map.of()), owner.lease(), owner.beat()));
        }
    }

    /** Tells the last due time in the place of the next one. */
    static final class Farsighted extends HeapEngine {
        Farsighted(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
            return CompletableFuture.completedFuture(records()
                    .map(InstanceRecord::header)
                    .filter(header -> hostType.equals(header.hostType()))
                    .map(InstanceHeader::dueAt)
                    .filter(due -> due != null && due.isAfter(after))
                    .max(Instant::compareTo));
        }
    }

    /** Lists what is suspended as if it ran. */
    static final class Optimistic extends HeapEngine {
        Optimistic(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(query)
                    .thenApply(page -> new RecordPage(
                            page.records().stream()
                                    .map(record -> with(
                                            record,
                                            with(
                                                    record.header(),
                                                    record.header().definition(),
                                                    null)))
                                    .toList(),
                            page.total()));
        }
    }

    /** Completes what another owner holds. */
    static final class Deadly extends HeapEngine {
        Deadly(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof CommitInstance commit && !saves(commit) && isOfAnother(commit.caller(), stored)
                    ? with(commit, with(commit.caller(), holderOf(stored)))
                    : operation;
        }
    }

    /** Takes what another owner holds for a load that may create it. */
    static final class Burglarious extends HeapEngine {
        Burglarious(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof AcquireInstance acquire
                            && acquire.lookup() instanceof Lookup.ForKey
                            && isOfAnother(acquire.caller(), stored)
                    ? with(acquire, with(acquire.caller(), holderOf(stored)))
                    : operation;
        }
    }

    /** Takes what a dead owner held for loads by id, and for nothing else. */
    static final class Pious extends HeapEngine {
        Pious(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            if (operation instanceof CommitInstance commit) {
                return with(commit, with(commit.caller(), Set.of()));
            }
            return operation instanceof AcquireInstance acquire && !(acquire.lookup() instanceof Lookup.ById)
                    ? with(acquire, with(acquire.caller(), Set.of()))
                    : operation;
        }
    }

    /** Gives what a load creates no idle time to live. */
    static final class Lasting extends HeapEngine {
        Lasting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            if (!(operation instanceof AcquireInstance acquire)) {
                return operation;
            }
            Caller it = acquire.caller();
            return with(
                    acquire,
                    new Caller(
                            it.owner(),
                            it.hostType(),
                            null,
                            it.expiredOwners(),
                            it.memoryRetention(),
                            it.recordedChanges()));
        }
    }

    /** Shows what a dead owner held as if its owner lived. */
    static final class Haunting extends HeapEngine {
        Haunting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof InspectSlot look
                    ? new InspectSlot(Set.of(), look.valuesNeeded(), look.changesNeeded())
                    : operation;
        }
    }

    /** Forgets, when a hold is given back, which claims of the instance were revoked. */
    static final class Pardoning extends HeapEngine {
        Pardoning(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ReleaseHold
                    ? new Slot(
                            next.instance(), next.claim(), 0, next.recent(), next.tombstone(), next.changedAt(), null)
                    : next;
        }
    }

    /** Loses, when a hold is given back, the claim of another instance on the key of the same bits. */
    static final class Selfish extends HeapEngine {
        Selfish(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ReleaseHold
                    ? new Slot(
                            next.instance(),
                            null,
                            next.claimEpoch(),
                            next.recent(),
                            next.tombstone(),
                            next.changedAt(),
                            null)
                    : next;
        }
    }

    /** Makes a claim void though its instance lists the key. */
    static final class Overruling extends HeapEngine {
        Overruling(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            return operation instanceof RevokeClaims ? with(stored, null) : stored;
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof RevokeClaims ? with(next, stored.instance()) : next;
        }
    }

    /** Takes the second look of a load for its first one: what was refused stays refused. */
    static final class Stubborn extends HeapEngine {
        private final Map<List<Object>, Decision<?>> refused = new ConcurrentHashMap<>();

        Stubborn(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @SuppressWarnings("unchecked")
        <A> Decision<A> decide(SlotAddress at, SlotOperation<A> operation) {
            if (!(operation instanceof AcquireInstance load)) {
                return super.decide(at, operation);
            }
            List<Object> look = List.of(at, load.id());
            Decision<?> before = refused.get(look);
            Decision<A> decision = before == null ? super.decide(at, operation) : (Decision<A>) before;
            if (decision instanceof Decision.Refuse<A>) {
                refused.put(look, decision);
            }
            return decision;
        }
    }
}
