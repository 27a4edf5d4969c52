// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyTextMismatchException;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.DeadlinePassedException;
import dev.rehydrate.host.ForeignInstanceException;
import dev.rehydrate.host.HostFullException;
import dev.rehydrate.host.OperationKind;
import dev.rehydrate.host.TurnFacts;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lane.UnresolvedOutcomeException;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.instance.InstanceId;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Delivers a message to its instance: the copy in memory, a loaded one, or a new instance (contract §5.3, §5.7). */
final class Delivery<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Call<S, M, R> call;
    private final Lane lane;

    Delivery(Attempt<S, M, R> attempt) {
        this.attempt = attempt;
        this.call = attempt.call();
        this.lane = attempt.lane();
    }

    /**
     * What an attempt in another lane has found.
     *
     * @param here that the instance is this one
     * @param loaded the instance, if it was loaded without its hold
     */
    record Found(boolean here, @Nullable Resident<?> loaded) {}

    CompletableFuture<Verdict<R>> run(Found found) {
        InstanceId address = call.address(lane::addressOf);
        if (!address.equals(lane.address()) && !found.here()) {
            return CompletableFuture.completedFuture(new Verdict.Redirect<>(address, null, false));
        }
        Resident<?> cached = cached();
        if (cached != null && cached.isSuspended()) {
            // In memory only until its last messages are sent; the store answers why it takes no others.
            return attempt.unloader().unload(lane, cached).thenCompose(left -> loadOrCreate());
        }
        if (cached != null && leadsTo(cached)) {
            return onResident(cached, found.here());
        }
        Resident<S> brought = Resident.of(call.definition(), found.loaded());
        return brought != null && brought.handle().isValid() ? onBrought(brought) : loadOrCreate();
    }

    private @Nullable Resident<?> cached() {
        Resident<?> cached = lane.resident();
        if (cached == null || cached.handle().isValid()) {
            return cached;
        }
        // The hold is lost: the copy in memory may be older than the stored state.
        attempt.unloader().abort(lane, cached, new HandleFreedException(Subject.of(cached.id())));
        return null;
    }

    private CompletableFuture<Verdict<R>> onBrought(Resident<S> brought) {
        return new ResidentTurn<>(attempt, brought, true)
                .run()
                .handle(NearestResult<R>::new)
                .thenCompose(result -> result.isSure() ? result.end() : load(LoadMode.authoritative()));
    }

    /** A message that only creates needs no load, unless it may have created the instance before. */
    private CompletableFuture<Verdict<R>> loadOrCreate() {
        HostSettings settings = attempt.settings();
        int limit = settings.limits().instances();
        if (settings.leavesAtOnce(call.definition())) {
            return lookOrCreate();
        }
        return lane.keepPlace(limit)
                ? Failures.caught(this::lookOrCreate).whenComplete((end, failure) -> lane.givePlaceBack())
                : CompletableFuture.failedFuture(
                        new HostFullException(settings.node(), limit, call.named(), call.keyText()));
    }

    private CompletableFuture<Verdict<R>> lookOrCreate() {
        boolean looks = call.operation().kind() != OperationKind.CREATE_ONLY || call.messageId() != null;
        return call.isAddressed() && looks ? load() : afterNothing();
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
        if (!attempt.isOptimistic()) {
            return load(LoadMode.hold());
        }
        return attempt.number() == 1 ? loadNearest() : load(LoadMode.authoritative());
    }

    /**
     * Optimistic load from the nearest copy, which may be stale. A save on a stale state is refused by its revision. A turn
     * that saves nothing would not be refused, so it runs again on an authoritative load: no caller ever sees a stale
     * state.
     */
    private CompletableFuture<Verdict<R>> loadNearest() {
        Rehydration<S, M, R> look = new Rehydration<>(attempt, LoadMode.free());
        return look.load()
                .thenCompose(this::afterLoad)
                .handle(NearestResult<R>::new)
                .thenCompose(
                        result -> result.isSure() || !look.hasFound() ? result.end() : load(LoadMode.authoritative()));
    }

    /** The result of an attempt on the nearest copy. */
    private record NearestResult<R>(
            @Nullable Verdict<R> verdict, @Nullable Throwable failure) {

        boolean isSure() {
            if (verdict instanceof Verdict.Done<R> done) {
                return done.outcome() instanceof CallOutcome.Replied<R> replied
                        && replied.facts().has(TurnFacts.Mark.SAVED);
            }
            Throwable cause = Failures.unwrapNullable(failure);
            // A turn that may have been saved must not run again.
            return verdict != null
                    || cause instanceof InstanceStoreException
                    || cause instanceof UnresolvedOutcomeException
                    || cause instanceof DeadlinePassedException;
        }

        CompletableFuture<Verdict<R>> end() {
            return failure != null
                    ? CompletableFuture.failedFuture(Failures.unwrap(failure))
                    : CompletableFuture.completedFuture(verdict);
        }
    }

    private CompletableFuture<Verdict<R>> load(LoadMode mode) {
        return new Rehydration<>(attempt, mode).load().thenCompose(this::afterLoad);
    }

    private CompletableFuture<Verdict<R>> afterLoad(Rehydration.Result<S, R> result) {
        if (result instanceof Rehydration.Rehydrated<S, R> loaded) {
            return afterLoad(loaded.resident());
        }
        if (result instanceof Rehydration.Decided<S, R> decided) {
            return CompletableFuture.completedFuture(decided.verdict());
        }
        return afterNothing();
    }

    private CompletableFuture<Verdict<R>> afterLoad(Resident<S> resident) {
        if (!resident.id().equals(lane.address())) {
            return CompletableFuture.completedFuture(new Verdict.Redirect<>(resident.id(), resident, true));
        }
        if (resident.isHeld()) {
            attempt.unloader().keep(lane, resident);
        }
        return Failures.caught(() -> new ResidentTurn<>(attempt, resident, true).run())
                .whenComplete((verdict, failure) -> attempt.letGo(resident));
    }

    private CompletableFuture<Verdict<R>> afterNothing() {
        // A timer ends with its instance, and begins no other.
        if (call.operation().kind() == OperationKind.MUST_EXIST || call.timer() != null) {
            return CompletableFuture.completedFuture(attempt.done(new CallOutcome.UnknownInstance<>(call.asked())));
        }
        // The instance that had the key, and in whose lane the message waited, may have it no longer.
        return call.newId().equals(lane.address())
                ? new Creation<>(attempt).run()
                : CompletableFuture.completedFuture(new Verdict.Redirect<>(call.newId(), null, true));
    }
}
