// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.tck.ManualTime;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions of all processes have in common: rows with versions, and a seed that says what goes wrong. A call that takes
 * time moves the shared time, so that everything else goes on within it: other lanes, clients, crashes. It takes effect at one
 * moment, before or after that.
 */
final class SimulatedDatabase {

    /** Why a value is refused. */
    static final String POISONED = "a value that this database does not take";

    private static final int THOUSAND = 1000;

    private final SplittableRandom random;
    private final ManualTime time;
    private final Guard guard;
    private final Map<SlotAddress, StoredSlot> rows = new TreeMap<>();
    private final Map<OwnerId, OwnerRecord> owners = new LinkedHashMap<>();
    private final Map<String, Integer> userRows = new HashMap<>();
    private final List<String> undone = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Runnable> late = new ArrayList<>();
    private Weather weather = Weather.CALM;
    private long versions;
    private long upAgainAt = Long.MIN_VALUE;
    private long troubles;

    SimulatedDatabase(SplittableRandom random, ManualTime time, Guard guard) {
        this.random = random;
        this.time = time;
        this.guard = guard;
    }

    /** How well the database keeps what the protocol builds on. */
    enum Guard {
        /** A row is written only in the version that is expected, and every write draws a new version. */
        SOUND,
        /** A row is written in any version. */
        OFF,
        /** Versions are counted for each row, so a row that is created anew has those of the one before. */
        VERSIONS_RETURN
    }

    void disturb() {
        weather = Weather.drawnFrom(random);
    }

    /** What is late has come now, or never comes. */
    void heal() {
        weather = Weather.CALM;
        upAgainAt = Long.MIN_VALUE;
        List.copyOf(late).forEach(Runnable::run);
    }

    List<String> violations() {
        List<String> all = new ArrayList<>(violations);
        undone.stream()
                .filter(userRows::containsKey)
                .forEach(token ->
                        all.add("the work of a caller was committed, and the answer was that nothing was done"));
        userRows.values().stream()
                .filter(times -> times > 1)
                .forEach(times -> all.add("the work of a caller was committed " + times + " times"));
        return all;
    }

    void violated(String what) {
        violations.add(what);
    }

    /** {@return how many calls went wrong} */
    long troubles() {
        return troubles;
    }

    Map<SlotAddress, StoredSlot> rows() {
        return rows;
    }

    Map<OwnerId, OwnerRecord> owners() {
        return owners;
    }

    /** The command that had this work is answered. */
    void checkWork(String token, boolean isUndone) {
        if (isUndone) {
            undone.add(token);
        }
    }

