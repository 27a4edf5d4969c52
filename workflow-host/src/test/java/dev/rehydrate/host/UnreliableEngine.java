// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An engine that answers late, loses requests and answers at random, cannot renew leases for a while, and dies. */
final class UnreliableEngine extends ForwardingEngine {

    private final TimeSource time;
    private final Random random;
    private boolean troubled;
    private boolean leases = true;
    private boolean dead;

    UnreliableEngine(StorageEngine engine, TimeSource time, Random random) {
        super(engine);
        this.time = time;
        this.random = random;
    }

    void trouble(boolean yes) {
        troubled = yes;
    }

    void renewLeases(boolean yes) {
        leases = yes;
    }

    /** Does nothing any more and answers no call; what is on its way may still be done. */
    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    @Override
    protected <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        return dead ? new CompletableFuture<>() : call.get().thenCompose(this::unlessDead);
    }

    private <T> CompletionStage<T> unlessDead(T answer) {
        return dead ? new CompletableFuture<>() : CompletableFuture.completedFuture(answer);
    }

    @Override
    protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
        int dice = troubled && !dead ? random.nextInt(50) : 50;
        return switch (dice) {
            case 0 -> failed(Effect.NONE);
            case 1 -> failed(Effect.UNKNOWN);
            case 2 -> call(call).thenCompose(done -> failed(Effect.UNKNOWN));
            case 50 -> call(call);
            default -> call(() -> later(call));
        };
    }

    @Override
    protected <T> CompletionStage<T> ownerCall(Supplier<CompletionStage<T>> call) {
        return leases ? call(call) : failed(Effect.NONE);
    }

    private <T> CompletionStage<T> later(Supplier<CompletionStage<T>> call) {
        CompletableFuture<Void> begins = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(random.nextInt(20)), () -> begins.complete(null));
        return begins.thenCompose(now -> call.get());
    }

    private static <T> CompletionStage<T> failed(Effect effect) {
        return CompletableFuture.failedFuture(new StorageException(effect, "a fault on purpose", null));
    }

    @Override
    public void announce(Announcement news) {
        if (!dead) {
            super.announce(news);
        }
    }
}
