// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastCache;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.WriteBehind;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** The examples of jdbc.md, compiled only: {@code store-jdbc} runs the same against its databases. */
final class DatabaseExample {

    private DatabaseExample() {}

    static List<JdbcInstanceStore> open(String password, DataSource dataSource) {
        JdbcInstanceStore one = JdbcInstanceStore.open(JdbcStoreOptions.file(Path.of("data/store")));
        JdbcInstanceStore many =
                JdbcInstanceStore.open(JdbcStoreOptions.of("jdbc:postgresql://db/app", "app", password));
        JdbcInstanceStore shared = JdbcInstanceStore.open(JdbcStoreOptions.of(dataSource));
        return List.of(one, many, shared);
    }

    static JdbcInstanceStore behindGrid(JdbcStoreOptions settings) {
        HazelcastCache cache = HazelcastCache.start(HazelcastStoreOptions.load().build());
        JdbcInstanceStore store = JdbcInstanceStore.open(settings, cache, Duration.ofSeconds(10));
        return store;
    }

    static HazelcastInstanceStore writtenBehind(JdbcStoreOptions database) {
        HazelcastStoreOptions settings =
                HazelcastStoreOptions.load().durability(Durability.WRITE_BEHIND).build();
        HazelcastInstanceStore member = WriteBehind.start(settings, database, Duration.ofSeconds(1));
        member.flush(Duration.ofSeconds(30));
        return member;
    }

    static void own(
            JdbcInstanceStore store,
            InstanceHandle handle,
            InstanceChanges<InstanceValue> changes,
            Duration timeout,
            String invoice) {
        store.execute(handle, SaveInstance.of(changes, AfterSave.KEEP), timeout, connection -> {
            try (var insert = connection.prepareStatement("insert into invoice (id) values (?)")) {
                insert.setString(1, invoice);
                insert.executeUpdate();
            }
        });
    }
}
