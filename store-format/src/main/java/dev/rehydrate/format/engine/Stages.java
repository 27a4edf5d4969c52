// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.slot.SlotAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Calls of a byte store and their failures, in the form that an engine promises. */
final class Stages {

    private Stages() {}

    /** Makes a failed stage of what a call throws. */
    static <T> CompletionStage<T> called(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /**
     * Turns a failure of a byte store into one of an engine.
     *
     * @param usual the effect of a failure that says nothing of its effect
     */
    static StorageException failure(Throwable failure, Effect usual, String what) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof StorageException honest ? honest : new StorageException(usual, what, cause);
    }

    static StorageException unusable(SlotAddress at, WireFormatException why) {
        String what = "entry " + at + ": " + why.getMessage();
        return why.kind() == WireFormatException.Kind.TOO_LARGE
                ? new StorageException(Effect.NONE, what, why)
                : StorageException.corrupt(what, why);
    }
}
