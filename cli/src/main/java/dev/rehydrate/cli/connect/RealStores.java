// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Opens stores on farms and on databases. */
public final class RealStores implements StoreOpener {

    /** A person waits at the terminal. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A command looks at most instances once, and its process may be one beside others in a small container. */
    private static final long CACHE_BYTES = 4 << 20;

    private static final Pattern H2_FILE = Pattern.compile("jdbc:h2:(?!mem:|tcp:|ssl:|zip:)");

    /** What the JDK says of a URL that no driver takes; a server that does not answer has the same SQLSTATE. */
    private static final String NO_DRIVER = "No suitable driver";

    /** What H2 says of a file that must exist and does not. */
    private static final int NO_H2_FILE = 90146;

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
        JdbcStoreOptions jdbc = JdbcStoreOptions.of(url(database), database.user(), database.password())
                .withSchema(database.schema())
                .withMigration(
                        database.createTables()
                                ? JdbcStoreOptions.Migration.APPLY
                                : JdbcStoreOptions.Migration.VALIDATE)
                .withPatience(PATIENCE)
                .allowingNotDurable()
                .withStore(options);
        jdbc = jdbc.withLanes(jdbc.lanes(), CACHE_BYTES);
        try {
            return JdbcInstanceStore.open(jdbc);
        } catch (IllegalStateException failure) {
            if (isCausedBy(failure, refused -> NO_DRIVER.equals(refused.getMessage()))) {
                throw new IllegalArgumentException(
                        "there is no driver for '" + database.url()
                                + "': the URL of PostgreSQL is jdbc:postgresql://host/name, that of an H2 file jdbc:h2:file:/path",
                        failure);
            }
            throw isCausedBy(failure, refused -> refused.getErrorCode() == NO_H2_FILE)
                    ? new IllegalStateException(
                            "there is no H2 file at this path, and none was made; --create-tables makes one", failure)
                    : failure;
        }
    }

    /** H2 makes a file that is not there, so that a mistake in a path would look like an empty store. */
    private static String url(Target.Database database) {
        String url = database.url();
        boolean asked = database.createTables() || url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
        return !asked && H2_FILE.matcher(url).lookingAt() ? url + ";IFEXISTS=TRUE" : url;
    }

    private static boolean isCausedBy(Throwable failure, Predicate<SQLException> reason) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused && reason.test(refused)) {
                return true;
            }
        }
        return false;
    }
}
