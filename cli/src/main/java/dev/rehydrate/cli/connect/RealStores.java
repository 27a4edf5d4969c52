// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.time.Duration;

/** Opens stores on farms and on databases. */
public final class RealStores implements StoreOpener {

    /** A person waits at the terminal. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public InstanceStore open(Target target, StoreOptions options) {
        return target instanceof Target.Farm farm ? farm(farm, options) : database((Target.Database) target, options);
    }

    private static InstanceStore farm(Target.Farm farm, StoreOptions options) {
        return HazelcastInstanceStore.start(HazelcastStoreOptions.builder()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .members(farm.members())
                .clusterName(farm.clusterName())
                .durability(farm.durability())
                .store(options)
                .build());
    }

    /** Whether the database keeps what it commits is the promise of the application, so it is not asked for here. */
    private static InstanceStore database(Target.Database database, StoreOptions options) {
        return JdbcInstanceStore.open(JdbcStoreOptions.of(database.url(), database.user(), database.password())
                .withSchema(database.schema())
                .withMigration(
                        database.createTables()
                                ? JdbcStoreOptions.Migration.APPLY
                                : JdbcStoreOptions.Migration.VALIDATE)
                .withPatience(PATIENCE)
                .allowingNotDurable()
                .withStore(options));
    }
}
