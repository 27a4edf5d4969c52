// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Packets are lost without a word. The clock is that of the machine, because sockets know no other. */
@DisplayName("a server that falls silent")
class SilentServerTest {

    private static final String COUNT = "count";
    /** A beat gives a silent connection up after a third of it; what is left is for a machine that has much else to do. */
    private static final Duration LEASE = Duration.ofSeconds(12);

    private static final Duration LONGER_THAN_THE_LEASE = LEASE.plusSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Relay relay = new Relay(TestDatabase.postgres().getPort());
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        relay.close();
        TestDatabase.POSTGRESQL.clear();
    }

    private JdbcInstanceStore open(Duration patience) {
        return JdbcInstanceStore.open(
                JdbcStoreOptions.of("jdbc:postgresql://127.0.0.1:" + relay.port() + "/postgres", "postgres", "")
                        .allowingNotDurable()
                        .withPatience(patience)
                        .withStore(StoreOptions.defaults().withLease(LEASE)));
    }

    private static InstanceChanges<InstanceValue> count(int number) {
        return InstanceChanges.data(Map.of(COUNT, number));
    }

    private InstanceSnapshot load(JdbcInstanceStore store) {
        return store.commands()
                .withTimeout(PATIENCE)
                .execute(id, LoadInstance.of(LoadMode.authoritative()))
                .snapshotOrThrow();
    }

    @Test
    @DisplayName("on the open connections costs no save, no hold and no lease")
    void onOpenConnections() {
        try (JdbcInstanceStore store = open(Duration.ofSeconds(10))) {
            OwnerId owner =
                    store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
            InstanceHandle handle = store.createHandle(owner, id);
            store.execute(handle, CreateInstance.of(count(0), AfterSave.KEEP), PATIENCE)
                    .receiptOrThrow();

            relay.silenceOpenConnections();

            int saved = 0;
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < LONGER_THAN_THE_LEASE.toNanos()) {
                store.execute(handle, SaveInstance.of(count(++saved), AfterSave.KEEP), PATIENCE)
                        .receiptOrThrow();
            }
            assertThat(load(store).data().get(COUNT, Integer.class)).isEqualTo(saved);
        }
    }

    @Test
    @DisplayName(
            "on all connections makes a save unavailable or unknown; the store recovers by itself, and no answer was wrong")
    void onAllConnections() {
        try (JdbcInstanceStore store = open(Duration.ofSeconds(1))) {
            store.commands()
                    .execute(id, CreateInstance.of(count(0), AfterSave.RELEASE))
                    .receiptOrThrow();
            relay.silence();

            Set<Integer> possible = new HashSet<>(Set.of(0));
            for (int attempt = 1; attempt <= 2; attempt++) {
                try {
                    store.commands()
                            .withTimeout(PATIENCE)
                            .execute(id, SaveInstance.of(count(attempt), AfterSave.RELEASE))
                            .receiptOrThrow();
                    throw new AssertionError("saved by a server that says nothing");
                } catch (InstanceStoreException failure) {
                    if (failure.effect() == Effect.UNKNOWN) {
                        possible.add(attempt);
                    }
                }
            }
            relay.resume();

            assertThat(firstLoad(store).data().get(COUNT, Integer.class)).isIn(possible);
            store.commands()
                    .execute(id, SaveInstance.of(count(9), AfterSave.RELEASE))
                    .receiptOrThrow();
            assertThat(load(store).data().get(COUNT, Integer.class)).isEqualTo(9);
        }
    }

    /** Connections that were made while the server was silent have to be given up first. */
    private InstanceSnapshot firstLoad(JdbcInstanceStore store) {
        long begun = System.nanoTime();
        while (true) {
            try {
                return load(store);
            } catch (InstanceStoreException stillSilent) {
                if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                    throw stillSilent;
                }
            }
        }
    }
}
