// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.concurrent.Callable;

/** Lets a member that has not written what it had to say what waits there, and on what. */
public final class TellWriting extends MemberData implements Callable<String> {

    private static final long serialVersionUID = 1;

    @Override
    public String call() {
        MemberChanges changes = MemberChanges.of(member);
        return changes == null ? FlushMember.WRITES_NOTHING : changes.state();
    }

    @Override
    public int getClassId() {
        return TypeIds.TELL_WRITING;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
