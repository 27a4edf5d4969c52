// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.host.AttemptsExhaustedException;
import dev.rehydrate.host.DeadlinePassedException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.Job;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lane.UnresolvedOutcomeException;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Works on one call: attempts, until one has a result or the deadline leaves no time for another.
 *
 * <p>Why a turn may run again. A turn is pure: its handler computes a new state and requests from the loaded state and the
 * message, and has no effect until it is saved. So an attempt whose save was certainly not done can simply be repeated on a
 * fresh load, and the handler runs again. That is the case after a refused save (optimistic concurrency: the revision has
 * changed meanwhile), after the loss of the hold (the lease expired, or an administrator stole the lock), while the store
 * is unavailable, and after a failure of the handler if the definition allows retries. A save whose outcome is unknown is
 * not a reason to run the turn again, because it may have been done: {@link OutcomeResolver} first repeats the same
 * command. Retries use exponential backoff with jitter, and stop at the deadline or at {@code maxAttempts}.
 */
final class CallJob<S, M, R> implements Job {

    private static final int MOST_UNAVAILABLE = 3;

    private final CallContext context;
    private final Call<S, M, R> call;
    private final CompletableFuture<Void> laneFree = new CompletableFuture<>();
    private boolean found;
    private @Nullable Resident<?> brought;
    private int attempts;
    private int reruns;
    private int failures;
    private int unavailable;

    CallJob(CallContext context, Call<S, M, R> call) {
        this.context = context;
        this.call = call;
    }

    /** Continues a call in another lane. */
    private CallJob(CallJob<S, M, R> before, boolean found, @Nullable Resident<?> brought) {
        this.context = before.context;
        this.call = before.call;
        this.attempts = before.attempts - 1;
        this.reruns = before.reruns;
        this.failures = before.failures;
        this.unavailable = before.unavailable;
        this.found = found;
        this.brought = brought;
    }

    @Override
    public boolean isActivity() {
        return true;
    }

    @Override
    public boolean goesFirst() {
        return call.message() instanceof HostMessage own && own.goesFirst();
    }

