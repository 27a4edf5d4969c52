// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.LostConnections;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.store.jdbc.connection.Connections;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.OwnPool;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.connection.StartFailure;
import dev.rehydrate.store.jdbc.connection.Trouble;
import dev.rehydrate.store.jdbc.connection.UnforcedCommits;
import dev.rehydrate.store.jdbc.connection.UrlSource;
import dev.rehydrate.store.jdbc.start.ConnectionCheck;
import dev.rehydrate.store.jdbc.start.Rights;
import dev.rehydrate.store.jdbc.start.Schema;
import dev.rehydrate.store.jdbc.start.StartCheck;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A database that was found fit for a store: its tables are there, and it keeps what it commits. */
public final class Database implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");

    /** One to write, one to read, and one for a moment. */
    private static final int FEWEST_CONNECTIONS = 3;

    /** How often a server may be silent in a lease, and in the time for which a command is tried again. */
    private static final int SILENCES_OF_LEASE = 3;

    private static final int SILENCES_OF_PATIENCE = 2;
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(1);

    private final DataSource source;
    private final @Nullable HikariDataSource pool;
    private final SqlFiles files;
    private final StartCheck check;
    private final JdbcStoreOptions options;
    private final Duration silence;
    private final UnforcedCommits unforced;
    private final LostConnections lost;
    private final WaitingCommits waiting;
    private final ClockComparison clock;

    private Database(DataSource source, @Nullable HikariDataSource pool, StartCheck check, JdbcStoreOptions options) {
        this.source = source;
        this.pool = pool;
        this.files = new SqlFiles(check.dialect(), options.schema());
        this.check = check;
        this.options = options;
        this.silence = silence(options);
        this.unforced = UnforcedCommits.of(check.place());
        this.lost = new LostConnections(options.store().time());
        this.waiting = new WaitingCommits(files);
        this.clock = new ClockComparison(options.store().time());
    }

    /** What is done on a connection for a moment. */
    public interface Call<T> {
        T on(Session session) throws SQLException;
    }

    /**
     * Connects, brings the tables to their version and checks what the store promises.
     *
     * @param options the settings
     * @return the database
     * @throws IllegalStateException if a store cannot be opened on it; says why and what to do
     */
    public static Database open(JdbcStoreOptions options) {
        DataSource given = options.dataSource();
        if (given != null) {
            return checked(given, null, options);
        }
        HikariDataSource pool = OwnPool.open(options);
        try {
            return checked(pool, pool, options);
        } catch (RuntimeException | Error failure) {
            UrlSource.close(pool);
            throw failure;
        }
    }

    private static Database checked(DataSource source, @Nullable HikariDataSource pool, JdbcStoreOptions options) {
        try {
            StartCheck check = StartCheck.of(source, options);
            check.requireWritable();
            new ConnectionCheck(source, check.dialect(), options).require(FEWEST_CONNECTIONS);
            Schema.prepare(source, check.dialect(), options);
            Rights.require(source, new SqlFiles(check.dialect(), options.schema()), options);
            return new Database(source, pool, check, options);
        } catch (SQLException failure) {
            throw StartFailure.of(options, failure);
        }
    }

    /**
     * Checks that all lanes can have their connections of a data source, and what is done for a moment one more. The own pool is as large
     * as it has to be.
     *
     * @throws IllegalStateException if there are fewer; says what to do
     */
    public void requireConnections() {
        if (pool != null) {
            return;
        }
        int listening = carriesAnnouncements() ? 1 : 0;
        int needed = 2 * options.lanes() + listening + 1;
        try {
            new ConnectionCheck(source, files.dialect(), options).require(needed);
        } catch (SQLException failure) {
            throw StartFailure.of(options, failure);
        }
    }

    /** {@return how the clock of this process compares with that of the database} */
    public ClockComparison clock() {
        return clock;
    }

    public SqlFiles files() {
        return files;
    }

    /** Forces what was committed to the disk, where a commit does not do that itself. */
    void force(Session session) throws SQLException {
        if (check.mustForce()) {
            long mark = unforced.mark();
            session.execute(files.script("after-commit"));
            if (!session.connection().getAutoCommit()) {
                session.connection().commit();
            }
            unforced.forced(mark);
        }
    }

    /** Forces what should have been before; to be called after rows are read, and before they are answered. */
    void forceWhatIsLeft(Session session) throws SQLException {
        if (!unforced.isEmpty() || unforced.anyUnderWay()) {
            force(session);
        }
    }

    /** The same for some slots: a reader of others does not wait for what is being forced. */
    void forceWhatIsLeft(Session session, Collection<SlotAddress> slots) throws SQLException {
        if (!unforced.isEmpty() || unforced.anyUnderWay(slots)) {
            force(session);
        }
    }

    /** Slots are about to be committed: from the commit to the end of the force, each reader of them forces the disk first. */
    void beginCommit(Object commit, Set<SlotAddress> slots) {
        if (check.mustForce()) {
            unforced.begin(commit, slots);
        }
    }

    /** The force has succeeded, or it is noted that it has not. */
    void endCommit(Object commit) {
        unforced.end(commit);
    }

    /** Something was committed, or may be, and is not forced. */
    void notForced(Throwable failure) {
        if (!check.mustForce()) {
            return;
        }
        if (unforced.isEmpty()) {
            LOG.warn(
                    "{} could not be forced to the disk after a commit; nothing is acknowledged or shown until that succeeds",
                    check.place(),
                    failure);
        }
        unforced.add();
    }

    /** What the next connection leads to can be another server. */
    void failed(SQLException failure) {
        if (Trouble.isOfServer(failure)) {
            lost.lost();
        }
    }

    boolean wasLostLately() {
        return lost.wasOneLostLately();
    }

    /** {@return where the tables are, the same for all stores on them in this process} */
    public String place() {
        return check.place() + "#" + options.schema();
    }

    /**
     * Asks the database what tells its tables from all others, also from those of the same name that were there before.
     *
     * @return a name, the same for all stores on these tables
     * @throws IllegalStateException if it does not say that; says what to do
     */
    public String identity() {
        try {
            List<String> names = call(
                    Effect.NONE,
                    session -> session.rows(files.statement("identity"), Map.of(), row -> row.getString(1)));
            return options.schema() + "/" + names.get(0);
        } catch (StorageException failure) {
            throw new IllegalStateException(
                    "no store could be opened: the database does not say which one it is, which a grid has to know;"
                            + " let this user execute pg_control_system(), or open the store without a grid ("
                            + failure.getMessage() + "); " + options,
                    failure);
        }
    }

    /** {@return why it can lose what it has committed; empty if it cannot} */
    public List<String> notDurable() {
        return check.notDurable();
    }

    /** {@return whether announcements travel through the database} */
    public boolean carriesAnnouncements() {
        return files.dialect() == Dialect.POSTGRESQL;
    }

    /** {@return the rows of slots, over a connection of its own} */
    public SlotLane lane() {
        return new SlotLane(new JdbcSlotDatabase(this, waiting));
    }

    /**
     * The rows of slots for one lane.
     *
     * @param rows the rows
     */
    public record SlotLane(SlotDatabase rows) implements AutoCloseable {
        /** Gives the connection back. */
        @Override
        public void close() {
            ((JdbcSlotDatabase) rows).close();
        }
    }

    public Session session() throws SQLException {
        return session(silence);
    }

    private Session session(Duration mostSilence) throws SQLException {
        Session session = new Session(Connections.of(source), files.dialect(), mostSilence, check.isIsolated());
        try {
            session.requirePrimary();
            return session;
        } catch (SQLException | RuntimeException | Error unusable) {
            session.discard();
            throw unusable;
        }
    }

    /**
     * For how long the server may be silent before a connection counts as lost: short enough that what waits for it can be tried
     * again on another one, a heartbeat within its lease and a command within its patience.
     */
    public Duration silence() {
        return silence;
    }

    private static Duration silence(JdbcStoreOptions options) {
        return Stream.of(
                        options.store().lease().dividedBy(SILENCES_OF_LEASE),
                        options.patience().dividedBy(SILENCES_OF_PATIENCE),
                        Session.SILENCE_OF_QUERY)
                .min(Comparator.naturalOrder())
                .filter(shortest -> shortest.compareTo(SHORTEST_SILENCE) > 0)
                .orElse(SHORTEST_SILENCE);
    }

    /**
     * For how long a commit may wait for a row that another transaction has locked: less than the server may be silent, so that the
     * server itself says that nothing was done, and does not go on after the store has given the statement up.
     */
    Duration longestWaitForLock() {
        return silence.multipliedBy(4).dividedBy(5);
    }

    /**
     * Reads, or writes what may be written twice. A connection that turns out to be lost is replaced once.
     *
     * @param failedEffect what a failure means
     */
    public <T> T call(Effect failedEffect, Call<T> call) {
        return call(failedEffect, silence, false, call);
    }

    /**
     * Searches, each time with a plan for its parameters: which index is best depends on them. A search that takes too long is ended
     * on the server and not begun again.
     *
     * @param longest how long each of its statements may take
     */
    public <T> T search(Duration longest, Call<T> call) {
        return call(Effect.NONE, longest.plus(SHORTEST_SILENCE), true, session -> {
            T found = call.on(session.searching(longest));
            forceWhatIsLeft(session);
            return found;
        });
    }

    private <T> T call(Effect failedEffect, Duration silence, boolean onceIfLate, Call<T> call) {
        try {
            return attempt(silence, call);
        } catch (SQLException first) {
            failed(first);
            boolean again = Trouble.isTransient(first, files.dialect()) && !(onceIfLate && Trouble.isLate(first));
            if (!again) {
                throw failure(failedEffect, first);
            }
        }
        try {
            return attempt(silence, call);
        } catch (SQLException again) {
            throw failure(failedEffect, again);
        }
    }

    private StorageException failure(Effect effect, SQLException failure) {
        return new StorageException(effect, Trouble.told(failure, files.dialect()) + failure.getMessage(), failure);
    }

    private <T> T attempt(Duration silence, Call<T> call) throws SQLException {
        Session session = session(silence);
        try {
            T result = call.on(session);
            session.close();
            return result;
        } catch (SQLException | RuntimeException | Error failure) {
            waiting.giveUp(session);
            throw failure;
        }
    }

    int update(String file, Map<String, ?> parameters) {
        return call(Effect.UNKNOWN, session -> waiting.update(session, files.statement(file), parameters));
    }

    @Override
    public void close() {
        if (pool != null) {
            UrlSource.close(pool);
        }
    }
}
