// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.ExtendIdleTime;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.RevokeHold;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Engines that break one promise each. */
final class BrokenEngines {

    private BrokenEngines() {}

    /** Lets every holder write, whatever hold it presents. */
    static final class Fenceless extends HeapEngine {
        Fenceless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            InstanceRecord record = stored.instance();
            boolean held = operation instanceof CommitInstance save && save.proof() instanceof LockProof.Holding;
            return held && record != null ? unfenced((CommitInstance) operation, record) : operation;
        }

        private static CommitInstance unfenced(CommitInstance commit, InstanceRecord record) {
            OwnerId holder = record.header().holder();
            Hold present = new Hold(
                    record.header().revision().incarnation(), record.header().token());
            Caller caller = commit.caller();
            return new CommitInstance(
                    commit.id(),
                    holder == null
                            ? caller
                            : new Caller(holder, caller.hostType(), caller.defaultIdleTtl(), caller.expiredOwners()),
                    holder == null ? new LockProof.Nothing() : new LockProof.Holding(present),
                    commit.expected(),
                    commit.changes(),
                    commit.after(),
                    commit.claimedUnder());
        }
    }

    /** Writes whether or not there is what a caller expects that cannot name a revision. */
    static final class Unexpecting extends HeapEngine {
        Unexpecting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof CommitInstance commit
                            && (commit.expected() instanceof Expected.Present
                                    || commit.expected() instanceof Expected.Numbered)
                    ? new CommitInstance(
                            commit.id(),
                            commit.caller(),
                            commit.proof(),
                            Expected.any(),
                            commit.changes(),
                            commit.after(),
                            commit.claimedUnder())
                    : operation;
        }
    }

    /** Acknowledges every seventh save without storing it. */
    static final class Amnesiac extends HeapEngine {
        private int commits;

        Amnesiac(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            boolean forgotten = operation instanceof CommitInstance && stored.instance() != null && ++commits % 7 == 0;
            return forgotten ? stored : next;
        }
    }

    /** Gives a key to each caller that claims it. */
    static final class Grabbing extends HeapEngine {
        Grabbing(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            return operation instanceof ClaimKey
                    ? new Slot(
                            null,
                            null,
                            stored.claimEpoch(),
                            stored.recent(),
                            stored.tombstone(),
                            stored.changedAt(),
                            null)
                    : stored;
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ClaimKey
                    ? new Slot(
                            stored.instance(),
                            next.claim(),
                            next.claimEpoch(),
                            next.recent(),
                            next.tombstone(),
                            next.changedAt(),
                            null)
                    : next;
        }
    }

    /** Never gives a claim free again. */
    static final class LeakyKeys extends HeapEngine {
        LeakyKeys(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof ClaimKey claim
                    ? new ClaimKey(claim.key(), claim.wanted(), null, claim.expiredOwners())
                    : operation;
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof DropClaim ? stored : next;
        }
    }

    /** Lets a saver that was refused its claims commit all the same. */
    static final class Unrevoked extends HeapEngine {
        Unrevoked(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof CommitInstance commit ? commit.claimedUnder(Long.MAX_VALUE) : operation;
        }
    }

    /** Creates again what was deleted under a holder. */
    static final class Resurrecting extends HeapEngine {
        Resurrecting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof CommitInstance commit && stored.instance() == null
                    ? new CommitInstance(
                            commit.id(),
                            commit.caller(),
                            new LockProof.Nothing(),
                            commit.expected(),
                            commit.changes(),
                            commit.after(),
                            commit.claimedUnder())
                    : operation;
        }
    }

    /** Does not remember which commands it has carried out. */
    static final class Forgetful extends HeapEngine {
        Forgetful(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return new Slot(
                    next.instance(),
                    next.claim(),
                    next.claimEpoch(),
                    CommandHistory.EMPTY,
                    next.tombstone(),
                    next.changedAt(),
                    null);
        }
    }

    /** Remembers the last commands of each origin, and forgets that there were others before them. */
    static final class Unmarked extends HeapEngine {
        Unmarked(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            List<OriginHistory> origins = next.recent().origins().stream()
                    .map(it -> new OriginHistory(it.origin(), it.lastSecond(), it.recent(), 0, 0))
                    .toList();
            return remembering(next, new CommandHistory(origins));
        }
    }

    /** Remembers no load, so that a repeat loads once more, and creates what is gone. */
    static final class Unloaded extends HeapEngine {
        Unloaded(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof AcquireInstance ? remembering(next, stored.recent()) : next;
        }
    }

    /** Remembers commands of one origin only, the one that changed the slot last. */
    static final class Narrow extends HeapEngine {
        Narrow(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            List<OriginHistory> origins = next.recent().origins();
            return remembering(
                    next,
                    new CommandHistory(
                            origins.isEmpty() ? origins : origins.subList(origins.size() - 1, origins.size())));
        }
    }

    /** Counts among the commands with chosen ids that it remembers also those that do no harm when they are repeated. */
    static final class Crowded extends HeapEngine {
        Crowded(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return remembering(
                    next,
                    new CommandHistory(next.recent().origins().stream()
                            .map(it -> it.origin() == OriginHistory.CHOSEN ? theLast(it) : it)
                            .toList()));
        }

        private static OriginHistory theLast(OriginHistory chosen) {
            int all = chosen.recent().size();
            return new OriginHistory(
                    chosen.origin(),
                    chosen.lastSecond(),
                    chosen.recent().subList(Math.max(0, all - Slot.REMEMBERED_COMMANDS), all),
                    0,
                    0);
        }
    }

    private static Slot remembering(Slot slot, CommandHistory history) {
        return new Slot(
                slot.instance(), slot.claim(), slot.claimEpoch(), history, slot.tombstone(), slot.changedAt(), null);
    }

    /** Takes every revision with the present number for the present one, whichever command made it. */
    static final class NumberedOnly extends HeapEngine {
        NumberedOnly(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            InstanceRecord record = stored.instance();
            return record != null
                            && operation instanceof CommitInstance commit
                            && commit.expected() instanceof Expected.At at
                            && isAlike(at.revision(), record.header().revision())
                    ? expecting(commit, record.header().revision())
                    : operation;
        }

        private static boolean isAlike(Revision one, Revision other) {
            return one.incarnation() == other.incarnation() && one.number() == other.number();
        }

        private static CommitInstance expecting(CommitInstance commit, Revision present) {
            return new CommitInstance(
                    commit.id(),
                    commit.caller(),
                    commit.proof(),
                    Expected.revision(present),
                    commit.changes(),
                    commit.after(),
                    commit.claimedUnder());
        }
    }

    /** Remembers commands, but does not tell it to a flow that asks before it reports a collision of keys. */
    static final class Unrecalling extends HeapEngine {
        Unrecalling(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            return operation instanceof InspectSlot
                    ? new Slot(
                            stored.instance(),
                            stored.claim(),
                            stored.claimEpoch(),
                            CommandHistory.EMPTY,
                            stored.tombstone(),
                            stored.changedAt(),
                            null)
                    : stored;
        }
    }

    /** Saves whatever revision the caller has seen. */
    static final class LastWriterWins extends HeapEngine {
        LastWriterWins(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof CommitInstance commit
                    ? new CommitInstance(
                            commit.id(),
                            commit.caller(),
                            commit.proof(),
                            Expected.any(),
                            commit.changes(),
                            commit.after(),
                            commit.claimedUnder())
                    : operation;
        }
    }

    /** Leaves a hold where it is when it is to be taken away. */
    static final class Clinging extends HeapEngine {
        Clinging(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof RevokeHold ? stored : next;
        }
    }

    /** Gives back the hold that there is, whichever is presented. */
    static final class Undiscerning extends HeapEngine {
        Undiscerning(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            InstanceRecord record = stored.instance();
            return operation instanceof ReleaseHold release
                            && record != null
                            && record.header().holder() != null
                    ? new ReleaseHold(release.id(), record.header().holder(), Hold.of(record))
                    : operation;
        }
    }

    /** Keeps of the old bag what the new one does not name. */
    static final class Merging extends HeapEngine {
        Merging(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            if (!(operation instanceof CommitInstance commit)
                    || !(commit.changes().data() instanceof DataChange.Replace<StoredValue> replace)) {
                return operation;
            }
            return with(
                    commit, commit.changes().withData(new DataChange.Change<>(ValueDelta.putting(replace.values()))));
        }
    }

    /** Reads all values whichever are selected. */
    static final class Lavish extends HeapEngine {
        Lavish(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof InspectSlot inspect ? new InspectSlot(inspect.expiredOwners()) : operation;
        }
    }

    /** Reads all keys whichever are selected. */
    static final class Keyring extends HeapEngine {
        Keyring(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation instanceof InspectSlot inspect
                    ? new InspectSlot(
                            inspect.expiredOwners(),
                            new ValueSelection(
                                    inspect.valuesNeeded().isAll(),
                                    inspect.valuesNeeded().names()))
                    : operation;
        }
    }

    /** Reads no key if some are selected. */
    static final class Keyless extends HeapEngine {
        Keyless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation.valuesNeeded().keys() == null || !(operation instanceof InspectSlot inspect)
                    ? operation
                    : new InspectSlot(
                            inspect.expiredOwners(), inspect.valuesNeeded().withoutKeys());
        }
    }

    /** Reads no values if some are selected. */
    static final class Stingy extends HeapEngine {
        Stingy(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            return operation.valuesNeeded().isAll() || !(operation instanceof InspectSlot inspect)
                    ? operation
                    : new InspectSlot(inspect.expiredOwners(), ValueSelection.none());
        }
    }

    /** Keeps what it read for one load, which selected values, for those that follow. */
    static final class Partial extends HeapEngine {
        Partial(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        <A> Decision<A> decide(SlotAddress at, SlotOperation<A> operation) {
            Decision<A> decision = super.decide(at, operation);
            if (!operation.valuesNeeded().isAll() && decision instanceof Decision.Keep<A> kept) {
                store(at, (Slot) kept.answer());
            }
            return decision;
        }
    }

    /** Hands back what was to be written only. */
    static final class Talkative extends HeapEngine {
        Talkative(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
            if (!(operation instanceof CommitInstance commit)) {
                return operation;
            }
            DataChange<StoredValue> readable = commit.changes().data().map(Talkative::readable);
            return with(commit, commit.changes().withData(readable));
        }

        private static Map<String, StoredValue> readable(Map<String, StoredValue> bag) {
            Map<String, StoredValue> readable = new HashMap<>();
            bag.forEach(
                    (name, value) -> readable.put(name, new StoredValue(value.encoded(), Set.of(), value.promoted())));
            return readable;
        }
    }

    private static CommitInstance with(CommitInstance commit, InstanceChanges<StoredValue> changes) {
        return new CommitInstance(
                commit.id(),
                commit.caller(),
                commit.proof(),
                commit.expected(),
                changes,
                commit.after(),
                commit.claimedUnder());
    }

    /** Shows the beat of every owner as moving: no lease ever expires. */
    static final class Laggard extends HeapEngine {
        private final AtomicLong looks = new AtomicLong();

        Laggard(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
            return withBeats(super.owners(), looks.incrementAndGet());
        }
    }

    /** Shows the beat of every owner as standing still: everybody dies. */
    static final class TriggerHappy extends HeapEngine {
        TriggerHappy(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
            return withBeats(super.owners(), 0);
        }
    }

    private static CompletionStage<Map<OwnerId, OwnerRecord>> withBeats(
            CompletionStage<Map<OwnerId, OwnerRecord>> owners, long beat) {
        return owners.thenApply(all -> {
            Map<OwnerId, OwnerRecord> changed = new HashMap<>();
            all.forEach((id, record) -> changed.put(id, record.withBeat(beat)));
            return changed;
        });
    }

    /** Offers what wants to run to everybody who asks. */
    static final class Generous extends HeapEngine {
        Generous(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            boolean offered = operation instanceof AcquireInstance acquire && acquire.lookup() instanceof Lookup.ToRun;
            return offered ? stored : next;
        }
    }

    /** Finds nothing behind what is due longest. */
    static final class Halting extends HeapEngine {
        Halting(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
            return super.walk(scan, null, limit).thenApply(page -> new ScanPage(page.found(), null));
        }
    }

    /** Lets everything expire whose time has come, suspended, due or held. */
    static final class Merciless extends HeapEngine {
        Merciless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            InstanceRecord record = stored.instance();
            Instant expiresAt = record == null ? null : record.header().expiresAt();
            return expiresAt == null || expiresAt.isAfter(now)
                    ? stored
                    : new Slot(
                            null,
                            stored.claim(),
                            stored.claimEpoch(),
                            stored.recent(),
                            stored.tombstone(),
                            stored.changedAt(),
                            null);
        }
    }

    /** Does not look at what has come to an end. */
    static final class Archiving extends HeapEngine {
        Archiving(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
            return scan instanceof SlotScan.Sweepable sweepable
                    ? super.scanPart(
                            part,
                            new SlotScan.Sweepable(new SweepSlot(
                                    sweepable.sweep().expiredOwners(),
                                    sweepable.sweep().retention())),
                            limit)
                    : super.scanPart(part, scan, limit);
        }
    }

    /** Purges at the first sweep what has come to an end, whatever was set. */
    static final class Shredding extends HeapEngine {
        Shredding(Data data, InstantSource clock) {
            super(data, clock);
        }

        private static SweepSlot soon(SweepSlot sweep) {
            Duration soon = Duration.ofNanos(1);
            return new SweepSlot(sweep.expiredOwners(), sweep.retention(), new EndRetention(soon, soon));
        }

        @Override
        @SuppressWarnings("unchecked")
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return operation instanceof SweepSlot sweep
                    ? super.apply(at, (SlotOperation<A>) soon(sweep))
                    : super.apply(at, operation);
        }

        @Override
        public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
            return scan instanceof SlotScan.Sweepable sweepable
                    ? super.scanPart(part, new SlotScan.Sweepable(soon(sweepable.sweep())), limit)
                    : super.scanPart(part, scan, limit);
        }
    }

    /** Reckons from which moment on memories are kept, and there is none if that is for ever. */
    static final class Reckoning extends HeapEngine {

        private final InstantSource clock;

        Reckoning(Data data, InstantSource clock) {
            super(data, clock);
            this.clock = clock;
        }

        @Override
        public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
            if (scan instanceof SlotScan.Sweepable sweepable) {
                try {
                    var unused = clock.instant().minus(sweepable.sweep().retention());
                } catch (ArithmeticException | DateTimeException noSuchMoment) {
                    return CompletableFuture.failedFuture(noSuchMoment);
                }
            }
            return super.scanPart(part, scan, limit);
        }
    }

    /** Takes whatever is suspended for failed, and looks neither at its hold nor at what is due. */
    static final class Ruthless extends HeapEngine {
        Ruthless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
            return super.scanPart(
                    part, scan instanceof SlotScan.Sweepable ? new SlotScan.Occupied(Duration.ZERO) : scan, limit);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            InstanceRecord record = stored.instance();
            if (!(operation instanceof SweepSlot)
                    || record == null
                    || record.header().suspension() == null) {
                return stored;
            }
            InstanceHeader it = record.header();
            Suspension why = it.suspension();
            InstanceHeader failed = new InstanceHeader(
                    it.id(),
                    it.revision(),
                    it.token(),
                    it.state(),
                    null,
                    it.hostType(),
                    it.definition(),
                    new Suspension(why.reason(), why.failure(), why.since(), true),
                    null,
                    it.createdAt(),
                    it.updatedAt(),
                    it.expiresAt());
            InstanceRecord shown =
                    new InstanceRecord(failed, record.idleTtl(), record.keys(), record.data(), record.metadata());
            return new Slot(
                    shown,
                    stored.claim(),
                    stored.claimEpoch(),
                    stored.recent(),
                    stored.tombstone(),
                    stored.changedAt(),
                    null);
        }
    }

    /** Each store believes that another one sweeps. */
    static final class Hoarding extends HeapEngine {
        Hoarding(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<List<Integer>> partsToSweep(Duration period) {
            return CompletableFuture.completedFuture(List.of());
        }
    }

    /** Reads, once after each change, what was there before. */
    static final class Stale extends HeapEngine {
        Stale(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            Slot old = operation instanceof InspectSlot ? data().previous.remove(at) : null;
            return old == null ? stored : old;
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            if (stored.instance() != null && next.instance() != null) {
                data().previous.put(at, stored);
            }
            return next;
        }
    }

    /** Grants every hold under the first token. */
    static final class Tokenless extends HeapEngine {
        Tokenless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            InstanceRecord record = stored.instance();
            if (record == null || operation instanceof InspectSlot) {
                return stored;
            }
            return new Slot(
                    withToken(record, FencingToken.FIRST),
                    stored.claim(),
                    stored.claimEpoch(),
                    stored.recent(),
                    stored.tombstone(),
                    stored.changedAt(),
                    null);
        }

        private static InstanceRecord withToken(InstanceRecord record, FencingToken token) {
            InstanceHeader header = record.header();
            InstanceHeader changed = new InstanceHeader(
                    header.id(),
                    header.revision(),
                    token,
                    header.state(),
                    header.holder(),
                    header.hostType(),
                    header.definition(),
                    header.suspension(),
                    header.dueAt(),
                    header.createdAt(),
                    header.updatedAt(),
                    header.expiresAt());
            return new InstanceRecord(changed, record.idleTtl(), record.keys(), record.data(), record.metadata());
        }
    }

    /** Reads, decides and writes in three steps. */
    static final class Racy extends HeapEngine {
        Racy(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return CompletableFuture.completedFuture(Reply.to(decide(at, operation)));
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            LockSupport.parkNanos(20_000);
            return next;
        }
    }

    /** Finds what is due, and nothing of what expired owners held. */
    static final class Forsaking extends HeapEngine {
        Forsaking(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
            return super.scan(
                    scan instanceof SlotScan.ToRun due
                            ? new SlotScan.ToRun(due.hostType(), due.definitions(), Set.of())
                            : scan,
                    limit);
        }
    }

    /** Does not know the next due time and announces none. */
    static final class Sleepy extends HeapEngine {
        Sleepy(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public void announce(Announcement news) {
            // No store is told.
        }
    }

    /** Announces no instance that was released. */
    static final class Discreet extends HeapEngine {
        Discreet(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public void announce(Announcement news) {
            if (!(news instanceof Announcement.Released)) {
                super.announce(news);
            }
        }
    }

    /** Counts the idle time from the last save, whatever was held or released since. */
    static final class Impatient extends HeapEngine {
        Impatient(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            InstanceRecord record = next.instance();
            InstanceRecord before = stored.instance();
            boolean saved = operation instanceof CommitInstance;
            return saved || before == null || record == null ? next : with(next, expiring(before, record));
        }

        private static Slot with(Slot slot, InstanceRecord record) {
            return new Slot(
                    record, slot.claim(), slot.claimEpoch(), slot.recent(), slot.tombstone(), slot.changedAt(), null);
        }

        private static InstanceRecord expiring(InstanceRecord before, InstanceRecord record) {
            InstanceHeader header = record.header();
            InstanceHeader changed = new InstanceHeader(
                    header.id(),
                    header.revision(),
                    header.token(),
                    header.state(),
                    header.holder(),
                    header.hostType(),
                    header.definition(),
                    header.suspension(),
                    header.dueAt(),
                    header.createdAt(),
                    header.updatedAt(),
                    before.header().expiresAt());
            return new InstanceRecord(changed, record.idleTtl(), record.keys(), record.data(), record.metadata());
        }
    }

    /** Lets what is completed be suspended as it was. */
    static final class Grudging extends HeapEngine {
        Grudging(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            InstanceRecord before = stored.instance();
            InstanceRecord after = next.instance();
            return before == null || after == null || after.state() != InstanceState.COMPLETED
                    ? next
                    : Impatient.with(next, suspended(before.header().suspension(), after));
        }

        private static InstanceRecord suspended(@Nullable Suspension suspension, InstanceRecord record) {
            InstanceHeader header = record.header();
            InstanceHeader changed = new InstanceHeader(
                    header.id(),
                    header.revision(),
                    header.token(),
                    header.state(),
                    header.holder(),
                    header.hostType(),
                    header.definition(),
                    suspension,
                    header.dueAt(),
                    header.createdAt(),
                    header.updatedAt(),
                    header.expiresAt());
            return new InstanceRecord(changed, record.idleTtl(), record.keys(), record.data(), record.metadata());
        }
    }

    /** Takes a touch for a save of nothing, which moves the revision and needs the hold. */
    static final class Pawing extends HeapEngine {
        Pawing(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            InstanceRecord record = next.instance();
            if (!(operation instanceof ExtendIdleTime touch) || record == null) {
                return next;
            }
            return new CommitInstance(
                                            touch.id(),
                                            touch.caller(),
                                            new LockProof.Nothing(),
                                            Expected.any(),
                                            InstanceChanges.none(),
                                            CommitInstance.After.RELEASED,
                                            0)
                                    .decide(at, stored, next.changedAt())
                            instanceof Decision.Write<?> saved
                    ? saved.next()
                    : stored;
        }
    }

    /** Begins each page with the first instance, wherever it shall go on. */
    static final class Rewinding extends HeapEngine {
        Rewinding(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            InstanceQuery.Builder first = InstanceQuery.builder().page(query.offset(), query.limit());
            if (query.sortBy() instanceof Subject.Promoted promoted) {
                first.sortBy(promoted.name(), query.descending());
            }
            return super.query(
                    query.counted() ? first.build() : first.uncounted().build());
        }
    }

    /** Finds what is due a millisecond late. */
    static final class Tardy extends HeapEngine {
        private final InstantSource clock;

        Tardy(Data data, InstantSource clock) {
            super(data, clock);
            this.clock = clock;
        }

        @Override
        public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
            Instant late = clock.instant().minusMillis(1);
            return super.scan(scan, Integer.MAX_VALUE)
                    .thenApply(found -> found.stream()
                            .filter(at -> scan.matches(data().slots.getOrDefault(at, Slot.EMPTY), late))
                            .limit(limit)
                            .toList());
        }
    }

    /** Loses claims on the way: the key is listed, and nothing leads there. */
    static final class Pathless extends HeapEngine {
        Pathless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ClaimKey ? stored : next;
        }
    }

    /** Says of what may have been done that it was not. */
    static final class Euphemistic extends ForwardingEngine {
        Euphemistic(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return super.apply(at, operation)
                    .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                            new StorageException(Effect.NONE, "nothing happened, surely", failure)));
        }
    }

    /** Writes an instance in two steps: the data first, the keys after. */
    static final class Torn extends ForwardingEngine {
        Torn(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            boolean both = operation instanceof CommitInstance commit
                    && commit.after() == CommitInstance.After.RELEASED
                    && commit.expected() instanceof Expected.Any
                    && !commit.changes().keys().equals(KeyChanges.none());
            return both
                    ? super.apply(at, dataOf((CommitInstance) operation))
                            .thenCompose(first -> super.apply(at, operation))
                    : super.apply(at, operation);
        }

        private static CommitInstance dataOf(CommitInstance commit) {
            return new CommitInstance(
                    CommandId.random(),
                    commit.caller(),
                    commit.proof(),
                    commit.expected(),
                    commit.changes().withKeys(KeyChanges.none()),
                    commit.after(),
                    commit.claimedUnder());
        }
    }
}
