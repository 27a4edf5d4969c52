// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a slot says of a hint at it. */
public final class DueCheck implements SlotData {

    private boolean matches;
    private @Nullable DueHint right;

    public DueCheck() {}

    public DueCheck(boolean matches, @Nullable DueHint right) {
        this.matches = matches;
        this.right = right;
    }

    /** {@return whether the slot is what was looked for} */
    boolean matches() {
        return matches;
    }

    /** {@return the hint that there should be, or null for none} */
    @Nullable
    DueHint right() {
        return right;
    }

    @Override
    public int getClassId() {
        return TypeIds.DUE_CHECK;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeBoolean(matches);
        DueHint.writeOptional(right, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        matches = in.readBoolean();
        right = DueHint.readOptional(in);
    }
}
