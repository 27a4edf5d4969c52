// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a store does without being asked goes on after whatever went wrong once. */
class MaintenanceTasksTest {

    private static final Duration LEASE = StoreOptions.defaults().lease();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    private static final class OutOfStackOnce extends ForwardingEngine {

        private final AtomicInteger beats = new AtomicInteger();

        OutOfStackOnce(StorageEngine engine) {
            super(engine);
        }

        @Override
        public boolean beatsAndWatches() {
            return false;
        }

        @Override
        public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
            if (beats.getAndIncrement() == 0) {
                throw new StackOverflowError("for a moment");
            }
            return super.beat(owner, beat);
        }
    }

    @Test
    void anOwnerBeatsOnAfterOneBeatThatRanOutOfStack() {
        try (ListenedNode node =
                new ListenedNode(new MemoryData(), time, options -> options.withDecorator(OutOfStackOnce::new))) {
            time.advance(LEASE.multipliedBy(4));

            assertThat(node.ownHandle().isValid()).isTrue();
        }
    }
}
