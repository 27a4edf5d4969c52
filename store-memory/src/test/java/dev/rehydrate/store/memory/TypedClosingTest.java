// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.typed.InstanceAccessException;
import dev.rehydrate.typed.Instances;
import dev.rehydrate.typed.LockedInstance;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a call says whose store is closed, while its outcome is not known or before. */
final class TypedClosingTest {

    private final MemoryData data = new MemoryData();
    private final AtomicInteger untilLost = new AtomicInteger();
    private final InstanceStore store =
            MemoryInstanceStore.open(data, StoreOptions.defaults().withDecorator(LosesAnAnswer::new));
    private final InstanceStore other = MemoryInstanceStore.open(data, StoreOptions.defaults());
    private final Instances<Integer> numbers = store.instances("Number", Integer.class);
    private final Instances<Integer> elsewhere = other.instances("Number", Integer.class);
    private final InstanceKey key = InstanceKey.of("test", "a number");

    /** Carries a call out, and loses its answer because the store is closed. */
    private final class LosesAnAnswer extends ForwardingEngine {
        private LosesAnAnswer(StorageEngine engine) {
            super(engine);
        }

        @Override
        protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
            CompletionStage<T> done = call.get();
            return untilLost.getAndDecrement() != 1
                    ? done
                    : done.thenCompose(answer -> {
                        store.close();
                        return CompletableFuture.failedFuture(new StorageException(Effect.UNKNOWN, "lost", null));
                    });
        }
    }

    @BeforeEach
    void registerAnOwner() {
        numbers.read(key);
    }

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    private void assertInDoubt(int lost, Runnable call) {
        untilLost.set(lost);
        assertThatExceptionOfType(InstanceAccessException.OutcomeUnknown.class)
                .isThrownBy(call::run)
                .withMessageContaining("the store was closed")
                .withMessageContaining("read the instance before")
                .matches(failure -> failure.effect() == Effect.UNKNOWN)
                .matches(failure -> failure.key().equals(key));
    }

    @Test
    void aCreationMayHaveTakenEffect() {
        assertInDoubt(1, () -> numbers.create(key, 1));

        assertThat(elsewhere.read(key)).contains(1);
    }

    @Test
    void aChangeMayHaveTakenEffect() {
        elsewhere.create(key, 1);

        assertInDoubt(2, () -> numbers.update(key, number -> number + 1));

        assertThat(elsewhere.read(key)).contains(2);
    }

    @Test
    void anEndMayHaveTakenEffect() {
        elsewhere.create(key, 1);

        assertInDoubt(2, () -> numbers.complete(key));

        assertThat(elsewhere.read(key)).isEmpty();
    }

    @Test
    void aSaveUnderALockMayHaveTakenEffect() {
        elsewhere.create(key, 1);
        LockedInstance<Integer> locked = numbers.lock(key);

        assertInDoubt(1, () -> locked.save(2));

        assertThat(elsewhere.read(key)).isEqualTo(Optional.of(2));
    }

    @Test
    void aLockOfAStoreThatIsClosedSaysThatAndNotThatItCanBeLockedAgain() {
        elsewhere.create(key, 1);
        LockedInstance<Integer> locked = numbers.lock(key);
        store.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> locked.save(2))
                .withMessageContaining("the store is closed, nothing was changed");
        assertThatIllegalStateException()
                .isThrownBy(locked::complete)
                .withMessageContaining("the store is closed, nothing was changed");

        assertThat(elsewhere.read(key)).contains(1);
    }
}