    /** Called by the work of a caller, within its transaction. */
    RowWork inserting(String token) {
        return connection -> userRows.merge(token, 1, Integer::sum);
    }

    Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses, BooleanSupplier alive) {
        pass(alive);
        failBefore(alive);
        Map<SlotAddress, StoredSlot> found = new HashMap<>();
        for (SlotAddress at : addresses) {
            StoredSlot row = rows.get(at);
            if (row != null) {
                found.put(at, row);
            }
        }
        pass(alive);
        return found;
    }

    /** A call about something else than slots. */
    void call(BooleanSupplier alive) {
        failBefore(alive);
    }

    Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work, BooleanSupplier alive) {
        checkOrder(writes);
        pass(alive);
        failBefore(alive);
        writes.forEach(SimulatedDatabase::refusePoison);
        if (happens(weather.requestLost())) {
            throw lost("the connection broke before the COMMIT had arrived");
        }
        if (happens(weather.late())) {
            commitLater(writes, work);
            pass(alive);
            throw lost("the connection is half open");
        }
        Map<SlotAddress, Long> versions = apply(writes, work);
        pass(alive);
        if (!alive.getAsBoolean() || happens(weather.answerLost())) {
            throw lost("the connection broke after the COMMIT was sent");
        }
        return versions;
    }

    private void checkOrder(List<SlotWrite> writes) {
        for (int i = 1; i < writes.size(); i++) {
            if (writes.get(i - 1).at().compareTo(writes.get(i).at()) >= 0) {
                violated("rows are not written in the order of their addresses, or one is written twice");
            }
        }
    }

    /** Time passes in which everything else goes on. */
    private void pass(BooleanSupplier alive) {
        boolean stalls = happens(weather.stalled());
        int most = stalls ? 12_000 : 6;
        int millis = alive.getAsBoolean() ? random.nextInt(most) : 0;
        if (millis > 0) {
            time.advance(Duration.ofMillis(millis));
        }
    }

    private boolean happens(int inThousand) {
        boolean so = random.nextInt(THOUSAND) < inThousand;
        troubles += so ? 1 : 0;
        return so;
    }

    private void failBefore(BooleanSupplier alive) {
        if (!alive.getAsBoolean()) {
            throw new DatabaseException(Effect.NONE, true, "the process has crashed", null);
        }
        if (happens(weather.outage())) {
            upAgainAt = millis() + random.nextInt(8_000);
        }
        if (millis() < upAgainAt) {
            throw new DatabaseException(Effect.NONE, true, "the database is down", null);
        }
        if (happens(weather.refused())) {
            throw new DatabaseException(Effect.NONE, true, "a deadlock, or a statement timeout", null);
        }
    }

    private long millis() {
        return time.instant().toEpochMilli();
    }

    private static DatabaseException lost(String how) {
        return new DatabaseException(Effect.UNKNOWN, true, how, null);
    }

    private static void refusePoison(SlotWrite write) {
        InstanceRecord record = write.next().instance();
        if (record != null && record.data().keySet().stream().anyMatch(name -> name.contains(Client.POISON))) {
            throw new DatabaseException(Effect.NONE, false, POISONED, null);
        }
    }

    private void commitLater(List<SlotWrite> writes, @Nullable RowWork work) {
        Runnable[] arrival = new Runnable[1];
        arrival[0] = () -> {
            if (late.remove(arrival[0])) {
                apply(writes, work);
            }
        };
        late.add(arrival[0]);
        time.schedule(Duration.ofMillis(random.nextInt(15_000)), arrival[0]);
    }

    private Map<SlotAddress, Long> apply(List<SlotWrite> writes, @Nullable RowWork work) {
        Map<SlotAddress, Long> versions = new LinkedHashMap<>();
        for (SlotWrite write : shuffled(writes)) {
            StoredSlot row = rows.getOrDefault(write.at(), StoredSlot.NONE);
            if (row.version() == write.expected() || guard == Guard.OFF) {
                checkBase(write, row);
                versions.put(write.at(), store(write, row));
            }
        }
        if (work != null && !versions.isEmpty()) {
            try {
                work.run(null);
            } catch (SQLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return versions;
    }

    /** In any order: the statement is one. */
    private List<SlotWrite> shuffled(List<SlotWrite> writes) {
        List<SlotWrite> all = new ArrayList<>(writes);
        for (int i = all.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            SlotWrite one = all.get(i);
            all.set(i, all.get(other));
            all.set(other, one);
        }
        return all;
    }

    /** What has not changed is not sent, so a write that was made on another slot than the stored one would tear values. */
    private void checkBase(SlotWrite write, StoredSlot row) {
        if (guard == Guard.SOUND && !write.before().equals(row.slot())) {
            violated("slot " + write.at() + " is written on version " + row.version() + ", which has another content");
        }
    }

    private long store(SlotWrite write, StoredSlot row) {
        if (write.next().isBlank()) {
            rows.remove(write.at());
            return StoredSlot.ABSENT;
        }
        long version = guard == Guard.VERSIONS_RETURN ? row.version() + 1 : ++versions;
        rows.put(write.at(), StoredSlot.of(write.next(), version));
        return version;
    }
}
