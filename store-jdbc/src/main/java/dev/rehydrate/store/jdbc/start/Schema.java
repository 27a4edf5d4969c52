// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.start;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.JdbcStoreOptions.Migration;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.connection.StartFailure;
import java.io.Reader;
import java.io.StringReader;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/** The tables and their version. */
public final class Schema {

    private static final String HISTORY = "rehydrate_schema_history";
    /** What Flyway advises, a baseline, would leave the first migration out. Not every release has its codes in the same type. */
    private static final String OF_OTHERS = "NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE";

    private static final List<String> MIGRATIONS = List.of("V1__slots.sql", "V3__query.sql", "V4__sorted.sql");

    private Schema() {}

    public static void prepare(DataSource source, Dialect dialect, JdbcStoreOptions options) throws SQLException {
        Flyway flyway = Flyway.configure(Schema.class.getClassLoader())
                .dataSource(source)
                .resourceProvider(new Migrations(dialect))
                .loggers("slf4j")
                .javaMigrationClassProvider(List::of)
                .schemas(dialect.identifier(options.schema()))
                .table(HISTORY)
                // Tables of a newer version are refused: this store does not know what they mean.
                .ignoreMigrationPatterns(new String[0])
                .load();
        try {
            if (options.migration() == Migration.APPLY) {
                migrate(flyway, source, new SqlFiles(dialect, options.schema()), options);
            } else {
                flyway.validate();
            }
        } catch (FlywayException failure) {
            String why = OF_OTHERS.equals(String.valueOf(failure.getErrorCode()))
                    ? "schema '" + options.schema() + "' is not empty, and no store has made it; a store keeps its"
                            + " tables apart from what others have: name another schema, which need not be there yet"
                    : wrongVersion(flyway, options);
            throw why == null ? StartFailure.ofTables(options, failure) : StartFailure.because(options, why, failure);
        }
    }

    /**
     * What is wrong with the version of the tables; null if it is something else. What Flyway says of it advises to mark migrations
     * of a newer release as deleted, after which an older one would write tables that it does not know.
     */
    private static @Nullable String wrongVersion(Flyway flyway, JdbcStoreOptions options) {
        MigrationInfoService info;
        try {
            info = flyway.info();
        } catch (FlywayException notReadable) {
            return null;
        }
        String tables = "the tables in schema '" + options.schema() + "'";
        MigrationInfo newest = info.current();
        MigrationInfo[] pending = info.pending();
        if (newest != null && newest.getState() == MigrationState.FUTURE_SUCCESS) {
            return tables + " are of a newer release, in version " + newest.getVersion()
                    + ": open them with that release or a later one, or name another schema";
        }
        if (options.migration() == Migration.APPLY || pending.length == 0) {
            return null;
        }
        String missing = pending[pending.length - 1].getScript();
        return newest == null
                ? "there are no tables of a store in schema '" + options.schema()
                        + "', and this store only checks them (VALIDATE): let a store make them once (APPLY), or"
                        + " correct URL or schema"
                : tables + " are of an older release, in version " + newest.getVersion() + ", and lack " + missing
                        + ": let a store of this release apply that once (APPLY), or apply it by hand";
    }

    private static void migrate(Flyway flyway, DataSource source, SqlFiles files, JdbcStoreOptions options)
            throws SQLException {
        if (files.dialect() != Dialect.H2) {
            flyway.migrate();
            ReportView.replace(source, files, options);
            return;
        }
        // A file belongs to one process, in which several stores may be opened on it at the same time.
        synchronized (Schema.class) {
            new Leftovers(files, source).remove(flyway);
            flyway.migrate();
            ReportView.replace(source, files, options);
        }
    }

    /** Hands out the files by name: in a named module nothing may be searched for. */
    private record Migrations(Dialect dialect) implements ResourceProvider {

        /** Not every version changes something in every database. */
        private Stream<String> migrations() {
            return MIGRATIONS.stream().filter(name -> SqlFiles.file(dialect, name) != null);
        }

        @Override
        public @Nullable LoadableResource getResource(String name) {
            return migrations().anyMatch(name::equals) ? new MigrationFile(dialect, name) : null;
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            return migrations()
                    .filter(name -> name.startsWith(prefix)
                            && List.of(suffixes).stream().anyMatch(name::endsWith))
                    .<LoadableResource>map(name -> new MigrationFile(dialect, name))
                    .toList();
        }
    }

    private static final class MigrationFile extends LoadableResource {

        private final Dialect dialect;
        private final String name;

        MigrationFile(Dialect dialect, String name) {
            this.dialect = dialect;
            this.name = name;
        }

        @Override
        public Reader read() {
            String text = SqlFiles.file(dialect, name);
            return new StringReader(text == null ? "" : text);
        }

        @Override
        public String getAbsolutePath() {
            return name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return name;
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
