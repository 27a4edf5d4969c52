// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** The end of a store is no trouble, also if it ends what was under way: a warning with a stack trace at each stop hides real ones. */
class StoreCloseLogTest {

    private final CapturedLog log = CapturedLog.open();
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Queue<CompletableFuture<?>> underWay = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeTheLog() {
        log.close();
    }

    /** Its looks at the owners and its sweeps are answered when they are let go. */
    private final class Unanswered extends ForwardingEngine {

        Unanswered(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<List<Integer>> partsToSweep(Duration period) {
            return held();
        }

        @Override
        public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
            return held();
        }

        private <T> CompletionStage<T> held() {
            CompletableFuture<T> answer = new CompletableFuture<>();
            underWay.add(answer);
            return answer;
        }
    }

    private InstanceStore storeWithTasksUnderWay() {
        InstanceStore store =
                MemoryInstanceStore.open(StoreOptions.defaults().withTime(time).withDecorator(Unanswered::new));
        time.advance(StoreOptions.defaults().sweepPeriod().plusSeconds(1));
        assertThat(underWay).as("a sweep, and a look at the owners").hasSize(2);
        return store;
    }

    private void failWhatIsUnderWay() {
        underWay.forEach(
                each -> each.completeExceptionally(new StorageException(Effect.NONE, "the member has left", null)));
    }

    @Test
    void whatTheCloseHasEndedIsNoWarning() {
        storeWithTasksUnderWay().close();

        failWhatIsUnderWay();

        assertThat(log.lines(Level.WARN, "")).isEmpty();
    }

    @Test
    void whatFailsBeforeIsOne() {
        try (InstanceStore store = storeWithTasksUnderWay()) {
            failWhatIsUnderWay();

            assertThat(log.lines(Level.WARN, "will try again later")).hasSize(2);
            assertThat(store.facts().owners()).isZero();
        }
    }
}
