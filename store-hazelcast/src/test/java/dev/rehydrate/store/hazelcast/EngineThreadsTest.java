// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.impl.operationexecutor.OperationHostileThread;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.slot.SlotCalls;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The engine brings answers in threads from which it refuses calls: those that receive responses, and the one that gives up
 * waiting for a backup. What follows an answer begins there, and is carried out all the same.
 */
final class EngineThreadsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestFarm farm = new TestFarm();
    private final HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
    private final InstanceStore store = HazelcastInstanceStore.open(member, StoreOptions.defaults());

    /** Calls from a thread of this type are refused. */
    private static final class ThreadOfTheEngine extends Thread implements OperationHostileThread {

        private ThreadOfTheEngine(Runnable task) {
            super(task);
        }
    }

    @AfterEach
    void close() {
        store.close();
        farm.close();
    }

    private static void inThreadOfTheEngine(Runnable task) throws InterruptedException {
        Thread thread = new ThreadOfTheEngine(task);
        thread.start();
        thread.join(PATIENCE.toMillis());
        assertThat(thread.isAlive()).isFalse();
    }

    private <R> R fromThreadOfTheEngine(InstanceHandle handle, PersistenceCommand<R> command) throws Exception {
        CompletableFuture<R> answer = new CompletableFuture<>();
        inThreadOfTheEngine(() -> {
            var unused = store.executeAsync(handle, command, PATIENCE).whenComplete((result, failure) -> {
                if (failure != null) {
                    answer.completeExceptionally(failure);
                } else {
                    answer.complete(result);
                }
            });
        });
        return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void commandsThatBeginThereAreCarriedOut() throws Exception {
        InstanceId id = InstanceId.random();
        OwnerId owner = fromThreadOfTheEngine(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()));
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("state", "x")), AfterSave.RELEASE);

        fromThreadOfTheEngine(store.createHandle(owner, id), create).receiptOrThrow();

        assertThat(fromThreadOfTheEngine(store.createHandle(owner, id), LoadInstance.of(LoadMode.hold()))
                        .loaded())
                .isPresent();
    }

    /** The threads of a store that is closed take nothing, so that what follows stays where it is. */
    @Test
    void whatCannotBeginElsewhereIsReportedAsNotDone() throws Exception {
        SlotCalls calls = SlotCalls.on(member, member.getMap(MapNames.SLOTS), Runnable::run);
        CompletableFuture<Throwable> reported = new CompletableFuture<>();

        inThreadOfTheEngine(() -> calls.send(
                UUID.randomUUID(),
                new DecideInSlot(new InspectSlot(Set.of())),
                (reply, failure) -> reported.complete(failure)));

        assertThat(reported.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE));
    }

    /** An error that a thread of the store throws reaches no caller by itself. */
    @Test
    void whatCannotBeSentForWantOfMemoryIsReported() throws Exception {
        OutOfMemoryError error = new OutOfMemoryError("no memory");
        FaultyHazelcast faulty = new FaultyHazelcast();
        HazelcastInstance hazelcast = faulty.around(member);
        SlotCalls calls = SlotCalls.on(hazelcast, hazelcast.getMap(MapNames.SLOTS), task -> new Thread(task).start());
        CompletableFuture<Throwable> reported = new CompletableFuture<>();
        faulty.failAtOnce(error);

        inThreadOfTheEngine(() -> calls.send(
                UUID.randomUUID(),
                new DecideInSlot(new InspectSlot(Set.of())),
                (reply, failure) -> reported.complete(failure)));

        assertThat(reported.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isSameAs(error);
    }
}
