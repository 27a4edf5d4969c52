// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.JdbcStoreOptions.Migration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a store in a database. A class of its own, because store-jdbc may not be on the class path. */
final class JdbcStart {

    private JdbcStoreOptions options;

    private JdbcStart(JdbcStoreOptions options) {
        this.options = options;
    }

    static InstanceStore open(RehydrateSettings settings, @Nullable DataSource source, StoreOptions store) {
        return JdbcInstanceStore.open(options(settings, source).withStore(store));
    }

    static JdbcStoreOptions options(RehydrateSettings settings, @Nullable DataSource source) {
        JdbcStart start = new JdbcStart(database(settings, source));
        start.apply(settings);
        return start.options;
    }

    private static JdbcStoreOptions database(RehydrateSettings settings, @Nullable DataSource source) {
        if (settings.sets(StarterSettings.JDBC_URL)) {
            return JdbcStoreOptions.of(
                    url(settings),
                    settings.get(StarterSettings.JDBC_USER),
                    settings.get(StarterSettings.JDBC_PASSWORD));
        }
        if (source == null) {
            throw new StartRefusedException(
                    "There is no database for the store: neither rehydrate.jdbc.url nor one DataSource bean.",
                    "Set rehydrate.jdbc.url, or spring.datasource.url with spring-boot-starter-jdbc; of several DataSource"
                            + " beans, one has to be @Primary.");
        }
        return JdbcStoreOptions.of(source);
    }

    /** Another one is not shown, because such addresses of databases have the password in them. */
    private static String url(RehydrateSettings settings) {
        String url = settings.get(StarterSettings.JDBC_URL);
        if (!url.startsWith("jdbc:")) {
            throw new StartRefusedException(
                    settings.where(StarterSettings.JDBC_URL.name()) + ": jdbc.url is a JDBC URL, and "
                            + (url.isEmpty() ? "this is empty." : "this one does not begin with jdbc:."),
                    "Give a URL such as jdbc:postgresql://db/app or jdbc:h2:file:/path, or take the setting away to use the"
                            + " DataSource of the application.");
        }
        return url;
    }

    private void apply(RehydrateSettings settings) {
        settings.ifSet(StarterSettings.JDBC_SCHEMA, name -> options = options.withSchema(name));
        settings.ifSet(
                StarterSettings.JDBC_MIGRATION,
                tables -> options = options.withMigration(Migration.valueOf(tables.name())));
        settings.ifSet(StarterSettings.JDBC_LANES, lanes -> options = options.withLanes(lanes, options.cacheBytes()));
        settings.ifSet(StarterSettings.JDBC_CACHE, bytes -> options = options.withLanes(options.lanes(), bytes));
        settings.ifSet(StarterSettings.JDBC_NEAR_COPY_AGE, age -> options = options.withNearCopies(age));
        settings.ifSet(StarterSettings.JDBC_PATIENCE, time -> options = options.withPatience(time));
        settings.ifSet(StarterSettings.JDBC_NOT_DURABLE, yes -> options = yes ? options.allowingNotDurable() : options);
    }
}
