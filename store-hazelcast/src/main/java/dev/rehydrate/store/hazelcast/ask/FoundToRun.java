// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.store.hazelcast.stored.SlotMark;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a member has found that wants to run, in the order of due times, and how far it has come. */
public final class FoundToRun extends Answer {

    /** The order of a walk: what is due by its due time, then what expired owners held. */
    static final Comparator<ScanPosition> ORDER = Comparator.<ScanPosition, Boolean>comparing(ScanPosition::orphaned)
            .thenComparing(ScanPosition::moment)
            .thenComparing(ScanPosition::at);

    private List<ScanPosition> found;
    private @Nullable ScanPosition reached;

    /** Nothing, and there is no more. */
    public FoundToRun() {
        this(List.of(), null);
    }

    FoundToRun(List<ScanPosition> found, @Nullable ScanPosition reached) {
        this.found = found;
        this.reached = reached;
    }

    @Override
    Answer of(BitSet answered) {
        FoundToRun same = new FoundToRun(found, reached);
        same.answersFor(answered);
        return same;
    }

    /** Makes one page of what several members have found: it ends where the first of them has stopped. */
    static ScanPage page(List<FoundToRun> answers, int limit) {
        ScanPosition reached = answers.stream()
                .map(answer -> answer.reached)
                .filter(position -> position != null)
                .min(ORDER)
                .orElse(null);
        List<ScanPosition> found = answers.stream()
                .flatMap(answer -> answer.found.stream())
                .filter(position -> reached == null || ORDER.compare(position, reached) <= 0)
                .sorted(ORDER)
                .distinct()
                .limit(limit + 1L)
                .toList();
        return found.size() > limit ? ScanPage.of(found, limit) : new ScanPage(found, reached);
    }

    static void writePosition(@Nullable ScanPosition position, ObjectDataOutput out) throws IOException {
        out.writeBoolean(position != null);
        if (position != null) {
            out.writeBoolean(position.orphaned());
            SlotMark.writeInstant(position.moment(), out);
            out.writeLong(position.at().high());
            out.writeLong(position.at().low());
        }
    }

    static @Nullable ScanPosition readPosition(ObjectDataInput in) throws IOException {
        return in.readBoolean()
                ? new ScanPosition(
                        in.readBoolean(), SlotMark.readInstant(in), new SlotAddress(in.readLong(), in.readLong()))
                : null;
    }

    @Override
    public int getClassId() {
        return TypeIds.FOUND_TO_RUN;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeInt(found.size());
        for (ScanPosition each : found) {
            writePosition(each, out);
        }
        writePosition(reached, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        found = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            ScanPosition each = readPosition(in);
            if (each == null) {
                throw new IOException("a position is missing");
            }
            found.add(each);
        }
        reached = readPosition(in);
    }
}
