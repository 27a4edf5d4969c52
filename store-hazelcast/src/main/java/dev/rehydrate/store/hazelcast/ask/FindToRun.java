// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.ScanFormat;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.directory.DueOrder.Due;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the next instances in the order of their due times that want to run. A member looks at so many at a time, also if none is
 * one of them, and says how far it has come.
 */
public final class FindToRun extends Question {

    /** A member looks at so many instances, or as many as it is to find. */
    static final int MOST_LOOKED_AT = 4_096;

    private static final Comparator<Candidate> ORDER = Comparator.comparing(Candidate::position, FoundToRun.ORDER);

    private static final long serialVersionUID = 1;

    private transient SlotScan.ToRun scan;
    private transient @Nullable ScanPosition after;
    private transient int limit;

    public FindToRun() {
        this(new SlotScan.ToRun("", DefinitionFilter.any(), Set.of()), null, 0);
    }

    FindToRun(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        this.scan = scan;
        this.after = after;
        this.limit = limit;
    }

    @Override
    Answer look(Share share) {
        Walk walk = new Walk(share);
        if (after == null || !after.orphaned()) {
            walk.throughDue();
        }
        if (walk.reached == null && !scan.expiredOwners().isEmpty()) {
            walk.throughOrphans();
        }
        return new FoundToRun(walk.found, walk.reached);
    }

    /** An instance that may want to run, and where it is. */
    private record Candidate(Share.Part part, ScanPosition position) {}

    /** One look through the partitions at once, each in its order. */
    private final class Walk {

        private final Share share;
        private final List<ScanPosition> found = new ArrayList<>();
        private int lookedAt;
        private @Nullable ScanPosition reached;

        Walk(Share share) {
            this.share = share;
        }

        void throughDue() {
            Merged<Candidate> inOrder = new Merged<>(ORDER);
            for (Share.Part part : share.parts()) {
                inOrder.add(
                        due(part).map(position -> new Candidate(part, position)).iterator());
            }
            while (inOrder.hasNext() && reached == null) {
                visit(inOrder.next());
            }
        }

        private Stream<ScanPosition> due(Share.Part part) {
            PartitionDirectory directory = part.directory();
            if (directory == null) {
                return lookedThrough(part);
            }
            Due behind = after == null ? null : new Due(after.moment(), Addresses.key(after.at()));
            return directory.due().dueBehind(scan.hostType(), behind, share.now()).stream()
                    .map(due -> ScanPosition.due(due.at(), Addresses.of(due.key())));
        }

        /** The directory of a partition is not complete for as long as it is made. */
        private Stream<ScanPosition> lookedThrough(Share.Part part) {
            List<ScanPosition> due = new ArrayList<>();
            for (UUID key : share.slots().matching(part.number(), scan, share.now(), Integer.MAX_VALUE)) {
                StoredSlot slot = share.slots().read(part.number(), key);
                InstanceRecord record = slot == null ? null : slot.bare().instance();
                Instant at = record == null ? null : record.runnableAt();
                if (at != null) {
                    due.add(ScanPosition.due(at, Addresses.of(key)));
                }
            }
            return due.stream().filter(this::isBehind).sorted(FoundToRun.ORDER);
        }

        private boolean isBehind(ScanPosition position) {
            return after == null || FoundToRun.ORDER.compare(position, after) > 0;
        }

        void throughOrphans() {
            List<Candidate> orphans = new ArrayList<>();
            for (Share.Part part : share.parts()) {
                for (UUID key : held(part)) {
                    ScanPosition position = ScanPosition.orphaned(Addresses.of(key));
                    if (isBehind(position)) {
                        orphans.add(new Candidate(part, position));
                    }
                }
            }
            orphans.sort(ORDER);
            for (Candidate each : orphans) {
                if (reached == null) {
                    visit(each);
                }
            }
        }

        private List<UUID> held(Share.Part part) {
            List<UUID> held = new ArrayList<>();
            PartitionDirectory directory = part.directory();
            for (OwnerId owner : scan.expiredOwners()) {
                held.addAll(
                        directory != null
                                ? directory.held().of(owner)
                                : share.slots()
                                        .matching(
                                                part.number(),
                                                new SlotScan.HeldBy(owner),
                                                share.now(),
                                                Integer.MAX_VALUE));
            }
            return held;
        }

        private void visit(Candidate candidate) {
            ScanPosition position = candidate.position;
            UUID key = Addresses.key(position.at());
            StoredSlot slot = share.slots().read(candidate.part.number(), key);
            lookedAt++;
            if (slot != null && isThere(slot, position) && scan.matches(slot.bare(), share.now())) {
                found.add(position);
            } else if (!position.orphaned() && (slot == null || !isThere(slot, position))) {
                Due wrong = new Due(position.moment(), key);
                share.correct(candidate.part, key, it -> it.due().remove(scan.hostType(), wrong));
            }
            if (found.size() >= limit || lookedAt >= Math.max(limit, MOST_LOOKED_AT)) {
                reached = position;
            }
        }

        /** Whether the slot is where the directory has it in its order. */
        private boolean isThere(StoredSlot slot, ScanPosition position) {
            InstanceRecord record = slot.bare().instance();
            return record != null
                    && (position.orphaned()
                            ? record.header().holder() != null
                            : position.moment().equals(record.runnableAt()));
        }
    }

    @Override
    public int getClassId() {
        return TypeIds.FIND_TO_RUN;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeInt(limit);
        ScanFormat.write(scan, out);
        FoundToRun.writePosition(after, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        limit = in.readInt();
        scan = ScanFormat.readToRun(in);
        after = FoundToRun.readPosition(in);
    }
}