    @Override
    public void refused(Throwable why) {
        letGo();
        call.answer().completeExceptionally(why);
    }

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        if (!call.begin()) {
            letGo();
            return CompletableFuture.completedFuture(null);
        }
        attempt(lane);
        return laneFree;
    }

    /** The job is about to be queued: says how its call is forgotten there at its deadline. */
    void waitsAt(InstanceId address) {
        call.waitsWhere(() -> {
            if (context.lanes().forget(address, this)) {
                letGo();
            }
        });
    }

    /** Frees the handle of an instance that was loaded for this call only. */
    private void letGo() {
        if (brought != null) {
            brought.handle().close();
        }
    }

    private void attempt(Lane lane) {
        attempts++;
        CompletableFuture<Verdict<R>> verdict =
                context.owners().present().map(owner -> attempt(lane, owner)).orElseGet(() -> afterWaitForOwner(lane));
        var unused = verdict.whenComplete((end, failure) -> decideOrFail(lane, end, Failures.unwrapNullable(failure)));
    }

    private CompletableFuture<Verdict<R>> attempt(Lane lane, LiveOwner owner) {
        Resident<?> loaded = brought;
        Delivery.Found justFound = new Delivery.Found(found, loaded);
        found = false;
        brought = null;
        Attempt<S, M, R> attempt = new Attempt<>(context.services(), call, lane, owner, attempts, failures);
        return entered()
                .thenCompose(entered -> new Delivery<>(attempt).run(justFound))
                .whenComplete((verdict, failure) -> {
                    attempt.letGo(loaded);
                    context.turns().leave();
                    if (Failures.unwrapNullable(failure) instanceof OwnerLostException lost) {
                        context.owners().lost(owner, lost);
                    }
                });
    }

    /** Completes when the turn may begin, at the deadline of the call at the latest. */
    private CompletableFuture<Void> entered() {
        CompletableFuture<Void> room = context.turns().enter();
        if (room.isDone()) {
            return room;
        }
        waitAgain();
        return room.thenCompose(entered -> call.begin()
                ? room
                : CompletableFuture.failedFuture(new DeadlinePassedException(
                        call.operation().name(), call.named(), call.keyText(), "while other turns were under way")));
    }

    /** The deadline timer fires once, and does nothing while a call is worked on; so an expired call is answered here. */
    private void waitAgain() {
        call.waitAgain();
        if (call.deadline().isOver()) {
            new CallExpiry(context.settings(), context.owners()).expire(call);
        }
    }

    private CompletableFuture<Verdict<R>> afterWaitForOwner(Lane lane) {
        return call.deadline()
                .orUntilOver(context.owners().current())
                .thenComposeAsync(
                        waited -> context.owners()
                                .present()
                                .map(owner -> attempt(lane, owner))
                                .orElseGet(this::noOwner),
                        context.store().executor());
    }

    private CompletableFuture<Verdict<R>> noOwner() {
        return context.owners().current().isCompletedExceptionally()
                ? CompletableFuture.failedFuture(
                        new HostStoppedException(context.settings().node()))
                : CompletableFuture.failedFuture(
                        new StoreUnavailableException("this host cannot get a lease", call.subject(), null));
    }

    /** In every case the call is answered and the lane continues. */
    private void decideOrFail(Lane lane, @Nullable Verdict<R> verdict, @Nullable Throwable failure) {
        try {
            decide(lane, verdict, failure);
        } catch (RuntimeException | Error broken) {
            finish(() -> fail(broken));
        }
    }

    private void decide(Lane lane, @Nullable Verdict<R> verdict, @Nullable Throwable failure) {
        if (verdict instanceof Verdict.Done<R> done) {
            finish(() -> call.answer().complete(done.outcome()));
        } else if (verdict instanceof Verdict.Redirect<R> redirect) {
            move(redirect);
        } else if (verdict instanceof Verdict.Retry<R> retry) {
            tryAgain(lane, retry, () -> answerTooLate(retry));
        } else if (failure != null && isWorthAnother(failure)) {
            tryAgain(lane, new Verdict.Retry<>(null, Kind.RERUN), () -> fail(failure));
        } else {
            finish(() -> fail(failure));
        }
    }

    /** Gives a loaded copy to its lane at once: the jobs that wait there would only meet the hold of this host. */
    private void move(Verdict.Redirect<R> redirect) {
        Resident<?> loaded = redirect.resident();
        boolean held = loaded != null && loaded.isHeld();
        CallJob<S, M, R> rest = new CallJob<>(this, redirect.found(), held ? null : loaded);
        rest.waitsAt(redirect.address());
        waitAgain();
        Lane there = loaded != null && held
                ? context.services().unloader().keep(context.lanes(), loaded, rest)
                : context.lanes().enqueue(redirect.address(), rest);
        if (call.answer().isDone()) {
            // The deadline has passed before there was anything to forget.
            call.forget();
        }
        laneFree.complete(null);
        there.pump();
    }

    /** Whether a retry makes sense: nothing was done, and the next attempt loads the instance again (contract §3.2, §5.3). */
    private boolean isWorthAnother(Throwable failure) {
        if (failure instanceof StoreUnavailableException) {
            unavailable++;
            return unavailable < MOST_UNAVAILABLE;
        }
        return Failures.isTransient(failure);
    }

    private void tryAgain(Lane lane, Verdict.Retry<R> retry, Runnable orElse) {
        boolean waits = retry.event() == Kind.WAITED;
        failures += retry.failure() == null ? 0 : 1;
        reruns += waits ? 0 : 1;
        boolean atOnce = !waits && attempts == 1 && !call.isInterrupted();
        Duration pause = atOnce
                ? Duration.ZERO
                : context.settings()
                        .retry()
                        .backoff()
                        .delay(attempts, context.settings().random());
        if (isEnough(retry) || call.deadline().remaining().compareTo(pause) <= 0) {
            finish(orElse);
            return;
        }
        context.services()
                .timeline()
                .instance(retry.event(), lane.address())
                .during(call.operation().name(), call.key())
                .publish();
        if (atOnce) {
            attempt(lane);
        } else {
            var unused = pause(pause, retry.heldElsewhere()).whenComplete((over, failure) -> attemptOnThreads(lane));
        }
    }

    /** A pause that ends earlier if the store announces that the instance was released; an announcement may be lost. */
    private CompletableFuture<Void> pause(Duration longest, @Nullable InstanceId heldElsewhere) {
        CompletableFuture<Void> over = heldElsewhere == null
                ? new CompletableFuture<>()
                : context.store()
                        .store()
                        .releaseOf(heldElsewhere, call.deadline().remaining());
        TimeSource.Cancellable timer =
                context.settings().time().schedule(longest, () -> over.complete(null), () -> waitingFor(heldElsewhere));
        return over.whenComplete((done, failure) -> timer.cancel());
    }

    private String waitingFor(@Nullable InstanceId heldElsewhere) {
        String what = "the call of " + call.operation().name() + " for " + call.asked();
        return heldElsewhere == null
                ? what + " is tried again after a pause (backoff)"
                : what + " waits until another host releases instance " + heldElsewhere
                        + ", by saving and unloading it (timeToUnload) or because its lease expires";
    }

    private boolean isEnough(Verdict.Retry<R> retry) {
        HostSettings.RetryPolicy policy = context.settings().retry();
        return retry.event() == Kind.WAITED
                ? !policy.waitsForHolders() && waitsForHolder(retry)
                : reruns >= policy.most();
    }

    /** Whether only another holder can help: one try more shows whether an instance that was ending here has ended. */
    private boolean waitsForHolder(Verdict.Retry<R> retry) {
        return (retry.heldElsewhere() != null || attempts > 1) && !(call.message() instanceof HostMessage);
    }

    private void attemptOnThreads(Lane lane) {
        try {
            context.store().executor().execute(() -> attempt(lane));
        } catch (RuntimeException | Error full) {
            finish(() -> fail(full));
        }
    }

    private void answerTooLate(Verdict.Retry<R> retry) {
        if (retry.tooLate() != null) {
            call.answer().complete(retry.tooLate());
        } else if (retry.failure() != null) {
            fail(retry.failure());
        } else if (reruns >= context.settings().retry().most()) {
            fail(new AttemptsExhaustedException(call.operation().name(), call.named(), call.keyText(), reruns));
        } else {
            fail(new DeadlinePassedException(
                    call.operation().name(),
                    call.named(),
                    call.keyText(),
                    "while other changes of the instance came first"));
        }
    }

    private void fail(@Nullable Throwable failure) {
        Throwable told = failure instanceof UnresolvedOutcomeException unresolved ? unresolved.unknown() : failure;
        call.answer()
                .completeExceptionally(told == null ? new IllegalStateException("an attempt without an end") : told);
    }

    /** Frees the lane first, so that the next job does not wait for code that runs when the answer is complete. */
    private void finish(Runnable answering) {
        laneFree.complete(null);
        answering.run();
    }
}
