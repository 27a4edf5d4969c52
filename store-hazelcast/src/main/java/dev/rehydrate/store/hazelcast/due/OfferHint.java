// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the earlier of two hints: one that is too early is found out and corrected, one that is too late is not. To correct,
 * it replaces a hint that turned out wrong, if that is still there.
 */
public final class OfferHint implements EntryProcessor<UUID, DueHint, Boolean>, SlotData {

    private static final long serialVersionUID = 1;

    private transient @Nullable DueHint wrong;
    private transient @Nullable DueHint offered;

    public OfferHint() {
        this(null, null);
    }

    private OfferHint(@Nullable DueHint wrong, @Nullable DueHint offered) {
        this.wrong = wrong;
        this.offered = offered;
    }

    public static OfferHint of(DueHint hint) {
        return new OfferHint(null, hint);
    }

    /**
     * Makes a correction.
     *
     * @param wrong what turned out wrong
     * @param right what is right, or null if there should be no hint
     */
    public static OfferHint inPlaceOf(DueHint wrong, @Nullable DueHint right) {
        return new OfferHint(wrong, right);
    }

    @Override
    public Boolean process(Map.Entry<UUID, DueHint> entry) {
        DueHint known = DueHint.in(entry);
        boolean replaces = known == null || known.equals(wrong);
        boolean earlier = known != null && offered != null && offered.dueMillis() < known.dueMillis();
        if ((replaces && (known != null || offered != null)) || earlier) {
            entry.setValue(offered);
            return true;
        }
        return false;
    }

    @Override
    public int getClassId() {
        return TypeIds.OFFER_HINT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        DueHint.writeOptional(wrong, out);
        DueHint.writeOptional(offered, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        wrong = DueHint.readOptional(in);
        offered = DueHint.readOptional(in);
    }
}
