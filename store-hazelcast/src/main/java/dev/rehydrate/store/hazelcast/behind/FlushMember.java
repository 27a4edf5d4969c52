// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.concurrent.Callable;

/** Lets a member write what is not in the database yet. The answer is why not all of it is written; empty if it is. */
public final class FlushMember extends MemberData implements Callable<String> {

    /** The answer of a member that has no database. */
    static final String WRITES_NOTHING =
            "a member does not write to a database: all of them must be started with durability=write-behind";

    private static final long serialVersionUID = 1;

    @Override
    public String call() {
        MemberChanges changes = MemberChanges.of(member);
        if (changes == null) {
            return WRITES_NOTHING;
        }
        String left = changes.flush();
        return left == null ? "" : left;
    }

    @Override
    public int getClassId() {
        return TypeIds.FLUSH_MEMBER;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
