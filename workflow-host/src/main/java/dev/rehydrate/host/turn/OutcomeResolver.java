// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.UnresolvedOutcomeException;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Resolves a save whose outcome is unknown because its answer was lost.
 *
 * <p>It executes the same command again, with the same command id. The store remembers the ids of recent commands, so the
 * repetition is idempotent: a save that was done is answered as before, and one that was not done is done now. The command
 * names the revision that it expects, so it cannot overwrite a later change. While the outcome is unknown nothing that
 * depends on it may happen: the turn does not run again, because it might be saved twice; and its messages are not sent,
 * because they exist only if it was saved. They are stored in the same save as the state (transactional outbox), so
 * whichever way the save went, state and outbox agree: the next load shows both or neither. If the outcome stays unknown,
 * the caller gets an {@code OutcomeUnknownException}, and a repetition with a message id is safe.
 */
final class OutcomeResolver {

    private static final int MOST = 3;

    private final Attempt<?, ?, ?> attempt;
    private final InstanceId instance;
    private final PersistenceCommand<SaveOutcome> same;
    private final UnresolvedOutcomeException unresolved;

    OutcomeResolver(
            Attempt<?, ?, ?> attempt,
            InstanceId instance,
            PersistenceCommand<SaveOutcome> same,
            OutcomeUnknownException unknown) {
        this.attempt = attempt;
        this.instance = instance;
        this.same = same;
        this.unresolved = new UnresolvedOutcomeException(unknown);
    }

    CompletableFuture<SaveOutcome> run() {
        return attempt.call().deadline().isOver() ? CompletableFuture.failedFuture(unresolved) : run(1);
    }

    private CompletableFuture<SaveOutcome> run(int number) {
        return Failures.caught(this::repeat)
                .thenCompose(outcome -> afterRepeat(number, outcome, null))
                .exceptionallyCompose(failure -> afterRepeat(number, null, Failures.unwrap(failure)));
    }

    private CompletableFuture<SaveOutcome> repeat() {
        InstanceHandle fresh = attempt.handleOf(instance);
        return attempt.store().ask(fresh, same, attempt.timeout()).whenComplete((outcome, failure) -> fresh.close());
    }

    private CompletableFuture<SaveOutcome> afterRepeat(
            int number, @Nullable SaveOutcome outcome, @Nullable Throwable failure) {
        if (outcome instanceof SaveOutcome.Saved) {
            return CompletableFuture.completedFuture(outcome);
        }
        boolean notNow = outcome instanceof SaveOutcome.Held
                || failure instanceof StoreUnavailableException
                || (failure instanceof OutcomeUnknownException again && again.canBeSettled());
        // Any other answer is about later changes, and does not show whether this command was done before them.
        return notNow && number < MOST ? runLater(number) : CompletableFuture.failedFuture(unresolved);
    }

    private CompletableFuture<SaveOutcome> runLater(int number) {
        HostSettings settings = attempt.settings();
        Duration pause = settings.retry().backoff().delay(number, settings.random());
        if (attempt.call().deadline().remaining().compareTo(pause) <= 0) {
            return CompletableFuture.failedFuture(unresolved);
        }
        return attempt.store().pause(settings.time(), pause).thenCompose(over -> run(number + 1));
    }
}
