// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.store.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a store in a database. Immutable.
 *
 * @param url the JDBC URL of the database, or null if a data source is given
 * @param credentials {@code user}, {@code password} and further properties of the driver
 * @param dataSource the connections of the application, or null for a pool of the store's own
 * @param schema the schema in the database in which the tables are: at most 41 lower-case letters, digits and underscores, the first
 *     no digit
 * @param migration what to do about the tables at start
 * @param lanes how many groups are committed at the same time, each on a connection of its own; from 1 to 64
 * @param cacheBytes how many bytes of slots are kept in memory so that saves need not read first; 0 for none
 * @param nearCopyAge for how long a slot in that memory answers free loads, and so how old such an answer may be, 3650 days at most;
 *     zero for not at all
 * @param patience for how long a command is tried again while the database does not answer; shorter than the timeouts of
 *     commands
 * @param allowNotDurable whether a database is accepted that can lose what it has acknowledged
 * @param store the settings that every provider has
 */
public record JdbcStoreOptions(
        @Nullable String url,
        Properties credentials,
        @Nullable DataSource dataSource,
        String schema,
        Migration migration,
        int lanes,
        long cacheBytes,
        Duration nearCopyAge,
        Duration patience,
        boolean allowNotDurable,
        StoreOptions store) {

    private static final int CORES_OF_LANE = 4;
    private static final long CACHE_BYTES = 64L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** A password behind its name, or before the host, where no driver reads it, but people write it. */
    private static final Pattern SECRET = Pattern.compile("(?i)(password=)[^&;]*|(?<=//)([^/?;:@]*:)[^?;]*(?=@)");

    private static final Duration LONGEST_AGE = Duration.ofDays(3650);

    private static final int MOST_LANES = 64;
    private static final String ENDING = ".mv.db";
    /** H2 adds the ending itself: it would make a second file, and what is in the first one would not be found. */
    private static final Pattern WITH_ENDING = Pattern.compile("(?i)jdbc:h2:[^;]*\\.mv\\.db(;.*)?");

    /** What to do about the tables at start. */
    public enum Migration {
        /** Create what is missing, and bring an older version up to date. */
        APPLY,
        /** Change nothing; do not start unless the tables have the version of this store. */
        VALIDATE
    }

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a number is out of range, the name of the schema is not as said, there is not exactly one
     *     of URL and data source, or the URL names an H2 file with the ending {@code .mv.db}
     */
    public JdbcStoreOptions {
        credentials = copy(Objects.requireNonNull(credentials, "credentials"));
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(migration, "migration");
        Objects.requireNonNull(nearCopyAge, "nearCopyAge");
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(store, "store");
        requireOneDatabase(url, dataSource);
        if (!schema.matches("[a-z_][a-z0-9_]{0,40}")) {
            throw new IllegalArgumentException(
                    "the name of a schema is 1 to 41 lower-case letters, digits and underscores, the first no digit, not '"
                            + schema + "'");
        }
        if (lanes < 1 || lanes > MOST_LANES) {
            throw new IllegalArgumentException("lanes is from 1 to " + MOST_LANES + ", not " + lanes);
        }
        if (cacheBytes < 0 || patience.isNegative()) {
            throw new IllegalArgumentException(
                    "cacheBytes and patience are at least 0, not " + cacheBytes + ", " + patience);
        }
        if (nearCopyAge.isNegative() || nearCopyAge.compareTo(LONGEST_AGE) > 0) {
            throw new IllegalArgumentException("nearCopyAge is from 0 to 3650 days, not " + nearCopyAge);
        }
    }

    /** An application may go on to change its own, as for another database with another password. */
    private static Properties copy(Properties credentials) {
        return (Properties) credentials.clone();
    }

    /** {@return a copy of {@code user}, {@code password} and further properties of the driver} */
    @Override
    public Properties credentials() {
        return copy(credentials);
    }

    private static void requireOneDatabase(@Nullable String url, @Nullable DataSource dataSource) {
        if ((url == null) == (dataSource == null)) {
            throw new IllegalArgumentException("either a URL or a data source");
        }
        if (url != null && WITH_ENDING.matcher(url).matches()) {
            throw new IllegalArgumentException("an H2 file is named without " + ENDING
                    + ", which H2 adds itself; otherwise a second, empty file would be made");
        }
    }

    private static JdbcStoreOptions with(@Nullable String url, Properties credentials, @Nullable DataSource source) {
        int cores = Runtime.getRuntime().availableProcessors();
        int lanes = Math.max(1, Math.min(MOST_LANES, cores / CORES_OF_LANE));
        return new JdbcStoreOptions(
                url,
                credentials,
                source,
                "rehydrate",
                Migration.APPLY,
                lanes,
                CACHE_BYTES,
                Duration.ZERO,
                PATIENCE,
                false,
                StoreOptions.defaults());
    }

    /**
     * A database by its URL, over a pool of connections of the store's own.
     *
     * @param url a JDBC URL of PostgreSQL or H2
     * @param user the user
     * @param password the password; may be empty
     * @return all other settings by default
     * @throws IllegalArgumentException if the URL names an H2 file with the ending {@code .mv.db}
     */
    public static JdbcStoreOptions of(String url, String user, String password) {
        Properties credentials = new Properties();
        credentials.setProperty("user", Objects.requireNonNull(user, "user"));
        credentials.setProperty("password", Objects.requireNonNull(password, "password"));
        return with(Objects.requireNonNull(url, "url"), credentials, null);
    }

    /**
     * A database by connections of the application. The store keeps {@code 2 * lanes} of them, one more on PostgreSQL, uses up to three
     * more for a moment at a time, and gives all back when it is closed. It is not opened if it cannot have one more than it keeps.
     *
     * @param dataSource the connections; of PostgreSQL or H2
     * @return all other settings by default
     */
    public static JdbcStoreOptions of(DataSource dataSource) {
        return with(null, new Properties(), Objects.requireNonNull(dataSource, "dataSource"));
    }

    /**
     * An H2 file, which this process opens and no other. It needs no server.
     *
     * @param file where the file is or shall be, without the ending {@code .mv.db}
     * @return all other settings by default
     * @throws IllegalArgumentException if the path has that ending, or a semicolon, behind which H2 reads settings
     */
    public static JdbcStoreOptions file(Path file) {
        Objects.requireNonNull(file, "file");
        if (file.toAbsolutePath().toString().contains(";")) {
            throw new IllegalArgumentException(
                    "the path of an H2 file has no semicolon, behind which H2 reads settings: "
                            + file.toAbsolutePath());
        }
        return of("jdbc:h2:file:" + file.toAbsolutePath(), "rehydrate", "");
    }

    /**
     * The same settings with others that every provider has.
     *
     * @param newStore those settings
     * @return a copy
     */
    public JdbcStoreOptions withStore(StoreOptions newStore) {
        return new JdbcStoreOptions(
                url,
                credentials,
                dataSource,
                schema,
                migration,
                lanes,
                cacheBytes,
                nearCopyAge,
                patience,
                allowNotDurable,
                newStore);
    }

    /**
     * The same settings with the tables in another schema.
     *
     * @param name the name of the schema
     * @return a copy
     * @throws IllegalArgumentException if it has other characters than lower-case letters, digits and underscores, begins with a
     *     digit, or has more than 41 characters
     */
    public JdbcStoreOptions withSchema(String name) {
        return new JdbcStoreOptions(
                url,
                credentials,
                dataSource,
                name,
                migration,
                lanes,
                cacheBytes,
                nearCopyAge,
                patience,
                allowNotDurable,
                store);
    }

    /**
     * The same settings with something else to do about the tables.
     *
     * @param atStart what to do
     * @return a copy
     */
    public JdbcStoreOptions withMigration(Migration atStart) {
        return new JdbcStoreOptions(
                url,
                credentials,
                dataSource,
                schema,
                atStart,
                lanes,
                cacheBytes,
                nearCopyAge,
                patience,
                allowNotDurable,
                store);
    }

    /**
     * The same settings with other lanes and another cache.
     *
     * @param newLanes how many groups are committed at the same time, from 1 to 64
     * @param newCacheBytes how many bytes of slots are kept in memory, at least 0
     * @return a copy
     * @throws IllegalArgumentException if a number is out of range
     */
    public JdbcStoreOptions withLanes(int newLanes, long newCacheBytes) {
        return new JdbcStoreOptions(
                url,
                credentials,
                dataSource,
                schema,
                migration,
                newLanes,
                newCacheBytes,
                nearCopyAge,
                patience,
                allowNotDurable,
                store);
    }

    /**
     * The same settings with near copies: a free load is answered from the memory of the store while what it has of the instance is
     * younger than this. Such an answer may lack what other processes have saved since; a save by its ETag is then refused. What
     * this store has saved, or read authoritatively, is seen at once. Only loads of all values fill that memory, and saves.
     *
     * @param age how old an answer may be; zero, as by default, for loads that always ask the database
     * @return a copy
     * @throws IllegalArgumentException if it is negative, or more than 3650 days
     */
    public JdbcStoreOptions withNearCopies(Duration age) {
        return new JdbcStoreOptions(
                url,
                credentials,
                dataSource,
                schema,
                migration,
                lanes,
                cacheBytes,
                age,
                patience,
                allowNotDurable,
                store);
    }

    /**
     * The same settings with another patience.
     *
     * @param newPatience for how long a command is tried again
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public JdbcStoreOptions withPatience(Duration newPatience) {
        return new JdbcStoreOptions(
                url,
                credentials,
                dataSource,
                schema,
                migration,
                lanes,
                cacheBytes,
                nearCopyAge,
                newPatience,
                allowNotDurable,
                store);
    }

    /**
     * The same settings, with which the store also opens on a database that can lose what it has acknowledged. The store says so
     * in its log, its figures and its health.
     *
     * @return a copy
     */
    public JdbcStoreOptions allowingNotDurable() {
        return new JdbcStoreOptions(
                url, credentials, dataSource, schema, migration, lanes, cacheBytes, nearCopyAge, patience, true, store);
    }

    /** {@return the settings without the password} */
    @Override
    public String toString() {
        return "JdbcStoreOptions["
                + (url == null ? "a data source" : SECRET.matcher(url).replaceAll("$1$2…"))
                + ", schema=" + schema + ", migration=" + migration + ", lanes=" + lanes + ", cacheBytes=" + cacheBytes
                + ", nearCopyAge=" + nearCopyAge + ", patience=" + patience + ", allowNotDurable=" + allowNotDurable
                + "]";
    }
}
