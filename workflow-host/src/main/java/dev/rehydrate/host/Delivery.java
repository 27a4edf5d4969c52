// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.HandleFreedException;
import dev.rehydrate.command.InstanceStoreException.Subject;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyTextMismatchException;
import dev.rehydrate.instance.InstanceId;
import java.util.concurrent.CompletableFuture;

/** Brings a message to its instance: the one in memory, one that is loaded, or a new one (contract §5.3, §5.7). */
final class Delivery<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Call<S, M, R> call;
    private final Lane lane;

    Delivery(Attempt<S, M, R> attempt) {
        this.attempt = attempt;
        this.call = attempt.call();
        this.lane = attempt.lane();
    }

    CompletableFuture<Verdict<R>> run(boolean justLoaded) {
        InstanceId address = call.address(attempt.core().lanes());
        if (!address.equals(lane.address()) && !justLoaded) {
            return CompletableFuture.completedFuture(new Verdict.Elsewhere<>(address, null));
        }
        Resident<?> cached = lane.resident();
        if (cached != null && !cached.handle().isValid()) {
            // The hold is gone: what is in memory may be older than what is stored.
            attempt.core().unloading().abort(lane, cached, new HandleFreedException(Subject.of(cached.id())));
            cached = null;
        }
        if (cached != null && leadsTo(cached)) {
            return onResident(cached, justLoaded);
        }
        return call.isAddressed() && call.operation().kind() != OperationKind.CREATE_ONLY ? load() : afterNothing();
    }

    private boolean leadsTo(Resident<?> resident) {
        CorrelationKey key = call.key();
        return key == null || resident.keys().contains(key.key());
    }

    private CompletableFuture<Verdict<R>> onResident(Resident<?> cached, boolean rehydrated) {
        CorrelationKey key = call.key();
        if (key != null && !cached.hasText(key)) {
            throw new KeyTextMismatchException(key);
        }
        Resident<S> resident = Resident.of(call.definition(), cached);
        if (resident == null) {
            throw new ForeignInstanceException(
                    cached.id(),
                    cached.definition().identity(),
                    call.definition().identity());
        }
        return new ResidentTurn<>(attempt, resident, rehydrated).run();
    }

    private CompletableFuture<Verdict<R>> load() {
        return new Rehydration<>(attempt).load().thenCompose(this::afterLoad);
    }

    private CompletableFuture<Verdict<R>> afterLoad(Rehydration.Result<S, R> result) {
        if (result instanceof Rehydration.Rehydrated<S, R> loaded) {
            Resident<S> resident = loaded.resident();
            if (!resident.id().equals(lane.address())) {
                return CompletableFuture.completedFuture(new Verdict.Elsewhere<>(resident.id(), resident));
            }
            attempt.core().unloading().keep(lane, resident);
            return new ResidentTurn<>(attempt, resident, true).run();
        }
        if (result instanceof Rehydration.Decided<S, R> decided) {
            return CompletableFuture.completedFuture(decided.verdict());
        }
        return afterNothing();
    }

    private CompletableFuture<Verdict<R>> afterNothing() {
        return call.operation().kind() != OperationKind.MUST_EXIST
                ? new Creation<>(attempt).run()
                : CompletableFuture.completedFuture(attempt.done(new CallOutcome.UnknownInstance<>(call.asked())));
    }
}
