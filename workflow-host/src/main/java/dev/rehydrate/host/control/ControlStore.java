// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.OwnerLease;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands of administrators for the owner of this host, each on a handle of its own. A command without an answer
 * is repeated with the same command id, which is idempotent, until it is answered or the time is over.
 */
public final class ControlStore {

    private final HostSettings settings;
    private final OwnerLease owners;
    private final StoreAccess store;
    private final Deadline deadline;

    ControlStore(HostSettings settings, OwnerLease owners, StoreAccess store, Deadline deadline) {
        this.settings = settings;
        this.owners = owners;
        this.store = store;
        this.deadline = deadline;
    }

    Deadline deadline() {
        return deadline;
    }

    public <R> CompletableFuture<R> ask(@Nullable InstanceId instance, PersistenceCommand<R> command) {
        return attempt(instance, command, 1, null);
    }

    /** Goes on after a pause that grows with the number of attempts, or with something else if no time is left for it. */
    <R> CompletableFuture<R> again(
            int attempts, Supplier<CompletableFuture<R>> next, Supplier<CompletableFuture<R>> tooLate) {
        Duration pause = settings.retry().backoff().delay(attempts, settings.random());
        if (deadline.remaining().compareTo(pause) <= 0) {
            return tooLate.get();
        }
        return store.pause(settings.time(), pause).thenCompose(over -> next.get());
    }

    /**
     * One attempt and those after it.
     *
     * @param doubt why an attempt before it may have been carried out, or null if none may: then no later obstacle means that nothing
     *     was changed
     */
    private <R> CompletableFuture<R> attempt(
            @Nullable InstanceId instance,
            PersistenceCommand<R> command,
            int attempts,
            @Nullable OutcomeUnknownException doubt) {
        CompletableFuture<R> answer = owners.present()
                .map(owner -> give(owner, instance, command))
                .orElseGet(() -> afterWaitForOwner(instance, command));
        return answer.exceptionallyCompose(failed -> {
            Throwable failure = Failures.unwrap(failed);
            OutcomeUnknownException unknown = failure instanceof OutcomeUnknownException now ? now : doubt;
            Throwable told = unknown == null ? failure : unknown;
            return isTransient(failure)
                    ? again(
                            attempts,
                            () -> attempt(instance, command, attempts + 1, unknown),
                            () -> CompletableFuture.failedFuture(told))
                    : CompletableFuture.failedFuture(told);
        });
    }

    private <R> CompletableFuture<R> give(
            LiveOwner owner, @Nullable InstanceId instance, PersistenceCommand<R> command) {
        return Failures.caught(() -> {
                    InstanceHandle handle = handle(owner, instance);
                    Duration timeout = deadline.atMost(settings.storeTimeout());
                    return store.ask(handle, command, timeout).whenComplete((answer, failure) -> handle.close());
                })
                .whenComplete((answer, failure) -> {
                    if (Failures.unwrapNullable(failure) instanceof OwnerLostException lost) {
                        owners.lost(owner, lost);
                    }
                });
    }

    private InstanceHandle handle(LiveOwner owner, @Nullable InstanceId instance) {
        return instance == null
                ? store.store().createHandle(owner.id())
                : store.store().createHandle(owner.id(), instance);
    }

    private <R> CompletableFuture<R> afterWaitForOwner(@Nullable InstanceId instance, PersistenceCommand<R> command) {
        return deadline.orUntilOver(owners.current())
                .thenCompose(waited -> owners.present()
                        .map(owner -> give(owner, instance, command))
                        .orElseGet(() -> CompletableFuture.failedFuture(noOwner(instance))));
    }

    private RuntimeException noOwner(@Nullable InstanceId instance) {
        return owners.current().isCompletedExceptionally()
                ? new HostStoppedException(settings.node())
                : new StoreUnavailableException("this host cannot get a lease", Subject.of(instance), null);
    }

    private static boolean isTransient(Throwable failure) {
        return failure instanceof StoreUnavailableException
                || (failure instanceof OutcomeUnknownException unknown && unknown.canBeSettled())
                || failure instanceof OwnerLostException
                || failure instanceof HandleFreedException;
    }
}
