// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A farm with write-behind that loses a member whose partitions have no copies. */
final class WriteBehindLossTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int SOME = 200;
    private static final String OTHER = "unavailable";

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");

    @AfterEach
    void close() {
        database.close();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id) {
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("text", "old")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), create, TIMEOUT).receiptOrThrow();
    }

    private static void save(InstanceStore store, OwnerId owner, InstanceId id) {
        SaveInstance save = SaveInstance.of(InstanceChanges.data(Map.of("text", "new")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), save, TIMEOUT).receiptOrThrow();
    }

    private static String textOf(InstanceStore store, OwnerId owner, InstanceId id) {
        try {
            return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()), TIMEOUT)
                    .snapshotOrThrow()
                    .data()
                    .get("text", String.class);
        } catch (StoreUnavailableException lost) {
            return OTHER;
        }
    }

    /** The engine fills a map again when it has lost the partition of its name. What is in the database is older than what was saved. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsLostIsNotReadAgain(boolean withTheNameOfTheMap) {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            farm.keepNoBackups();
            List<HazelcastInstanceStore> stores = List.of(farm.start(), farm.start());
            farm.awaitShares();
            OwnerId owner = owner(stores.get(0));
            List<InstanceId> ids =
                    Stream.generate(InstanceId::random).limit(SOME).toList();
            ids.forEach(id -> create(stores.get(0), owner, id));
            stores.get(0).flush(TIMEOUT);
            ids.forEach(id -> save(stores.get(0), owner, id));

            HazelcastInstance dies = farm.running().stream()
                    .filter(member -> hasTheName(member) == withTheNameOfTheMap)
                    .findFirst()
                    .orElseThrow();
            boolean second = dies.getCluster().getMembers().stream()
                            .toList()
                            .indexOf(dies.getCluster().getLocalMember())
                    == 1;
            dies.getLifecycleService().terminate();
            HazelcastInstanceStore left = stores.get(second ? 0 : 1);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> !left.lostPartitions().isEmpty());
            OwnerId next = owner(left);

            List<String> found = ids.stream().map(id -> textOf(left, next, id)).toList();
            assertThat(found).contains("new", OTHER).doesNotContain("old");
            InstancePage page = left.commands()
                    .execute(QueryInstances.of(InstanceQuery.builder().build()));
            assertThat(page.gap()).contains("lost their data");
            assertThat(page.total())
                    .isEqualTo(found.stream().filter("new"::equals).count());
        }
    }

    /** All members are stopped and started again to get it back: the member that had noted its last change must not take that for a removal. */
    @Test
    void whatIsLostStaysInTheDatabase() {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            farm.keepNoBackups();
            HazelcastInstanceStore left = farm.start();
            OwnerId owner = owner(left);
            List<InstanceId> ids =
                    Stream.generate(InstanceId::random).limit(SOME).toList();
            ids.forEach(id -> create(left, owner, id));
            left.flush(TIMEOUT);
            ids.forEach(id -> save(left, owner, id));
            HazelcastInstance stays = farm.eldest();
            farm.start();
            farm.awaitShares();

            farm.running().stream()
                    .filter(member -> member != stays)
                    .forEach(member -> member.getLifecycleService().terminate());
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> !left.lostPartitions().isEmpty());
            left.flush(TIMEOUT);

            assertThat(farm.rows().keySet())
                    .containsAll(ids.stream().map(SlotAddress::of).toList());
        }
    }

    private static boolean hasTheName(HazelcastInstance member) {
        Member owner = member.getPartitionService().getPartition(MapNames.SLOTS).getOwner();
        return member.getCluster().getLocalMember().equals(owner);
    }
}
