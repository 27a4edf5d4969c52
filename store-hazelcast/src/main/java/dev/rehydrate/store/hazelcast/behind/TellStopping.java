// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.concurrent.Callable;

/** Lets a member say whether it is about to stop, so that nothing is left to it. */
public final class TellStopping extends MemberData implements Callable<Boolean> {

    private static final long serialVersionUID = 1;

    @Override
    public Boolean call() {
        MemberChanges changes = MemberChanges.of(member);
        return changes != null && changes.isStopping();
    }

    @Override
    public int getClassId() {
        return TypeIds.TELL_STOPPING;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
