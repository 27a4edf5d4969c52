// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import org.jspecify.annotations.Nullable;

/** What runs on the member that it is sent to: the engine names the member before anything is run. */
public abstract class MemberData implements SlotData, HazelcastInstanceAware {

    /** Where this is; null until it has arrived. */
    protected transient @Nullable HazelcastInstance member;

    @Override
    public final void setHazelcastInstance(HazelcastInstance instance) {
        member = instance;
    }
}
