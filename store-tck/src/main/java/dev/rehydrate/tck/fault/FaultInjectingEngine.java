// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotOperation;
import dev.rehydrate.slot.SlotScan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** An engine every step of which goes through a plan. */
final class FaultInjectingEngine extends ForwardingEngine {

    private final FaultPlan plan;

    FaultInjectingEngine(StorageEngine engine, FaultPlan plan) {
        super(engine);
        this.plan = plan;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return plan.through(Step.SLOT, () -> super.apply(at, operation));
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at) {
        return plan.through(Step.SLOT, () -> super.readNearest(at));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return plan.through(Step.SCAN, () -> super.scan(scan, limit));
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return plan.through(Step.SCAN, () -> super.partsToSweep(period));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return plan.through(Step.SCAN, () -> super.scanPart(part, scan, limit));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return plan.through(Step.SCAN, () -> super.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<InstancePage> query(InstanceQuery query) {
        return plan.through(Step.SCAN, () -> super.query(query));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return plan.through(Step.OWNER, () -> super.addOwner(owner));
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return plan.through(Step.OWNER, () -> super.beat(owner, beat));
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return plan.through(Step.OWNER, () -> super.expireOwner(owner));
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return plan.through(Step.OWNER, () -> super.removeOwner(owner));
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return plan.through(Step.OWNER, super::owners);
    }
}
