// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An engine every step of which goes through a plan. */
final class FaultInjectingEngine extends ForwardingEngine {

    private final FaultPlan plan;

    FaultInjectingEngine(StorageEngine engine, FaultPlan plan) {
        super(engine);
        this.plan = plan;
    }

    @Override
    protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
        return plan.through(Step.SLOT, call);
    }

    @Override
    protected <T> CompletionStage<T> scanCall(Supplier<CompletionStage<T>> call) {
        return plan.through(Step.SCAN, call);
    }

    @Override
    protected <T> CompletionStage<T> ownerCall(Supplier<CompletionStage<T>> call) {
        return plan.through(Step.OWNER, call);
    }
}
