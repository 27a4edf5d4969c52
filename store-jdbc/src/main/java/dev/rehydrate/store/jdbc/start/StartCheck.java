// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.start;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.connection.CompactionAtClose;
import dev.rehydrate.store.jdbc.connection.Connections;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.connection.StartFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** What a store wants to know of a database before it promises anything. */
public final class StartCheck {

    private static final List<String> DURABILITY = List.of("fsync", "synchronous_commit", "full_page_writes");
    private static final int OLDEST_POSTGRESQL = 15;
    /** Those in which every text can be stored; the second one keeps the bytes as they come. */
    private static final Set<String> ENCODINGS = Set.of("UTF8", "SQL_ASCII");
    /** Those in which the statements mean what they say. */
    private static final Set<String> MODES = Set.of("REGULAR", "LEGACY");
    /** Also the file systems in memory that H2 has, alone or under another one. */
    private static final Pattern IN_MEMORY = Pattern.compile("jdbc:h2:(.*[:/])?(mem|memFS|memLZ|nioMemFS|nioMemLZ):");

    private static final Pattern SERVER = Pattern.compile("jdbc:h2:(tcp|ssl):");
    private static final String NEEDS_ADMIN = "90040";

    private static final String STANDARD_SCHEMA = "information_schema";
    private static final String PREFIX_OF_POSTGRESQL = "pg_";

    /** PostgreSQL, H2. */
    private static final Set<String> SYNTAX = Set.of("42601", "42000", "42001");

    private final JdbcStoreOptions options;
    private final Dialect dialect;
    private final boolean isolated;
    private final String place;
    private final boolean readOnly;
    private final List<String> notDurable;

    private StartCheck(JdbcStoreOptions options, Connection connection, Dialect dialect, boolean isolated)
            throws SQLException {
        this.options = options;
        this.dialect = dialect;
        this.isolated = isolated;
        String url = connection.getMetaData().getURL();
        if (dialect == Dialect.H2) {
            place = placeOfFile(connection, url);
            readOnly = connection.isReadOnly();
            notDurable = IN_MEMORY.matcher(url).lookingAt()
                    ? List.of("the database is in memory")
                    : readOnly ? List.of() : unforceable(connection);
        } else {
            place = url;
            requireVersion(connection.getMetaData().getDatabaseMajorVersion());
            Map<String, String> settings = settings(connection, "select name, setting from pg_settings");
            requireEncoding(String.valueOf(settings.get("server_encoding")));
            readOnly = "on".equals(settings.get("transaction_read_only"));
            notDurable = switchedOff(settings);
        }
    }

    public static StartCheck of(DataSource source, JdbcStoreOptions options) throws SQLException {
        try (Connection connection = Connections.of(source)) {
            Dialect dialect = Dialect.of(connection.getMetaData().getDatabaseProductName());
            try (Session limited = new Session(connection, dialect, Session.SILENCE_OF_QUERY, true)) {
                StartCheck check = new StartCheck(options, limited.connection(), dialect, limited.wasIsolated());
                check.requireSchemaOfUsers();
                check.requireNamesAsWritten(limited.connection());
                check.requireOwnWays(limited.connection());
                check.requireDurable();
                return check;
            }
        }
    }

