// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.SaveCommands;
import dev.rehydrate.host.lane.SeenRevision;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Redrives a dead letter of an instance whose definition this host does not have. The outbox is stored in a form of the host and not of
 * the definition, so it is changed by one save, which also makes the instance due: a host that has the definition then sends. The save is
 * written only if the revision is the one that was read. While an owner holds the instance, this waits.
 */
public final class DeadLetterRedrive {

    private final ControlStore store;
    private final InstanceId id;
    private final UUID message;
    private final Instant now;

    public DeadLetterRedrive(ControlStore store, InstanceId id, UUID message, Instant now) {
        this.store = store;
        this.id = id;
        this.message = message;
        this.now = now;
    }

    /** Fails with {@link IllegalStateException}, and nothing has changed, if the instance is suspended or stays held. */
    public CompletableFuture<Boolean> run() {
        return attempt(1);
    }

    private CompletableFuture<Boolean> attempt(int attempts) {
        return store.ask(id, LoadInstance.of(LoadMode.peek()))
                .thenCompose(seen -> seen.loaded()
                        .filter(instance -> instance.state() != InstanceState.COMPLETED)
                        .map(instance -> redrive(instance, attempts))
                        .orElseGet(() -> CompletableFuture.completedFuture(false)));
    }

    private CompletableFuture<Boolean> redrive(InstanceSnapshot seen, int attempts) {
        if (seen.header().suspension() != null) {
            return refused("the instance " + id + " is suspended: resume it first. Nothing was changed.");
        }
        HostState before = HostState.of(seen);
        HostState after = before.with(before.outbox().redriven(message, now));
        if (after.equals(before)) {
            return CompletableFuture.completedFuture(false);
        }
        InstanceChanges.Builder changes = InstanceChanges.builder()
                .metadata(SeenRevision.kept(after.since(before), SeenRevision.of(seen), seen.revision()));
        return store.ask(
                        id,
                        SaveInstance.ifUnchanged(
                                SaveCommands.due(changes, after).build(), seen.revision()))
                .thenCompose(outcome -> after(outcome, attempts))
                .exceptionallyCompose(failed -> {
                    Throwable failure = Failures.unwrap(failed);
                    return failure instanceof HandleConflictException
                            ? again(attempts)
                            : CompletableFuture.failedFuture(failure);
                });
    }

    private CompletableFuture<Boolean> after(SaveOutcome outcome, int attempts) {
        return outcome.fold(
                saved -> CompletableFuture.completedFuture(true),
                mismatch -> again(attempts),
                held -> again(attempts),
                completed -> CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Boolean> again(int attempts) {
        return store.again(
                attempts,
                () -> attempt(attempts + 1),
                () -> refused("the instance " + id
                        + " was held all the time: try again when its host has unloaded it. Nothing was changed."));
    }

    private static CompletableFuture<Boolean> refused(String why) {
        return CompletableFuture.failedFuture(new IllegalStateException(why));
    }
}
