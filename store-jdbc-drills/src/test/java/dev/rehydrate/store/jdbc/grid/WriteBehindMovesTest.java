// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.MembershipAdapter;
import com.hazelcast.cluster.MembershipEvent;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A farm with write-behind whose partitions move to another member while the database answers the one before slowly. */
final class WriteBehindMovesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration NEVER = Duration.ofHours(1);
    /** More than a member takes out at once: what it takes later has moved. */
    private static final int MANY = 6_000;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final GatedDatabase slow = new GatedDatabase(Integer.MAX_VALUE);

    @AfterEach
    void close() {
        slow.open();
        database.close();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static InstanceId create(InstanceStore store, OwnerId owner) {
        InstanceId id = InstanceId.random();
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("text", "kept")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), create, TIMEOUT).receiptOrThrow();
        return id;
    }

    private static <T> T answered(CompletableFuture<T> answer) throws Exception {
        return answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static CompletableFuture<Void> inBackground(Runnable task) {
        return CompletableFuture.runAsync(task, run -> new Thread(run, "in-background").start());
    }

    /** The member that joins has nothing to write when it is asked; the other one is still busy with what it has taken before. */
    @Test
    void whatMovesWhileTheFarmIsFlushedIsInTheDatabaseAfterIt() throws Exception {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore first = answered(farm.startBeside(slow.before(database)));
            OwnerId owner = owner(first);
            for (int i = 0; i < MANY; i++) {
                create(first, owner);
            }
            slow.shut();
            CompletableFuture<Void> before = inBackground(() -> first.flush(SHORT));
            slow.awaitQuery();
            CompletableFuture<Void> flushed = new CompletableFuture<>();
            farm.running().get(0).getCluster().addMembershipListener(new MembershipAdapter() {
                @Override
                public void memberAdded(MembershipEvent event) {
                    var unused = inBackground(() -> first.flush(TIMEOUT)).whenComplete((done, failure) -> {
                        if (failure == null) {
                            flushed.complete(null);
                        } else {
                            flushed.completeExceptionally(failure);
                        }
                    });
                }
            });
            answered(farm.startBeside(database));
            farm.awaitShares();

            slow.open();
            answered(flushed);

            assertThat(before).isCompletedExceptionally();
            assertThat(farm.rows()).hasSize(MANY).isEqualTo(farm.slots());
        }
    }
}
