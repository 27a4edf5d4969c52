// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.UnhandledFailure;
import dev.rehydrate.host.UnhandledFailure.Then;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.async.OtherRelease;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lane.SaveCommands;
import dev.rehydrate.host.lane.UnresolvedOutcomeException;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.SafeText;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to an instance after its handler has thrown, or its turn cannot be saved (contract §5.4). The state
 * in memory may be half changed and is not saved. The only thing written is a suspension of the instance or a later time
 * for the timer, and only if the revision is unchanged.
 */
final class FailedTurn<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Resident<S> resident;
    private final Throwable failure;
    private final UnhandledFailure policy;

    FailedTurn(Attempt<S, M, R> attempt, Resident<S> resident, Throwable failure) {
        this.attempt = attempt;
        this.resident = resident;
        this.failure = failure;
        this.policy = attempt.call().definition().unhandledFailure();
    }

    /** Fails with what went wrong, unless the turn is to be run again. */
    CompletableFuture<Verdict<R>> run() {
        if (resident.isStale()) {
            return CompletableFuture.failedFuture(failure);
        }
        return failure instanceof TurnFailedException ? thrown() : notDone();
    }

    /**
     * The message of a timer is delivered again by its timer only, which is still due: without a later time it would retry
     * in a hot loop.
     */
    private CompletableFuture<Verdict<R>> notDone() {
        DueTimer timer = attempt.call().timer();
        boolean comesAgain = Failures.isTransient(failure) || failure instanceof UnresolvedOutcomeException;
        return timer == null || comesAgain ? CompletableFuture.failedFuture(failure) : written(postponed(timer));
    }

    private CompletableFuture<Verdict<R>> thrown() {
        if (attempt.isToRunAgain()) {
            attempt.unloader().abort(attempt.lane(), resident, failure);
            return CompletableFuture.completedFuture(attempt.again(failure));
        }
        DueTimer timer = attempt.call().timer();
        if (putsAside()) {
            return written(putAside());
        }
        return timer == null ? CompletableFuture.failedFuture(failure) : written(postponed(timer));
    }

    /** An instance that a newer version has written is not suspended: a host of that version can run it. */
    private boolean putsAside() {
        return policy.then() != Then.ABANDON && !OtherRelease.isCauseOf(failure);
    }

    private InstanceChanges<InstanceValue> postponed(DueTimer timer) {
        HostSettings settings = attempt.settings();
        HostState before = resident.hostState();
        int attempts =
                timer.in(before.timers()).map(found -> found.attempts() + 1).orElse(1);
        Instant until = settings.clock().instant().plus(settings.redelivery().delay(attempts, settings.random()));
        HostState after = before.with(timer.postponedIn(before.timers(), until));
        return SaveCommands.due(InstanceChanges.builder().metadata(resident.keepingSeen(after.since(before))), after)
                .build();
    }

    private InstanceChanges<InstanceValue> putAside() {
        Throwable cause = failure.getCause();
        String reason = "the turn of " + attempt.call().operation().name() + " failed: " + SafeText.line(cause);
        String type = cause == null ? null : cause.getClass().getName();
        InstanceChanges.Builder changes = InstanceChanges.builder();
        return policy.then() == Then.FAIL
                ? changes.metadata(MetadataNames.withFailure(ValueDelta.none(), reason))
                        .fail(reason, type)
                        .build()
                : changes.suspend(reason, type).build();
    }

    private CompletableFuture<Verdict<R>> written(InstanceChanges<InstanceValue> changes) {
        Expected expected = Expected.revision(resident.revision());
        SaveInstance save = new SaveInstance(CommandId.random(), changes, expected, AfterSave.RELEASE);
        return attempt.store()
                .ask(resident.handle(), save, attempt.settings().storeTimeout())
                .handle((outcome, notWritten) -> outcome)
                .thenCompose(this::afterWrite);
    }

    private CompletableFuture<Verdict<R>> afterWrite(@Nullable SaveOutcome outcome) {
        if (outcome instanceof SaveOutcome.Mismatch && !resident.isUnsaved()) {
            // The turn has failed on a state that is not the current one any more.
            return aborted(attempt.rerun());
        }
        if (outcome instanceof SaveOutcome.Held held) {
            // Only a turn without a hold meets one. Its holder may change the state that the turn has failed on.
            return aborted(new Verdict.Retry<>(null, failure, Kind.WAITED, held.id()));
        }
        if (outcome instanceof SaveOutcome.Completed completed) {
            return aborted(attempt.ended(completed.id()));
        }
        if (outcome instanceof SaveOutcome.Saved && failure instanceof TurnFailedException && putsAside()) {
            Kind kind = policy.then() == Then.FAIL ? Kind.FAILED : Kind.SUSPENDED;
            attempt.event(kind, resident).because(failure, 0).publish();
        }
        return CompletableFuture.failedFuture(failure);
    }

    private CompletableFuture<Verdict<R>> aborted(Verdict<R> verdict) {
        attempt.unloader().abort(attempt.lane(), resident, failure);
        return CompletableFuture.completedFuture(verdict);
    }
}
