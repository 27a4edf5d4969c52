// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.format.SlotFormat;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.jdbc.connection.Session;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds slots by the indexes. A column is never more than a hint: the scan itself decides, on the head. */
public final class SlotScans {

    private static final int PAGE = 256;
    /** A page of a walk reads so many heads, or as many as it is to find. */
    private static final int MOST_HEADS = 1_024;

    private static final UUID FIRST = new UUID(0, 0);

    private final Database database;

    /**
     * Looks in a database.
     *
     * @param database the database
     */
    public SlotScans(Database database) {
        this.database = database;
    }

    /**
     * An index to look through.
     *
     * @param file the statement, which answers place, address and head in the order of place and address
     * @param lines which of its lines are there that are there on a condition
     * @param parameters what it needs, but for the page
     * @param isEnough whether a slot that cannot be read is found all the same. Mostly it is not: the operation on it says what is wrong
     *     with it. But it is held, as the index says: if the record of its owner was removed, it would not be found when it can be read
     *     again, nor by a newer release that can read it
     */
    private record Index(String file, Set<String> lines, Map<String, ?> parameters, boolean isEnough) {

        Index(String file, Map<String, ?> parameters) {
            this(file, Set.of(), parameters, false);
        }
    }

    private record Found(long place, SlotAddress at, Slot bare, boolean isReadable) {

        static Found of(ResultSet row) throws SQLException {
            long place = row.getLong(1);
            SlotAddress at = Session.address(row, 2);
            try {
                byte[] head = row.getBytes(3);
                return new Found(
                        place,
                        at,
                        SlotFormat.readHeader(new DataInputStream(new ByteArrayInputStream(head)))
                                .bare(),
                        true);
            } catch (WireFormatException unusable) {
                return new Found(place, at, Slot.EMPTY, false);
            }
        }
    }

    /**
     * Finds slots.
     *
     * @param scan which
     * @param now the present
     * @param limit how many at most
     * @return their addresses
     */
    public List<SlotAddress> find(SlotScan scan, Instant now, int limit) {
        Set<SlotAddress> found = new LinkedHashSet<>();
        for (Index index : scan.fold(new IndexOf(now))) {
            visit(index, slot -> {
                if (slot.isReadable ? scan.matches(slot.bare, now) : index.isEnough) {
                    found.add(slot.at);
                }
                return found.size() < limit;
            });
            if (found.size() >= limit) {
                break;
            }
        }
        return List.copyOf(found);
    }

    /**
     * Walks on through the instances that want to run. So many heads are read at a time, also if none is of them: all that is due may be of
     * versions that are for other hosts.
     *
     * @param scan which ones
     * @param now the present
     * @param after the position to go on behind, or null to begin
     * @param limit how many at most
     * @return the next page of the walk
     */
    public ScanPage walk(SlotScan.ToRun scan, Instant now, @Nullable ScanPosition after, int limit) {
        Walk walk = new Walk(scan, now, limit);
        List<Index> indexes = scan.fold(new IndexOf(now));
        UUID address = after == null ? FIRST : Session.uuid(after.at());
        boolean inOrphans = after != null && after.orphaned();
        if (!inOrphans) {
            visit(indexes.get(0), after == null ? Long.MIN_VALUE : Times.micros(after.moment()), address, walk::visit);
        }
        if (indexes.size() > 1 && walk.next == null) {
            walk.inOrphans = true;
            visit(indexes.get(1), 0, inOrphans ? address : FIRST, walk::visit);
        }
        return new ScanPage(walk.found, walk.next);
    }

    /** One page of a walk. */
    private static final class Walk {

        private final SlotScan.ToRun scan;
        private final Instant now;
        private final int limit;
        private final List<ScanPosition> found = new ArrayList<>();
        private boolean inOrphans;
        private int heads;
        private @Nullable ScanPosition next;

        private Walk(SlotScan.ToRun scan, Instant now, int limit) {
            this.scan = scan;
            this.now = now;
            this.limit = limit;
        }

        private boolean visit(Found slot) {
            ScanPosition position =
                    inOrphans ? ScanPosition.orphaned(slot.at) : ScanPosition.due(Times.instant(slot.place), slot.at);
            heads++;
            if (slot.isReadable && scan.matches(slot.bare, now)) {
                found.add(position);
            }
            if (found.size() >= limit || heads >= Math.max(limit, MOST_HEADS)) {
                next = position;
            }
            return next == null;
        }
    }

    /**
     * Finds the earliest due time after a moment.
     *
     * @param hostType of which instances
     * @param after the moment
     * @return the due time of an instance that no owner holds
     */
    public Optional<Instant> nextDue(String hostType, Instant after) {
        List<Instant> next = new ArrayList<>();
        Index index = new Index("next-due", Map.of("host_type", storable(hostType), "from", Times.micros(after)));
        visit(index, slot -> {
            InstanceRecord record = slot.bare.instance();
            Instant due = record == null ? null : record.runnableAt();
            if (due != null && due.isAfter(after)) {
                next.add(due);
            }
            // What is later by less than the index tells may be behind it.
            return next.isEmpty() || Times.micros(next.get(0)) == slot.place;
        });
        return next.stream().min(Instant::compareTo);
    }

