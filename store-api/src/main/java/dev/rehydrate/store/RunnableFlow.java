// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.AcquireInstance;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.LoadGrant;
import dev.rehydrate.slot.Lookup;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds and takes one instance that wants to run (contract §2.7). */
final class RunnableFlow {

    private static final int CANDIDATES = 16;
    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final StoreRuntime store;
    private final InstanceHandle handle;
    private final LocalOwner owner;
    private final SlotSession session;

    RunnableFlow(StoreRuntime store, InstanceHandle handle, LocalOwner owner, SlotSession session) {
        this.store = store;
        this.handle = handle;
        this.owner = owner;
        this.session = session;
    }

    CompletableFuture<RunnableOutcome> load(CommandId id) {
        OwnerDescription description = owner.description();
        String hostType = description.hostType();
        if (hostType == null) {
            throw new IllegalStateException(
                    "an owner without host type is never offered runnable instances, owner=" + owner.id());
        }
        SlotScan scan = new SlotScan.ToRun(hostType, description.definitions(), session.expiredOwners());
        long signals = owner.events().signals();
        // A skipped instance stays due, and must not hide those after it.
        int limit = CANDIDATES + store.skipped().size();
        return session.read(store.engine().scan(scan, limit))
                .thenCompose(found -> takeOneOf(shuffled(tried(found), id), id))
                .thenApply(outcome -> resetIfNone(outcome, signals));
    }

    private List<SlotAddress> tried(List<SlotAddress> found) {
        return found.stream()
                .filter(candidate -> !store.skipped().has(candidate.instance()))
                .limit(CANDIDATES)
                .toList();
    }

    /** Hosts that look at the same time begin with different candidates, and few of them meet. */
    private static List<SlotAddress> shuffled(List<SlotAddress> found, CommandId id) {
        List<SlotAddress> candidates = new ArrayList<>(found);
        Collections.shuffle(candidates, new Random(id.check()));
        return candidates;
    }

    private CompletableFuture<RunnableOutcome> takeOneOf(List<SlotAddress> candidates, CommandId id) {
        if (candidates.isEmpty()) {
            return CompletableFuture.completedFuture(new RunnableOutcome.NoneRunnable());
        }
        SlotAddress candidate = candidates.get(0);
        return session.<LoadGrant>decide(
                        candidate,
                        () -> new AcquireInstance(
                                id,
                                session.caller(),
                                session.proof(),
                                new Lookup.ToRun(owner.description().definitions()),
                                Map.of(),
                                0))
                .thenCompose(reply -> reply instanceof Reply.Done<LoadGrant> done
                        ? taken(done.answer(), candidates, id)
                        : takeOneOf(candidates.subList(1, candidates.size()), id));
    }

    private CompletableFuture<RunnableOutcome> taken(LoadGrant grant, List<SlotAddress> candidates, CommandId id) {
        Optional<UnreadableValueException> unreadable = store.values().unreadableIn(grant.record());
        if (unreadable.filter(UnreadableValueException::mayBeReadableElsewhere).isPresent()) {
            skip(grant.record(), unreadable.get());
            return takeOneOf(candidates.subList(1, candidates.size()), id);
        }
        return unreadable.isEmpty()
                ? CompletableFuture.completedFuture(granted(grant))
                : new Quarantine(store, owner, session)
                        .putAside(grant, unreadable.get())
                        .thenCompose(aside -> takeOneOf(candidates.subList(1, candidates.size()), id));
    }

    /** A host that can read it may run it at once; this store looks at it again after a while. */
    private void skip(InstanceRecord record, UnreadableValueException unreadable) {
        store.skipped().note(record.id());
        LOG.warn("left an instance that is due to hosts that can read it: {}", unreadable.getMessage());
        owner.giveBack(record.id(), Hold.of(record));
    }

    private RunnableOutcome resetIfNone(RunnableOutcome outcome, long signalsBefore) {
        if (outcome instanceof RunnableOutcome.NoneRunnable) {
            owner.events().reset(StoreEvent.HAS_RUNNABLE, signalsBefore);
        }
        return outcome;
    }

    private RunnableOutcome granted(LoadGrant grant) {
        InstanceRecord record = grant.record();
        handle.learnClaimEpoch(grant.claimEpoch());
        handle.bindInstance(record.id());
        owner.bind(handle, record.id(), Hold.of(record));
        return new RunnableOutcome.Loaded(store.values().snapshot(record, true));
    }
}
