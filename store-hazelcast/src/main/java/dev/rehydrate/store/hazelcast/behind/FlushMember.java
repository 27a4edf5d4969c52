// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.behind.write.Flushed;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.BitSet;
import java.util.concurrent.Callable;

/** Lets a member write what is not in the database yet. */
public final class FlushMember extends MemberData implements Callable<Flushed> {

    /** The answer of a member that has no database. */
    static final String WRITES_NOTHING =
            "a member does not write to a database: all of them must be started with durability=write-behind";

    private static final long serialVersionUID = 1;

    @Override
    public Flushed call() {
        MemberChanges changes = MemberChanges.of(member);
        if (changes == null) {
            return new Flushed(new BitSet(), WRITES_NOTHING);
        }
        return changes.flush();
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
