// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotMark;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of a farm has lost its data.
 *
 * @param partitions the number of partitions
 * @param since when the first of them was lost; null if none was
 */
public record LostShare(int partitions, @Nullable Instant since) {

    public static final LostShare NONE = new LostShare(0, null);

    /** Adds what other partitions have lost. */
    public LostShare plus(LostShare other) {
        Instant later = other.since;
        boolean keeps = later == null || (since != null && since.isBefore(later));
        return new LostShare(partitions + other.partitions, keeps ? since : later);
    }

    /** Adds a partition that was lost at this moment, or that was not if there is none. */
    LostShare plus(@Nullable Instant lostAt) {
        return lostAt == null ? this : plus(new LostShare(1, lostAt));
    }

    /**
     * Says it to people.
     *
     * @param all how many partitions there are
     */
    public String text(int all) {
        return String.format(
                Locale.ROOT,
                "%d of %d partitions (%.1f %%) lost their data at %s",
                partitions,
                all,
                100.0 * partitions / all,
                since);
    }

    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(partitions);
        if (since != null) {
            SlotMark.writeInstant(since, out);
        }
    }

    public static LostShare readData(ObjectDataInput in) throws IOException {
        int partitions = in.readInt();
        return partitions == 0 ? NONE : new LostShare(partitions, SlotMark.readInstant(in));
    }
}