    /**
     * Reads the addresses of all slots, some at a time.
     *
     * @param after the last address that was read before, or null to begin
     * @param limit how many at most
     * @return those that follow, in the order of the database; empty after the last
     */
    public List<SlotAddress> addresses(@Nullable SlotAddress after, int limit) {
        Map<String, Object> parameters = Map.of("after", after == null ? FIRST : Session.uuid(after), "limit", limit);
        return database.search(
                database.silence(),
                session -> session.rows(
                        database.files().statement("addresses"), parameters, row -> Session.address(row, 1)));
    }

    /** Reads page by page; each is a statement of its own, so that nothing is held up. */
    private void visit(Index index, Predicate<Found> visitor) {
        visit(index, Long.MIN_VALUE, FIRST, visitor);
    }

    private void visit(Index index, long fromPlace, UUID fromAddress, Predicate<Found> visitor) {
        long place = fromPlace;
        UUID after = fromAddress;
        List<Found> page;
        do {
            page = page(index, place, after);
            for (Found each : page) {
                if (!visitor.test(each)) {
                    return;
                }
                place = each.place;
                after = Session.uuid(each.at);
            }
        } while (page.size() == PAGE);
    }

    private List<Found> page(Index index, long place, UUID after) {
        Map<String, Object> parameters = new HashMap<>(index.parameters);
        parameters.put("place", place);
        parameters.put("after", after);
        parameters.put("limit", PAGE);
        return database.search(
                database.silence(),
                session -> session.rows(
                        database.files().script(index.file, index.lines).get(0), parameters, Found::of));
    }

    private static String storable(String text) {
        return SplitSlot.storable(text);
    }

    /** Which indexes answer which scan. */
    private record IndexOf(Instant now) implements SlotScan.Fold<List<Index>> {

        @Override
        public List<Index> toRun(SlotScan.ToRun scan) {
            Index due = toRun("scan-due", scan, "until", Times.micros(now));
            return scan.expiredOwners().isEmpty()
                    ? List.of(due)
                    : List.of(due, toRun("scan-orphaned", scan, "expired", uuids(scan.expiredOwners())));
        }

        /** No head is read of what hosts of other definitions have left undone: while they are away it may be all there is. */
        private static Index toRun(String file, SlotScan.ToRun scan, String bound, Object value) {
            Map<String, Object> parameters = new HashMap<>();
            parameters.put("host_type", storable(scan.hostType()));
            parameters.put(bound, value);
            DefinitionFilter accepted = scan.definitions();
            if (accepted.match() == DefinitionFilter.Match.ANY) {
                return new Index(file, parameters);
            }
            parameters.put(
                    "definitions",
                    Session.texts(accepted.identities().stream()
                            .map(DefinitionIdentity::name)
                            .distinct()
                            .map(SlotScans::storable)
                            .toList()));
            String line = accepted.unidentified() ? "definitions_or_none" : "definitions";
            return new Index(file, Set.of(line), parameters, false);
        }

        @Override
        public List<Index> sweepable(SlotScan.Sweepable scan) {
            Object expired = uuids(scan.sweep().expiredOwners());
            Index over = new Index("scan-expired", Map.of("until", Times.micros(now), "expired", expired));
            Index abandoned = new Index("scan-abandoned", Map.of("expired", expired));
            List<Index> indexes =
                    new ArrayList<>(List.of(over, abandoned, idle(scan.sweep().retention())));
            EndRetention ends = scan.sweep().ends();
            addEnded(indexes, InstanceState.COMPLETED, ends.completed());
            addEnded(indexes, InstanceState.INITIALIZED, ends.failed());
            return indexes;
        }

        private void addEnded(List<Index> indexes, InstanceState state, @Nullable Duration kept) {
            if (kept != null) {
                long until = Times.microsBefore(now, kept);
                indexes.add(new Index("scan-ended", Map.of("state", GroupRows.code(state), "until", until)));
            }
        }

        private Index idle(Duration time) {
            return new Index("scan-idle", Map.of("until", Times.microsBefore(now, time)));
        }

        /** The shares of a power of two are ranges of the index; of other shares there are none. */
        @Override
        public List<Index> oldClaims(SlotScan.OldClaims scan) {
            boolean range = Integer.bitCount(scan.parts()) == 1;
            int bits = Integer.numberOfTrailingZeros(scan.parts());
            long span = range && bits > 0 ? -1L >>> bits : -1L;
            long first = range ? Long.reverse(scan.part()) : 0;
            return List.of(new Index(
                    "scan-claims",
                    Map.of(
                            "first",
                            first ^ Long.MIN_VALUE,
                            "last",
                            (first | span) ^ Long.MIN_VALUE,
                            "until",
                            Times.microsBefore(now, scan.age()))));
        }

        @Override
        public List<Index> heldBy(SlotScan.HeldBy scan) {
            OwnerId owner = scan.owner();
            return List.of(
                    new Index("scan-held", Set.of(), Map.of("holder", new UUID(owner.high(), owner.low())), true));
        }

        @Override
        public List<Index> occupied(SlotScan.Occupied scan) {
            return List.of(new Index("scan-all", Map.of()));
        }

        private static Session.ArrayParameter uuids(Collection<OwnerId> owners) {
            return Session.uuids(owners.stream()
                    .map(owner -> new SlotAddress(owner.high(), owner.low()))
                    .toList());
        }
    }
}
