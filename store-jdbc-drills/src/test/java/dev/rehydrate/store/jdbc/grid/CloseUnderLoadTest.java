// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that are open while their store is closed: each one ends, and says truly whether it took effect. */
final class CloseUnderLoadTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int CALLERS = 8;
    private static final int SWING = 200;

    private final String name = "test-" + UUID.randomUUID();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    /**
     * A creation that has ended.
     *
     * @param instance what it was to create
     * @param answer what its caller was told
     * @param words the failure, or nothing
     */
    private record Call(InstanceId instance, Told answer, String words) {}

    /** What callers are told. */
    private enum Told {
        DONE,
        NOT_DONE,
        UNKNOWN,
        /** Not done, and the caller gives up. */
        CLOSED,
        /** What no caller should be told. */
        ODD
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T opened(T what) {
        opened.add(what);
        return what;
    }

    @Test
    void ofAStoreInAFile() throws Exception {
        HikariDataSource pool = opened(Pools.of(Pools.newFile(), ""));
        InstanceStore other = opened(JdbcInstanceStore.open(JdbcStoreOptions.of(pool)));

        closedUnderLoad(opened(JdbcInstanceStore.open(JdbcStoreOptions.of(pool))), () -> other);
    }

    @Test
    void ofAMember() throws Exception {
        HazelcastInstanceStore other =
                opened(HazelcastInstanceStore.startMember(settings().build()));

        closedUnderLoad(
                opened(HazelcastInstanceStore.startMember(
                        settings().members(other.members()).build())),
                () -> other);
    }

    @Test
    void ofAClient() throws Exception {
        HazelcastInstanceStore other =
                opened(HazelcastInstanceStore.startMember(settings().build()));

        closedUnderLoad(
                opened(HazelcastInstanceStore.start(
                        settings().mode(Mode.CLIENT).members(other.members()).build())),
                () -> other);
    }

    @Test
    void ofTheLastMemberThatWritesBehind() throws Exception {
        HikariDataSource pool = opened(Pools.of(Pools.newFile(), ""));
        BehindFarm farm = opened(new BehindFarm(pool, Duration.ofHours(1)));

        closedUnderLoad(
                farm.start(),
                () -> opened(new BehindFarm(pool, Duration.ofHours(1))).start());
    }

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder().clusterName(name).port(FreePorts.any());
    }

    private void closedUnderLoad(InstanceStore store, Supplier<InstanceStore> others) throws Exception {
        OwnerId owner = owner(store);
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        try {
            List<CompletableFuture<Void>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                boolean waits = i % 2 == 0;
                callers.add(CompletableFuture.runAsync(() -> work(store, owner, waits), threads));
            }
            Awaitility.await().atMost(TIMEOUT).until(() -> calls.size() > SWING);

            store.close();

            CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).get(SOON.toSeconds(), TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
        InstanceStore other = others.get();
        OwnerId looker = owner(other);
        List<String> untrue = calls.stream()
                .filter(call -> !isTrue(call, isThere(other, looker, call.instance())))
                .map(Call::toString)
                .toList();
        assertThat(untrue).isEmpty();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private void work(InstanceStore store, OwnerId owner, boolean waits) {
        Told answer;
        do {
            InstanceId instance = InstanceId.random();
            String words = "";
            try {
                create(store, owner, instance, waits);
                answer = Told.DONE;
            } catch (OutcomeUnknownException unknown) {
                answer = Told.UNKNOWN;
                words = unknown.toString();
            } catch (InstanceStoreException | IllegalStateException refused) {
                answer = notDone(refused);
                words = refused.toString();
            } catch (RuntimeException | Error odd) {
                answer = Told.ODD;
                words = odd.toString();
            }
            calls.add(new Call(instance, answer, words));
        } while (answer != Told.CLOSED && answer != Told.ODD);
    }

    /** That the store is closed ends the work of a caller: one that was told of a lease that is lost would create an owner and go on. */
    private static Told notDone(RuntimeException refused) {
        if (String.valueOf(refused.getMessage()).startsWith("the store is closed")) {
            return Told.CLOSED;
        }
        return refused instanceof InstanceStoreException ? Told.NOT_DONE : Told.ODD;
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId instance, boolean waits) {
        CreateInstance command = CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE);
        try (InstanceHandle handle = store.createHandle(owner, instance)) {
            if (waits) {
                store.execute(handle, command, TIMEOUT).receiptOrThrow();
            } else {
                store.executeAsync(handle, command, TIMEOUT).get().receiptOrThrow();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static boolean isThere(InstanceStore store, OwnerId owner, InstanceId instance) {
        try (InstanceHandle handle = store.createHandle(owner, instance)) {
            return store.execute(handle, LoadInstance.of(LoadMode.authoritative()), TIMEOUT)
                    .loaded()
                    .isPresent();
        }
    }

    private static boolean isTrue(Call call, boolean isThere) {
        return switch (call.answer()) {
            case DONE -> isThere;
            case NOT_DONE, CLOSED -> !isThere;
            case UNKNOWN -> true;
            case ODD -> false;
        };
    }
}
