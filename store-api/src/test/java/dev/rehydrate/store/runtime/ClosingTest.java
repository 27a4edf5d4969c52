// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.store.StoreDependent;
import dev.rehydrate.store.waiting.Callbacks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class ClosingTest {

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private final Closing closing = new Closing(() -> happened.add("store closed"), Duration.ofSeconds(10));

    /** A dependent whose end the test decides on. */
    private final class Dependent implements StoreDependent {

        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final CountDownLatch asked = new CountDownLatch(1);
        private volatile @Nullable Thread worker;

        @Override
        public CompletionStage<?> end() {
            happened.add("asked to end");
            asked.countDown();
            return ended;
        }

        @Override
        public boolean isWorkingOnThisThread() {
            return Thread.currentThread() == worker;
        }
    }

    @Test
    @DisplayName("every dependent is asked to end at once, and the store closes after the last of them")
    void dependentsFirst() throws InterruptedException {
        Dependent one = new Dependent();
        Dependent two = new Dependent();
        closing.register(one);
        closing.register(two);
        Thread closer = closing();

        assertThat(two.asked.await(10, TimeUnit.SECONDS)).isTrue();
        one.ended.complete(null);
        assertThat(happened).containsExactly("asked to end", "asked to end");
        two.ended.complete(null);
        closer.join();

        assertThat(happened).containsExactly("asked to end", "asked to end", "store closed");
    }

    @Test
    void secondCallerWaitsForTheFirst() throws InterruptedException {
        Dependent one = new Dependent();
        closing.register(one);
        Thread first = closing();
        assertThat(one.asked.await(10, TimeUnit.SECONDS)).isTrue();
        Thread second = closing();
        awaitWaiting(second);

        assertThat(happened).doesNotContain("store closed");
        one.ended.complete(null);
        second.join();

        assertThat(happened).containsExactly("asked to end", "store closed");
        first.join();
    }

    @Test
    void threadThatTheEndWaitsForClosesInTheBackground() {
        Dependent one = new Dependent();
        one.worker = Thread.currentThread();
        closing.register(one);

        closing.close();
        closing.close();
        assertThat(happened).doesNotContain("store closed");
        one.ended.complete(null);
        one.worker = null;
        closing.close();

        assertThat(happened).containsExactly("asked to end", "store closed");
    }

    @Test
    void callbackClosesInTheBackground() {
        Dependent one = new Dependent();
        closing.register(one);

        Callbacks.during(closing::close);
        assertThat(happened).doesNotContain("store closed");
        one.ended.complete(null);
        closing.close();

        assertThat(happened).containsExactly("asked to end", "store closed");
    }

    @Test
    void closeThatIsAskedForWhileTheStoreClosesReturns() {
        Closing[] own = new Closing[1];
        own[0] = new Closing(() -> own[0].close());

        own[0].close();
    }

    @Test
    void dependentThatDoesNotEndIsLeftBehind() {
        Closing impatient = new Closing(() -> happened.add("store closed"), Duration.ofMillis(20));
        impatient.register(new Dependent());

        impatient.close();

        assertThat(happened).containsExactly("asked to end", "store closed");
    }

    @Test
    void dependentThatFailsHarmsNobody() {
        Dependent one = new Dependent();
        one.ended.completeExceptionally(new IllegalArgumentException("broken"));
        closing.register(one);

        closing.close();

        assertThat(happened).containsExactly("asked to end", "store closed");
    }

    @Test
    void dependentThatHasEndedByItselfIsNotAsked() {
        StoreDependent.Registration registration = closing.register(new Dependent());
        registration.remove();
        registration.remove();

        closing.close();

        assertThat(happened).containsExactly("store closed");
    }

    @Test
    void closedStoreTakesNoDependents() {
        closing.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> closing.register(new Dependent()))
                .withMessage("the store is closed");
    }

    @Test
    void interruptionDoesNotCutTheEndShort() throws InterruptedException {
        Dependent one = new Dependent();
        closing.register(one);
        Thread closer = closing();
        assertThat(one.asked.await(10, TimeUnit.SECONDS)).isTrue();
        closer.interrupt();
        awaitWaiting(closer);

        assertThat(happened).doesNotContain("store closed");
        one.ended.complete(null);
        closer.join();

        assertThat(happened).containsExactly("asked to end", "store closed");
    }

    private Thread closing() {
        Thread closer = new Thread(closing::close, "closer");
        closer.start();
        return closer;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}
