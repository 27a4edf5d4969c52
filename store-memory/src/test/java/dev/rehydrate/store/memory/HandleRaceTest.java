// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Handles that are made while the store closes. */
final class HandleRaceTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int ROUNDS = 50;

    @Test
    @DisplayName("a handle that is asked for while the store closes is refused as of a lost owner, or is freed")
    void handlesWhileTheStoreCloses() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            InstanceStore store = MemoryInstanceStore.open(new MemoryData(), StoreOptions.defaults());
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), SECOND);
            List<InstanceHandle> made = new ArrayList<>();
            List<Throwable> refusals = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(1);
            Thread maker = new Thread(() -> {
                while (refusals.isEmpty()) {
                    Throwable refusal = catchThrowable(() -> made.add(store.createHandle(owner)));
                    if (refusal != null) {
                        refusals.add(refusal);
                    }
                    begun.countDown();
                }
            });
            maker.start();
            begun.await();
            store.close();
            maker.join();

            assertThat(refusals).hasOnlyElementsOfType(OwnerLostException.class);
            assertThat(made).noneMatch(InstanceHandle::isValid);
        }
    }
}
