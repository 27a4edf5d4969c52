// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.ForeignInstanceException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnFacts;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lane.SeenRevision;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.store.InstanceHandle;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Loads the instance of a message, with its hold or optimistically, and checks that the message may be delivered to it. */
final class Rehydration<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Call<S, M, R> call;
    private final LoadMode mode;
    private boolean found;

    Rehydration(Attempt<S, M, R> attempt, LoadMode mode) {
        this.attempt = attempt;
        this.mode = mode;
        this.call = attempt.call();
    }

    /** The result of a load. */
    sealed interface Result<S, R> {}

    record Rehydrated<S, R>(Resident<S> resident) implements Result<S, R> {}

    record Nothing<S, R>() implements Result<S, R> {}

    record Decided<S, R>(Verdict<R> verdict) implements Result<S, R> {}

    CompletableFuture<Result<S, R>> load() {
        long startedAt = attempt.settings().time().nanoTime();
        CorrelationKey key = call.key();
        InstanceHandle handle = key == null ? attempt.handleOf(call.newId()) : attempt.freeHandle();
        PersistenceCommand<LoadOutcome> command =
                key == null ? LoadInstance.of(mode) : LoadInstanceByKey.of(key.key(), mode);
        return attempt.store()
                .askForTurn(handle, command, attempt.timeout())
                .thenCompose(outcome -> outcome instanceof LoadOutcome.Completed completed && call.messageId() != null
                        ? afterTheEnd(completed.id())
                        : CompletableFuture.completedFuture(admit(outcome, handle, startedAt)))
                .whenComplete((result, failure) -> {
                    if (!(result instanceof Rehydrated<S, R>)) {
                        handle.close();
                    }
                });
    }

    /** An instance that was kept after its end still knows the messages that it has processed. */
    private CompletableFuture<Result<S, R>> afterTheEnd(InstanceId ended) {
        InstanceHandle tool = attempt.handleOf(ended);
        return attempt.store()
                .ask(tool, LoadInstance.of(LoadMode.peek()), attempt.timeout())
                .whenComplete((outcome, failure) -> tool.close())
                .thenApply(outcome -> new Decided<>(outcome.loaded()
                        .flatMap(this::repeated)
                        .orElseGet(() -> attempt.done(new CallOutcome.Completed<>(ended)))));
    }

    /** The first reply to a message that an instance which takes no others has handled. */
    private Optional<Verdict<R>> repeated(InstanceSnapshot snapshot) {
        if (call.messageId() == null) {
            return Optional.empty();
        }
        return attempt.remembered(HostState.of(snapshot)).map(before -> {
            R reply = attempt.rememberedReply(before);
            Attempt.Saved last = new Attempt.Saved(SeenRevision.of(snapshot), null);
            return attempt.replied(reply, snapshot.id(), last, EnumSet.of(TurnFacts.Mark.REPEATED));
        });
    }

    private Result<S, R> admit(LoadOutcome outcome, InstanceHandle handle, long startedAt) {
        return outcome.fold(
                loaded -> admit(loaded.snapshot(), handle, startedAt),
                notFound -> new Nothing<>(),
                held -> new Decided<>(attempt.heldBy(held.id(), held.holder())),
                completed -> new Decided<>(attempt.done(new CallOutcome.Completed<>(completed.id()))));
    }

    /** Whether there was an instance, admitted or not. */
    boolean hasFound() {
        return found;
    }

    private Result<S, R> admit(InstanceSnapshot snapshot, InstanceHandle handle, long startedAt) {
        found = true;
        requireSameText(snapshot);
        if (!call.definition().accepts(snapshot.header().definition())) {
            throw new ForeignInstanceException(
                    snapshot.id(),
                    snapshot.header().definition(),
                    call.definition().identity());
        }
        Suspension suspension = snapshot.header().suspension();
        if (suspension != null) {
            return new Decided<>(repeated(snapshot)
                    .orElseGet(() -> attempt.done(new CallOutcome.Suspended<>(snapshot.id(), suspension))));
        }
        Resident<S> resident = Resident.loaded(call.definition(), handle, snapshot);
        if (mode.equals(LoadMode.free())) {
            resident.markStale();
        }
        attempt.services().otherTypes().loaded(resident, snapshot.header());
        attempt.event(Kind.REHYDRATED, resident)
                .bytes(storedBytes(snapshot.data()))
                .tookSince(startedAt)
                .publish();
        return new Rehydrated<>(resident);
    }

    private void requireSameText(InstanceSnapshot snapshot) {
        CorrelationKey key = call.key();
        InstanceKeyView stored = key == null ? null : snapshot.keys().get(key.key());
        if (key != null && stored != null) {
            key.requireSameText(stored);
        }
    }

    private static long storedBytes(ValueBag values) {
        return values.names().stream()
                .flatMap(name -> values.describe(name).stream())
                .mapToLong(ValueBag.Description::storedBytes)
                .sum();
    }
}
