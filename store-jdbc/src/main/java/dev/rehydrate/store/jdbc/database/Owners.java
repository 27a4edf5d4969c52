// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.OwnerFormat;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The rows of owners, and of which store sweeps. Every write may be repeated. */
public final class Owners {

    private static final int MISSED_PERIODS = 2;

    private final Database database;
    private final UUID me = UUID.randomUUID();

    /**
     * Reads and writes the rows of a database.
     *
     * @param database the database
     */
    public Owners(Database database) {
        this.database = database;
    }

    private static UUID uuid(OwnerId id) {
        return new UUID(id.high(), id.low());
    }

    /**
     * Adds an owner.
     *
     * @param owner the owner
     */
    public void add(OwnerRecord owner) {
        ByteArrayOutputStream about = new ByteArrayOutputStream();
        try {
            OwnerFormat.write(owner, new DataOutputStream(about));
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        }
        database.update(
                "add-owner",
                Map.of(
                        "id", uuid(owner.id()),
                        "beat", owner.beat(),
                        "dead", owner.isExpired(),
                        "about", about.toByteArray()));
    }

    /**
     * Lets owners count as expired of which nothing but their holds tells: no search would look for what they held. An owner has a row before it
     * holds anything, so these are not alive: they were those of a farm that has written these tables from its memory.
     */
    public void expireUnknownHolders() {
        unknownHolders()
                .forEach(holder -> add(new OwnerRecord(holder, OwnerDescription.anonymous(), Duration.ZERO, 0)));
    }

    /**
     * Finds owners of which nothing but their holds tells.
     *
     * @return those that hold an instance and have no row
     */
    public Set<OwnerId> unknownHolders() {
        return Set.copyOf(database.call(
                Effect.NONE,
                session -> session.rows(database.files().statement("unknown-holders"), Map.of(), row -> {
                    UUID holder = row.getObject(1, UUID.class);
                    return new OwnerId(holder.getMostSignificantBits(), holder.getLeastSignificantBits());
                })));
    }

    /**
     * Moves the beat of an owner.
     *
     * @param owner the owner
     * @param beat the new counter
     * @return false if there is no such owner any more or it has expired
     */
    public boolean beat(OwnerId owner, long beat) {
        return database.update("beat", Map.of("id", uuid(owner), "beat", beat)) == 1;
    }

    /**
     * Declares an owner expired.
     *
     * @param owner the owner
     */
    public void expire(OwnerId owner) {
        database.update("expire-owner", Map.of("id", uuid(owner)));
    }

    /**
     * Declares an owner expired that has retired. One that has expired before stays as it is.
     *
     * @param owner the owner
     */
    public void retire(OwnerId owner) {
        database.update("retire-owner", Map.of("id", uuid(owner), "retired", OwnerRecord.RETIRED));
    }

    /**
     * Removes an owner.
     *
     * @param owner the owner
     */
    public void remove(OwnerId owner) {
        database.update("remove-owner", Map.of("id", uuid(owner)));
    }

    /**
     * Reads all owners.
     *
     * @return the owners by id
     */
    public Map<OwnerId, OwnerRecord> all() {
        Map<OwnerId, OwnerRecord> owners = new HashMap<>();
        database.call(
                Effect.NONE,
                session -> session.rows(database.files().statement("owners"), Map.of(), row -> {
                    OwnerRecord owner = owner(row);
                    return owners.put(owner.id(), owner);
                }));
        return owners;
    }

    /**
     * Reads the beats of some owners, and all owners only if others are there, or others have expired, than the caller knows. An H2
     * file belongs to one process: there all are read.
     *
     * @param watched whose beats to read
     * @param known the roster that the caller knows
     * @return what has changed
     */
    public OwnerNews watch(Set<OwnerId> watched, long known) {
        List<SqlFiles.Statement> look = database.files().script("watch-owners");
        if (look.isEmpty()) {
            return OwnerNews.of(all(), watched, known);
        }
        Map<OwnerId, Long> beats = new HashMap<>();
        long roster = roster(look.get(0), watched, beats);
        if (roster == known) {
            return new OwnerNews(roster, null, beats);
        }
        // Read after the number: if another owner comes in between, the next look finds another number.
        Map<OwnerId, OwnerRecord> all = all();
        return new OwnerNews(roster, all, OwnerNews.of(all, watched, known).beats());
    }

    /**
     * Moves the beats of owners, and reads those of others.
     *
     * @param beats the new counters
     * @param watched whose beats to read
     * @param known the roster that the caller knows
     * @return whose beats were not moved, and what has changed
     */
    public BeatAnswer beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long known) {
        Set<OwnerId> refused = new HashSet<>();
        beats.forEach((owner, beat) -> {
            if (!beat(owner, beat)) {
                refused.add(owner);
            }
        });
        return new BeatAnswer(refused, watch(watched, known));
    }

    private long roster(SqlFiles.Statement look, Set<OwnerId> watched, Map<OwnerId, Long> beats) {
        Object ids = Session.uuids(watched.stream()
                .map(owner -> new SlotAddress(owner.high(), owner.low()))
                .toList());
        List<Long> rosters = database.call(Effect.NONE, session -> {
            long askedAt = database.clock().before();
            long[] clock = {0};
            List<Long> found = session.rows(look, Map.of("watched", ids), row -> {
                UUID id = row.getObject("id", UUID.class);
                if (id != null) {
                    beats.put(
                            new OwnerId(id.getMostSignificantBits(), id.getLeastSignificantBits()),
                            row.getLong("beat"));
                }
                clock[0] = row.getLong("clock");
                return row.getLong("roster");
            });
            database.clock().take(Times.instant(clock[0]), askedAt);
            return found;
        });
        return rosters.get(0) == OwnerNews.UNKNOWN ? -1 : rosters.get(0);
    }

    /** An owner that is left out counts as dead, so one that cannot be read is a failure. */
    private static OwnerRecord owner(ResultSet row) throws SQLException {
        try {
            OwnerRecord about = OwnerFormat.read(new DataInputStream(new ByteArrayInputStream(row.getBytes("about"))));
            OwnerRecord owner = about.withBeat(row.getLong("beat"));
            return row.getBoolean("dead") ? owner.asExpired() : owner;
        } catch (WireFormatException unusable) {
            throw StorageException.corrupt("owner " + row.getString("id") + ": " + unusable.getMessage(), unusable);
        }
    }

    /**
     * Takes the turn to sweep, or renews it. The turn of a store that does not ask again for two periods is free.
     *
     * @param period how often this store asks
     * @param now the present
     * @return whether this store has the turn
     */
    public boolean takeTurn(Duration period, Instant now) {
        Instant stale =
                period.compareTo(Duration.ofDays(1)) > 0 ? Instant.MIN : now.minus(period.multipliedBy(MISSED_PERIODS));
        return database.update("take-turn", Map.of("taker", me, "now", Times.micros(now), "stale", Times.micros(stale)))
                == 1;
    }

    /** Gives the turn up. */
    public void giveTurnUp() {
        database.update("give-turn-up", Map.of("taker", me));
    }
}
