// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that is closed by an interrupted thread, as the workers of a pool are that is shut down. */
@Timeout(20)
class InterruptedCloseTest {

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<Void> expired = new CompletableFuture<>();

    /** Retires owners when the test says so, as one over a network does a little later. */
    private final class SlowRetirement extends ForwardingEngine {

        SlowRetirement(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<Void> retireOwner(OwnerId owner) {
            asked.countDown();
            return expired.thenCompose(now -> {
                happened.add("owner retired");
                return super.retireOwner(owner);
            });
        }

        @Override
        public void close() {
            happened.add("engine closed");
            super.close();
        }
    }

    @Test
    void retiresItsOwnersBeforeTheEngineIsClosed() throws InterruptedException {
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults().withDecorator(SlowRetirement::new));
        store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), Duration.ofSeconds(10));
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            Thread.currentThread().interrupt();
            store.close();
            stillInterrupted.complete(Thread.interrupted());
        });

        closer.start();
        asked.await();
        while (closer.isAlive() && closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        expired.complete(null);
        closer.join();

        assertThat(happened).containsExactly("owner retired", "engine closed");
        assertThat(stillInterrupted).isCompletedWithValue(true);
    }
}
