// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.ControlResult;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import java.util.concurrent.CompletableFuture;

/** Retries a failed instance: one save removes the mark of the failure and resumes the instance. */
public final class FailureRetry {

    private static final InstanceChanges<InstanceValue> RESUMED = InstanceChanges.builder()
            .metadata(ValueDelta.removing(MetadataNames.FAILURE))
            .resume()
            .build();

    private final ControlStore store;
    private final LocalCopy localCopy;
    private final InstanceId id;

    public FailureRetry(ControlStore store, LocalCopy localCopy, InstanceId id) {
        this.store = store;
        this.localCopy = localCopy;
        this.id = id;
    }

    public CompletableFuture<ControlResult> run() {
        return attempt(1);
    }

    private CompletableFuture<ControlResult> attempt(int attempts) {
        return store.ask(id, LoadInstance.of(LoadMode.peek()))
                .thenCompose(seen -> seen.loaded()
                        .map(snapshot -> resume(snapshot, attempts))
                        .orElseGet(() -> CompletableFuture.completedFuture(ControlResult.NOT_FOUND)));
    }

    private CompletableFuture<ControlResult> resume(InstanceSnapshot seen, int attempts) {
        if (seen.state() == InstanceState.COMPLETED) {
            return CompletableFuture.completedFuture(ControlResult.COMPLETED);
        }
        if (!hasFailed(seen)) {
            return CompletableFuture.completedFuture(ControlResult.NOT_FAILED);
        }
        return store.ask(id, SaveInstance.ifUnchanged(RESUMED, seen.revision()))
                .thenCompose(outcome -> after(outcome, attempts))
                .exceptionallyCompose(failed -> {
                    Throwable failure = Failures.unwrap(failed);
                    return failure instanceof HandleConflictException
                            ? localCopy.unload().thenCompose(given -> again(attempts))
                            : CompletableFuture.failedFuture(failure);
                });
    }

    public static boolean hasFailed(InstanceSnapshot seen) {
        return seen.header().suspension() != null && seen.metadata().names().contains(MetadataNames.FAILURE);
    }

    private CompletableFuture<ControlResult> after(SaveOutcome outcome, int attempts) {
        return outcome.fold(
                saved -> CompletableFuture.completedFuture(ControlResult.DONE),
                mismatch -> again(attempts),
                held -> again(attempts),
                completed -> CompletableFuture.completedFuture(ControlResult.COMPLETED));
    }

    private CompletableFuture<ControlResult> again(int attempts) {
        return store.again(
                attempts, () -> attempt(attempts + 1), () -> CompletableFuture.completedFuture(ControlResult.BUSY));
    }
}
