// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * As {@link NoteAgain}, where the slot is there: a merge may still have to bring one that is not, and to write that it is not there would remove its
 * row. A type of its own, because members of an earlier release read no setting of the other one.
 */
public final class NotePresentAgain extends NoteAgain {

    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Object process(Map.Entry<UUID, StoredSlot> entry) {
        return isThere(entry) ? super.process(entry) : null;
    }

    @SuppressWarnings("ConstantValue") // An entry processor is also given keys of which nothing is there.
    private static boolean isThere(Map.Entry<UUID, StoredSlot> entry) {
        return entry.getValue() != null;
    }

    @Override
    public int getClassId() {
        return TypeIds.NOTE_PRESENT_AGAIN;
    }
}
