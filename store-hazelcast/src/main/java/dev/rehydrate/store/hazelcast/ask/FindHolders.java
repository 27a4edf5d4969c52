// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the owners that hold an instance: they are found in the directory, or by a look at each slot while the directory is not complete. Their ids travel as those
 * of slots do.
 */
public final class FindHolders extends Question {

    private static final long serialVersionUID = 1;

    @Override
    Answer look(Share share) {
        Set<OwnerId> holders = new HashSet<>();
        for (Share.Part part : share.parts()) {
            PartitionDirectory directory = part.directory();
            if (directory != null) {
                holders.addAll(directory.held().owners());
            } else {
                share.slots().each(part.number(), (key, slot) -> {
                    add(holders, slot);
                    return true;
                });
            }
        }
        List<UUID> ids = holders.stream()
                .map(owner -> new UUID(owner.high(), owner.low()))
                .toList();
        return Answer.slots(ids);
    }

    private static void add(Set<OwnerId> holders, StoredSlot slot) {
        InstanceRecord instance = slot.bare().instance();
        @Nullable OwnerId holder = instance == null ? null : instance.header().holder();
        if (holder != null) {
            holders.add(holder);
        }
    }

    @Override
    public int getClassId() {
        return TypeIds.FIND_HOLDERS;
    }
}
