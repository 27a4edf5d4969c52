// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.DeadlinePassedException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnFacts;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.TurnObserver;
import dev.rehydrate.host.TurnRefusedException;
import dev.rehydrate.host.async.ApplicationCode;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.InstanceServices;
import dev.rehydrate.host.lane.InstanceUnloader;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.LongTurns;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.ProcessedMessages;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a call, for one owner: what its steps share.
 *
 * @param services what turns need
 * @param call the call
 * @param lane the instance in this host
 * @param owner for whom
 * @param number which attempt it is, from 1
 * @param failures in how many attempts before the handler has thrown
 */
record Attempt<S, M, R>(
        InstanceServices services, Call<S, M, R> call, Lane lane, LiveOwner owner, int number, int failures) {

    HostSettings settings() {
        return services.settings();
    }

    StoreAccess store() {
        return services.store();
    }

    InstanceUnloader unloader() {
        return services.unloader();
    }

    /** A handle for this attempt that is bound to an instance. */
    InstanceHandle handleOf(InstanceId instance) {
        return store().store().createHandle(owner.id(), instance);
    }

    /** A handle for this attempt that is not bound to an instance yet. */
    InstanceHandle freeHandle() {
        return store().store().createHandle(owner.id());
    }

    /** Frees the handle of a copy that was loaded for this attempt, unless the instance stays in memory with it. */
    void letGo(@Nullable Resident<?> loaded) {
        if (loaded != null && lane.resident() != loaded) {
            loaded.handle().close();
        }
    }

    /** Whether a handler that has thrown runs again, and the deadline leaves time for it. */
    boolean isToRunAgain() {
        Duration pause = settings().retry().backoff().atMost(number);
        boolean hasRetries = failures < call.definition().unhandledFailure().retries();
        return call.isInterrupted()
                || (hasRetries && call.deadline().remaining().compareTo(pause) > 0);
    }

    /** Runs a handler that has thrown again; that its caller was interrupted does not count as a failure of the handler. */
    Verdict<R> again(Throwable failure) {
        return new Verdict.Retry<>(null, call.isInterrupted() ? null : failure, Kind.RERUN);
    }

    /** Whether the turn takes no hold. */
    boolean isOptimistic() {
        return settings().isOptimistic(call.definition());
    }

    Duration timeout() {
        return call.deadline().atMost(settings().storeTimeout());
    }

    /** What an instance remembers of the message, if it has handled it before. */
    Optional<ProcessedMessages.Entry> remembered(HostState hostState) {
        HostSettings settings = settings();
        return Optional.ofNullable(call.messageId())
                .flatMap(id -> hostState.processed().find(id, settings.clock().instant(), settings.remembered()));
    }

    /** The reply that was given to a message before; null for an operation whose replies are not stored. */
    @Nullable
    R rememberedReply(ProcessedMessages.Entry before) {
        return call.operation().replyType().map(type -> before.reply().as(type)).orElse(null);
    }

    /** Runs the handler; what it throws comes back as {@link TurnFailedException}. */
    @Nullable
    R handle(RunningTurn<S> turn, InstanceId instance, @Nullable S state, M message) {
        try {
            return observed(turn, instance, state, message);
        } finally {
            turn.end();
        }
    }

    private @Nullable R observed(RunningTurn<S> turn, InstanceId instance, @Nullable S state, M message) {
        HandlerWatch watch = watched(turn, instance);
        call.handlerBegins();
        Throwable thrown = null;
        LongTurns.Running running =
                services.longTurns().handler(call.operation().name(), instance, call.key());
        try {
            R reply = ApplicationCode.call(() -> call.operation().handler().handle(turn, state, message));
            if (turn.ending() == RunningTurn.Ending.SAVE && turn.state() == null) {
                throw new IllegalStateException("the handler left no state: call turn.become, or turn.unchanged");
            }
            return reply;
        } catch (TurnRefusedException refused) {
            throw refused;
        } catch (Throwable failure) {
            thrown = failure;
            call.noteInterrupt(failure);
            throw failed(instance, failure);
        } finally {
            running.end();
            watch.end(thrown);
        }
    }

    private HandlerWatch watched(RunningTurn<S> turn, InstanceId instance) {
        HandlerWatch watch = HandlerWatch.begin(
                call.caller(),
                new TurnObserver.BegunTurn(
                        settings().node(),
                        call.operation().name(),
                        instance,
                        turn.requests().previousTrace()));
        turn.requests().trace(watch.trace());
        return watch;
    }

    /** The values of a state; a mapping that fails is part of the turn that failed. */
    Map<String, InstanceValue> valuesOf(InstanceId instance, S state) {
        try {
            return call.definition().mapping().toValues(state);
        } catch (RuntimeException | Error failure) {
            throw failed(instance, failure);
        }
    }

    TurnFailedException failed(InstanceId instance, Throwable failure) {
        return new TurnFailedException(call.operation().name(), instance, call.keyText(), failure);
    }

    /** The turn of an instance that begins with it. */
    RunningTurn<S> turn(InstanceId instance) {
        return new RunningTurn<>(
                new RunningTurn.Origin(instance, call.key(), null),
                requests(TurnRequests.Known.nothingBut(call.key())),
                null);
    }

    /** The turn of an instance in memory. */
    RunningTurn<S> turn(Resident<S> resident) {
        RunningTurn.Origin origin = new RunningTurn.Origin(resident.id(), call.key(), resident.seen());
        return new RunningTurn<>(
                origin,
                requests(new TurnRequests.Known(resident.hostState().with(resident.trace()), resident.entityKeys())),
                resident.state());
    }

    private TurnRequests requests(TurnRequests.Known before) {
        return new TurnRequests(
                settings().clock().instant(), settings().sending().isPresent(), before);
    }

    /** Saves; if the answer is lost, resolves the unknown outcome. */
    CompletableFuture<SaveOutcome> commit(
            InstanceHandle handle, InstanceId instance, PersistenceCommand<SaveOutcome> command) {
        if (isTooLate()) {
            return CompletableFuture.failedFuture(tooLate(instance));
        }
        return store().ask(handle, command, timeout())
                .exceptionallyCompose(failure -> {
                    Throwable cause = Failures.unwrap(failure);
                    return cause instanceof OutcomeUnknownException unknown
                            ? new OutcomeResolver(this, instance, command, unknown).run()
                            : CompletableFuture.failedFuture(cause);
                })
                .whenComplete(this::note);
    }

    /** Whether it is too late to keep what the turn has changed; if it is not, the deadline can only say that it may be kept. */
    boolean isTooLate() {
        return call.deadline().isOver() || !call.mayChange();
    }

    DeadlinePassedException tooLate(InstanceId instance) {
        return new DeadlinePassedException(call.operation().name(), instance, call.keyText(), "while the turn ran");
    }

    private void note(@Nullable SaveOutcome outcome, @Nullable Throwable failure) {
        boolean refused = outcome != null && outcome.saved().isEmpty();
        boolean notDone = Failures.unwrapNullable(failure) instanceof InstanceStoreException told
                && told.effect() == InstanceStoreException.Effect.NONE;
        if (refused || notDone) {
            call.hasNotChanged();
        }
    }

    Timeline.Draft event(Kind kind, Resident<?> resident) {
        return resident.event(services.timeline(), kind).during(call.operation().name(), call.key());
    }

    Timeline.Draft event(Kind kind, InstanceId instance) {
        return services.timeline()
                .instance(kind, instance)
                .during(call.operation().name(), call.key());
    }

    Verdict<R> replied(@Nullable R reply, InstanceId instance, Saved saved, Set<TurnFacts.Mark> marks) {
        CorrelationKey key = call.key();
        TurnFacts facts =
                new TurnFacts(instance, key == null ? null : key.key(), saved.revision(), saved.token(), marks, number);
        return new Verdict.Done<>(new CallOutcome.Replied<>(reply, facts));
    }

    /**
     * The last saved state of an instance.
     *
     * @param revision its revision, or null if it was never saved
     * @param token the token of the hold, or null
     */
    record Saved(@Nullable Revision revision, @Nullable FencingToken token) {}

    Verdict<R> done(CallOutcome<R> outcome) {
        return new Verdict.Done<>(outcome);
    }

    Verdict<R> heldBy(InstanceId instance, Holder holder) {
        return new Verdict.Retry<>(new CallOutcome.Busy<>(instance, call.asked(), holder), null, Kind.WAITED, instance);
    }

    /** The instance has ended while the turn ran, perhaps by this message, which another host has then answered. */
    Verdict<R> ended(InstanceId instance) {
        return call.messageId() == null ? done(new CallOutcome.Completed<>(instance)) : rerun();
    }

    Verdict<R> rerun() {
        return new Verdict.Retry<>(null, Kind.RERUN);
    }
}
