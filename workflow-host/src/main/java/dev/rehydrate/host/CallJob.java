// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceStoreException.Subject;
import dev.rehydrate.command.OwnerLostException;
import dev.rehydrate.command.StoreUnavailableException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Works on one call: attempts, until one comes to an end or the deadline leaves no time for another. */
final class CallJob<S, M, R> implements Job {

    private static final int MOST_UNAVAILABLE = 3;

    private final HostCore core;
    private final Call<S, M, R> call;
    private final CompletableFuture<Void> laneFree = new CompletableFuture<>();
    private boolean found;
    private @Nullable Resident<?> brought;
    private int attempts;
    private int reruns;
    private int failures;
    private int unavailable;

    CallJob(HostCore core, Call<S, M, R> call) {
        this.core = core;
        this.call = call;
    }

    /** Goes on in another lane. */
    private CallJob(CallJob<S, M, R> before, boolean found, @Nullable Resident<?> brought) {
        this.core = before.core;
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

    /** What was loaded for this call is of no use to anybody else. */
    private void letGo() {
        if (brought != null) {
            brought.handle().close();
        }
    }

    private void attempt(Lane lane) {
        attempts++;
        CompletableFuture<Verdict<R>> verdict =
                core.owners().present().map(owner -> attempt(lane, owner)).orElseGet(() -> afterWaitForOwner(lane));
        var unused = verdict.whenComplete((end, failure) -> decideOrFail(lane, end, Failures.unwrapNullable(failure)));
    }

    private CompletableFuture<Verdict<R>> attempt(Lane lane, LiveOwner owner) {
        Delivery.Found justFound = new Delivery.Found(found, brought);
        found = false;
        brought = null;
        Attempt<S, M, R> attempt = new Attempt<>(core, call, lane, owner, attempts, failures);
        return entered()
                .thenCompose(entered -> new Delivery<>(attempt).run(justFound))
                .whenComplete((verdict, failure) -> {
                    core.turns().leave();
                    if (Failures.unwrapNullable(failure) instanceof OwnerLostException lost) {
                        core.owners().lost(owner, lost);
                    }
                });
    }

    /** Completes when the turn may begin; a call that has to wait for that waits no longer than its deadline. */
    private CompletableFuture<Void> entered() {
        CompletableFuture<Void> room = core.turns().enter();
        if (room.isDone()) {
            return room;
        }
        waitAgain();
        return room.thenCompose(entered -> call.begin()
                ? room
                : CompletableFuture.failedFuture(new DeadlinePassedException(
                        call.operation().name(), call.newId(), "while other turns were under way")));
    }

    /** The alarm of the deadline does nothing while a call is worked on, and rings once. */
    private void waitAgain() {
        call.waitAgain();
        if (call.deadline().isOver()) {
            new Intake(core).expire(call);
        }
    }

    private CompletableFuture<Verdict<R>> afterWaitForOwner(Lane lane) {
        return call.deadline()
                .orUntilOver(core.owners().current())
                .thenComposeAsync(
                        waited -> core.owners()
                                .present()
                                .map(owner -> attempt(lane, owner))
                                .orElseGet(this::noOwner),
                        core.store().executor());
    }

    private CompletableFuture<Verdict<R>> noOwner() {
        return core.owners().current().isCompletedExceptionally()
                ? CompletableFuture.failedFuture(
                        new HostStoppedException(core.settings().node()))
                : CompletableFuture.failedFuture(
                        new StoreUnavailableException("this host cannot get a lease", Subject.of(call.newId()), null));
    }

    /** Whatever happens, the call is answered and the lane goes on. */
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
        } else if (verdict instanceof Verdict.Elsewhere<R> elsewhere) {
            move(elsewhere);
        } else if (verdict instanceof Verdict.Again<R> again) {
            tryAgain(lane, again, () -> answerTooLate(again));
        } else if (failure != null && isWorthAnother(failure)) {
            tryAgain(lane, new Verdict.Again<>(null, Kind.RERUN), () -> fail(failure));
        } else {
            finish(() -> fail(failure));
        }
    }

    /** A copy that was loaded is handed over at once: whatever waits there would only run against our own hold. */
    private void move(Verdict.Elsewhere<R> elsewhere) {
        Resident<?> loaded = elsewhere.resident();
        boolean held = loaded != null && loaded.isHeld();
        CallJob<S, M, R> rest = new CallJob<>(this, elsewhere.found(), held ? null : loaded);
        waitAgain();
        Lane there = core.lanes().enqueue(elsewhere.address(), rest);
        if (loaded != null && held) {
            core.unloading().keep(there, loaded);
        }
        laneFree.complete(null);
        there.pump();
    }

    /** Nothing was done, and the next attempt begins with a fresh look (contract §3.2, §5.3). */
    private boolean isWorthAnother(Throwable failure) {
        if (failure instanceof StoreUnavailableException) {
            unavailable++;
            return unavailable < MOST_UNAVAILABLE;
        }
        return Failures.isPassing(failure);
    }

    private void tryAgain(Lane lane, Verdict.Again<R> again, Runnable orElse) {
        boolean waits = again.event() == Kind.WAITED;
        failures += again.failure() == null ? 0 : 1;
        reruns += waits ? 0 : 1;
        boolean atOnce = !waits && attempts == 1;
        Duration pause = atOnce
                ? Duration.ZERO
                : core.settings()
                        .attempting()
                        .backoff()
                        .delay(attempts, core.settings().random());
        if (isEnough(waits) || call.deadline().remaining().compareTo(pause) <= 0) {
            finish(orElse);
            return;
        }
        core.timeline().instance(again.event(), lane.address()).during(call).tell();
        if (atOnce) {
            attempt(lane);
        } else {
            var unused = pause(pause, again.heldElsewhere()).whenComplete((over, failure) -> attemptOnThreads(lane));
        }
    }

    /** Ends earlier if the store hears that an instance which is held elsewhere was given back; that may never come. */
    private CompletableFuture<Void> pause(Duration longest, @Nullable InstanceId heldElsewhere) {
        CompletableFuture<Void> over = heldElsewhere == null
                ? new CompletableFuture<>()
                : core.store().store().releaseOf(heldElsewhere, call.deadline().remaining());
        TimeSource.Cancellable timer =
                core.settings().time().schedule(longest, () -> over.complete(null), () -> waitingFor(heldElsewhere));
        return over.whenComplete((done, failure) -> timer.cancel());
    }

    private String waitingFor(@Nullable InstanceId heldElsewhere) {
        String what = "the call of " + call.operation().name() + " for " + call.asked();
        return heldElsewhere == null
                ? what + " is tried again after a pause (backoff)"
                : what + " waits until another host releases instance " + heldElsewhere
                        + ", by saving and unloading it (timeToUnload) or because its lease expires";
    }

    private boolean isEnough(boolean waits) {
        HostSettings.Attempting attempting = core.settings().attempting();
        return waits ? !attempting.waitsForHolders() : reruns >= attempting.most();
    }

    private void attemptOnThreads(Lane lane) {
        try {
            core.store().executor().execute(() -> attempt(lane));
        } catch (RuntimeException | Error full) {
            finish(() -> fail(full));
        }
    }

    private void answerTooLate(Verdict.Again<R> again) {
        if (again.tooLate() != null) {
            call.answer().complete(again.tooLate());
        } else if (again.failure() != null) {
            fail(again.failure());
        } else if (reruns >= core.settings().attempting().most()) {
            fail(new AttemptsExhaustedException(call.operation().name(), call.newId(), reruns));
        } else {
            fail(new DeadlinePassedException(
                    call.operation().name(), call.newId(), "while others kept changing the instance"));
        }
    }

    private void fail(@Nullable Throwable failure) {
        Throwable told = failure instanceof UnsettledException unsettled ? unsettled.unknown() : failure;
        call.answer()
                .completeExceptionally(told == null ? new IllegalStateException("an attempt without an end") : told);
    }

    /** Frees the lane first: those who wait do not wait for whoever acts on the answer. */
    private void finish(Runnable answering) {
        laneFree.complete(null);
        answering.run();
    }
}
