// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import java.util.UUID;

/** What instances in one place of the directory have in common. */
interface Membership {

    /** Tells whether an instance belongs there. */
    boolean isOf(InstanceRecord record);

    /** Takes an instance out that does not. */
    void remove(PartitionDirectory directory, UUID key);
}
