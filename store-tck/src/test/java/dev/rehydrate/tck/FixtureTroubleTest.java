// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A case that fails because time runs ahead of the threads of an engine says which fixture to use. */
class FixtureTroubleTest {

    private static final String ADVICE = "extend SteppingFixture";

    @Test
    void anEngineWithThreadsUnderAPlainFixtureIsNamedAsTheCause() {
        assertThat(failures(OnPlainFixture.class))
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining(ADVICE)
                        .hasRootCauseInstanceOf(StorageException.class));
    }

    @Test
    void aFailureUnderASteppingFixtureIsLeftAsItIs() {
        assertThat(failures(OnSteppingFixture.class))
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessageNotContaining(ADVICE));
    }

    private static List<Throwable> failures(Class<?> store) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectNestedClass(List.of(store), InstanceStoreConformance.Deltas.class))
                .execute()
                .testEvents()
                .failed()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow())
                .toList();
    }

    static final class OnPlainFixture extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new StoreFixture() {
                private final ManualTime time = ManualTime.startingAt(Instant.EPOCH);

                @Override
                public InstanceStore open(StoreOptions options) {
                    return late(options);
                }

                @Override
                public ManualTime time() {
                    return time;
                }

                @Override
                public void close() {}
            };
        }
    }

    static final class OnSteppingFixture extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new SteppingFixture(Instant.EPOCH) {
                @Override
                protected InstanceStore openStore(StoreOptions options) {
                    return late(options);
                }

                @Override
                public void close() {}
            };
        }
    }

    private static InstanceStore late(StoreOptions options) {
        return new InstanceStore(new LateFailures(new HeapEngine(new HeapEngine.Data(), options.time())), options) {};
    }

    /** Fails every operation in another thread, after the caller has looked whether it is done and waits for it. */
    private static final class LateFailures extends ForwardingEngine {

        LateFailures(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            CompletableFuture<Reply<A>> answer = new CompletableFuture<>();
            failOnceAwaited(answer);
            return answer;
        }

        private static void failOnceAwaited(CompletableFuture<?> answer) {
            CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(() -> {
                if (answer.getNumberOfDependents() == 0) {
                    failOnceAwaited(answer);
                } else {
                    answer.completeExceptionally(new StorageException(Effect.NONE, "a failure on purpose", null));
                }
            });
        }
    }
}
