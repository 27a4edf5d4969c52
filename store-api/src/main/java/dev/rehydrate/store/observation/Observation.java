// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.AnswerKind;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.value.StoredBag;
import dev.rehydrate.store.waiting.Progress;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Measures commands for listeners, and gives threads their log context. Costs nothing when off. */
public final class Observation {

    private final Listeners listeners;
    private final boolean logContext;
    private final TimeSource time;
    private final AtomicInteger underWay = new AtomicInteger();

    public Observation(StoreOptions options, Listeners listeners) {
        this.listeners = listeners;
        this.logContext = options.logContext();
        this.time = options.time();
    }

    /** Whether a command needs nothing of this. */
    public boolean isOff() {
        return listeners.isEmpty() && !logContext;
    }

    /** {@return how many commands are not answered yet; they are counted for listeners only} */
    public int commandsUnderWay() {
        return underWay.get();
    }

    /** Runs a command in its log context, and tells of its answer before the caller has it. */
    public <R> CompletableFuture<R> watch(
            LocalHandle handle, PersistenceCommand<R> command, Progress progress, Supplier<CompletableFuture<R>> run) {
        Supplier<CompletableFuture<R>> told = !listeners.isEmpty() ? () -> told(handle, command, progress, run) : run;
        return logContext ? context(handle, command).around(told) : told.get();
    }

    private <R> CompletableFuture<R> told(
            LocalHandle handle, PersistenceCommand<R> command, Progress progress, Supplier<CompletableFuture<R>> run) {
        long givenAt = time.nanoTime();
        CompletableFuture<R> running = run.get();
        underWay.incrementAndGet();
        CompletableFuture<R> answer = new CompletableFuture<>();
        var unused = running.whenComplete((result, failure) -> {
            underWay.decrementAndGet();
            Duration took = Duration.ofNanos(time.nanoTime() - givenAt);
            try {
                tell(handle, command, new Told(result, failure, took, progress.payload()));
            } finally {
                // Whatever happens to a listener, the caller waits for the answer.
                if (failure == null) {
                    answer.complete(result);
                } else {
                    answer.completeExceptionally(failure);
                }
            }
        });
        return answer;
    }

    /**
     * What there is to tell of an answer.
     *
     * @param result what the caller gets, or null
     * @param failure what it gets instead, or null
     * @param took how long it took
     * @param payload how many bytes the command had
     */
    private record Told(@Nullable Object result, @Nullable Throwable failure, Duration took, long payload) {

        AnswerKind kind() {
            return failure == null
                    ? AnswerKinds.of(Objects.requireNonNull(result, "result"))
                    : AnswerKinds.ofFailure(failure);
        }
    }

    private void tell(LocalHandle handle, PersistenceCommand<?> command, Told told) {
        InstanceId instance = handle.instance().orElse(null);
        StoreListener.Answered answered = new StoreListener.Answered(
                CommandKinds.of(command),
                told.kind(),
                told.took(),
                told.payload(),
                received(told.result()),
                instance,
                key(command),
                handle.owner().orElse(null));
        LogScope context = context(handle, command);
        listeners.tell(context, listener -> listener.answered(answered));
        StoreListener.Quarantined aside = quarantined(instance, command, told);
        if (aside != null) {
            listeners.tell(context, listener -> listener.quarantined(aside));
        }
    }

    private static StoreListener.@Nullable Quarantined quarantined(
            @Nullable InstanceId instance, PersistenceCommand<?> command, Told told) {
        SuspensionChange.Suspend suspension = suspension(command);
        boolean done = told.kind() == AnswerKind.DONE || told.kind() == AnswerKind.SAVED;
        return done && instance != null && suspension != null && suspension.failure() != null
                ? new StoreListener.Quarantined(instance, suspension.reason(), suspension.failure())
                : null;
    }

    private static SuspensionChange.@Nullable Suspend suspension(PersistenceCommand<?> command) {
        if (command instanceof SuspendInstance suspend) {
            return new SuspensionChange.Suspend(suspend.reason(), suspend.failure());
        }
        return command instanceof SaveInstance save
                        && save.changes().suspension() instanceof SuspensionChange.Suspend it
                ? it
                : null;
    }

    private static LogScope context(LocalHandle handle, PersistenceCommand<?> command) {
        return LogScope.of(
                handle.instance().orElse(null), key(command), handle.owner().orElse(null));
    }

    private static @Nullable InstanceKey key(PersistenceCommand<?> command) {
        return command instanceof LoadInstanceByKey byKey ? byKey.key() : null;
    }

    private static long received(@Nullable Object result) {
        Optional<InstanceSnapshot> snapshot = Optional.empty();
        if (result instanceof LoadOutcome outcome) {
            snapshot = outcome.loaded();
        } else if (result instanceof RunnableOutcome outcome) {
            snapshot = outcome.loaded();
        }
        return snapshot.map(StoredBag::sizeOf).orElse(0L);
    }
}