    /** One file has many URLs: relative, over a link, with settings. The database knows where it is; a server of H2 is elsewhere. */
    private static String placeOfFile(Connection connection, String url) throws SQLException {
        if (SERVER.matcher(url).lookingAt()) {
            return url;
        }
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select database_path()")) {
            String path = found.next() ? found.getString(1) : null;
            return path == null ? url : "jdbc:h2:file:" + path;
        }
    }

    /** A commit to an H2 file is on the disk only after a force, so that is tried before anything is promised. */
    private static List<String> unforceable(Connection connection) {
        String script = SqlFiles.file(Dialect.H2, "after-commit.sql");
        try (Statement statement = connection.createStatement()) {
            statement.execute(String.valueOf(script));
            return List.of();
        } catch (SQLException refused) {
            return List.of(
                    NEEDS_ADMIN.equals(refused.getSQLState())
                            ? "this user may not force it to the disk, which CHECKPOINT SYNC needs admin rights for"
                            : "it could not be forced to the disk (" + refused.getMessage() + ")");
        }
    }

    private static Map<String, String> settings(Connection connection, String query) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                settings.put(found.getString(1), found.getString(2));
            }
        }
        return settings;
    }

    private static List<String> switchedOff(Map<String, String> settings) {
        List<String> off = new ArrayList<>();
        for (String each : DURABILITY) {
            if ("off".equals(settings.get(each))) {
                off.add(each + " is off");
            }
        }
        return off;
    }

    /** Flyway would try for ten seconds to make it, or take what is in it for tables of another version. */
    private void requireSchemaOfUsers() {
        String name = options.schema();
        if (name.equals(STANDARD_SCHEMA) || (dialect == Dialect.POSTGRESQL && name.startsWith(PREFIX_OF_POSTGRESQL))) {
            throw StartFailure.because(
                    options,
                    "the database keeps the schema '" + name + "' for itself; choose another one"
                            + (dialect == Dialect.POSTGRESQL ? ", whose name does not begin with pg_" : ""),
                    null);
        }
    }

    /** The statements write names in lower case and without quotes, and tell values by upper and lower case. */
    private void requireNamesAsWritten(Connection connection) throws SQLException {
        if (dialect == Dialect.H2 && !connection.getMetaData().storesUpperCaseIdentifiers()) {
            throw StartFailure.because(
                    options,
                    "the database does not keep names in upper case; take DATABASE_TO_LOWER and DATABASE_TO_UPPER out of the URL",
                    null);
        }
        try (Statement statement = connection.createStatement()) {
            requireCase(statement);
            // As the name of something that is there: the logs of servers and files are not to begin with an error.
            statement.execute("select 1 from (select 1) as " + options.schema());
        } catch (SQLException failure) {
            if (SYNTAX.contains(String.valueOf(failure.getSQLState()))) {
                throw StartFailure.because(
                        options,
                        "the name of the schema, '" + options.schema() + "', is a word of SQL; choose another one",
                        failure);
            }
            throw failure;
        }
    }

    private void requireCase(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("select cast('a' as varchar) = cast('A' as varchar)")) {
            if (found.next() && found.getBoolean(1)) {
                throw StartFailure.because(
                        options,
                        "the database takes upper and lower case for the same, so that names of values would collide;"
                                + " take IGNORECASE out of the URL",
                        null);
            }
        }
    }

    private void requireVersion(int major) {
        if (major < OLDEST_POSTGRESQL) {
            throw StartFailure.because(
                    options, "PostgreSQL " + OLDEST_POSTGRESQL + " or later is needed, not " + major, null);
        }
    }

    /** In another encoding a save fails by the letters that are in it. */
    private void requireEncoding(String encoding) {
        if (!ENCODINGS.contains(encoding)) {
            throw StartFailure.because(
                    options,
                    "the encoding of the database is " + encoding
                            + ", which has not all letters; make one with: create database … encoding 'UTF8' template template0",
                    null);
        }
    }

    /** Another mode has another syntax, and may take the empty text for none; a collation takes different names for the same. */
    private void requireOwnWays(Connection connection) throws SQLException {
        if (dialect != Dialect.H2) {
            return;
        }
        Map<String, String> settings =
                settings(connection, "select setting_name, setting_value from information_schema.settings");
        String mode = settings.getOrDefault("MODE", "REGULAR");
        String collation = settings.getOrDefault("COLLATION", "OFF");
        if (!MODES.contains(mode.toUpperCase(Locale.ROOT))) {
            throw StartFailure.because(
                    options,
                    "the database is in the mode of another one, " + mode
                            + "; take MODE out of the URL, or give the store a file" + " of its own",
                    null);
        }
        if (!collation.equals("OFF")) {
            throw StartFailure.because(
                    options,
                    "the database compares texts by a collation, " + collation
                            + ", so that names of values would collide; take COLLATION out of the URL, and make a new file",
                    null);
        }
        if (notDurable.isEmpty() && CompactionAtClose.loses(connection.getMetaData(), settings)) {
            throw StartFailure.because(options, CompactionAtClose.ADVICE, null);
        }
    }

    private void requireDurable() {
        if (!notDurable.isEmpty() && !options.allowNotDurable()) {
            throw StartFailure.because(
                    options,
                    "the database can lose what it has committed, because " + String.join(" and ", notDurable)
                            + "; change that, or allow a store that is not durable",
                    null);
        }
    }

    public void requireWritable() {
        if (readOnly) {
            throw StartFailure.because(
                    options,
                    "the database is read-only; give the process write access, or name the primary server",
                    null);
        }
    }

    public Dialect dialect() {
        return dialect;
    }

    public String place() {
        return place;
    }

    /**
     * Whether commits have to be forced to the disk, and can be. If they cannot, and if that is allowed, the store does not try.
     * PostgreSQL forces them itself.
     */
    public boolean mustForce() {
        return dialect == Dialect.H2 && notDurable.isEmpty();
    }

    /** Whether connections come with another isolation than READ COMMITTED, by the settings of a role or of a pool. */
    public boolean isIsolated() {
        return isolated;
    }

    public List<String> notDurable() {
        return notDurable;
    }
}
