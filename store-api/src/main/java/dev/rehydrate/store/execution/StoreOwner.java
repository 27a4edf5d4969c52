// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The owner for which a store works when a command names none. It is registered when it is first needed, and anew when its
 * lease was lost.
 */
final class StoreOwner {

    /** A caller that waits for less gives up earlier; the registration goes on for the next caller. */
    private static final Duration LONGEST_REGISTRATION = Duration.ofSeconds(10);

    private final StoreRuntime runtime;
    private final CommandDispatch dispatch;
    private @Nullable CompletableFuture<LocalOwner> registration;

    StoreOwner(StoreRuntime runtime, CommandDispatch dispatch) {
        this.runtime = runtime;
        this.dispatch = dispatch;
    }

    /** The owner, or the failure of its registration; the next caller then tries again. */
    synchronized CompletableFuture<LocalOwner> get() {
        if (registration == null || isOfNoUse(registration)) {
            registration = dispatch.begin(
                            dispatch.handle(), new CreateOwner(OwnerDescription.anonymous()), LONGEST_REGISTRATION)
                    .thenApply(id -> runtime.owner(id).orElseThrow())
                    .exceptionallyCompose(failure -> CompletableFuture.failedFuture(Failures.noOwner(failure)));
        }
        return registration;
    }

    private static boolean isOfNoUse(CompletableFuture<LocalOwner> registration) {
        return registration.isDone()
                && (registration.isCompletedExceptionally()
                        || registration.getNow(null).isLost());
    }
}
