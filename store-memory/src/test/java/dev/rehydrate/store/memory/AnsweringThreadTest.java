// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which thread goes on with a command, if the engine answers in a thread of its own. */
final class AnsweringThreadTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ENGINE = "engine";

    private final List<String> answeredIn = new CopyOnWriteArrayList<>();
    private final InstanceStore store = MemoryInstanceStore.open(
            new MemoryData(),
            StoreOptions.defaults().withDecorator(Elsewhere::new).withListener(new StoreListener() {
                @Override
                public void answered(Answered command) {
                    answeredIn.add(Thread.currentThread().getName());
                }
            }));
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
    private final InstanceId id = InstanceId.random();

    /** Answers in a thread of its own, when the thread that has asked waits. */
    private static final class Elsewhere extends ForwardingEngine {

        Elsewhere(StorageEngine engine) {
            super(engine);
        }

        @Override
        protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
            Thread asking = Thread.currentThread();
            Executor later = task -> new Thread(() -> answer(asking, task), ENGINE).start();
            return call.get().thenApplyAsync(answer -> answer, later);
        }

        private static void answer(Thread asking, Runnable task) {
            while (asking.getState() != Thread.State.WAITING && asking.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            task.run();
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private <R> R run(PersistenceCommand<R> command) {
        return store.execute(store.createHandle(owner, id), command, PATIENCE);
    }

    @Test
    @DisplayName("a caller that waits runs the steps of its command")
    void inTheThreadOfTheCaller() {
        answeredIn.clear();
        run(LoadInstance.of(LoadMode.holdOrCreate()));
        run(LoadInstance.of(LoadMode.free()));
        run(LoadInstance.of(LoadMode.authoritative()));

        String caller = Thread.currentThread().getName();
        assertThat(answeredIn).containsExactly(caller, caller, caller);
    }

    @Test
    void ofAnAsynchronousCommandInThatOfTheEngine() {
        answeredIn.clear();
        store.executeAsync(store.createHandle(owner, id), LoadInstance.of(LoadMode.holdOrCreate()), PATIENCE)
                .join();

        assertThat(answeredIn).containsExactly(ENGINE);
    }
}
