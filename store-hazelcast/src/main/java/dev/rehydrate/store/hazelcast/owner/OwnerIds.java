// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.instance.OwnerId;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Sets of owner ids on their way. */
final class OwnerIds {

    private OwnerIds() {}

    static void write(Set<OwnerId> owners, ObjectDataOutput out) throws IOException {
        out.writeInt(owners.size());
        for (OwnerId owner : owners) {
            out.writeLong(owner.high());
            out.writeLong(owner.low());
        }
    }

    static Set<OwnerId> read(ObjectDataInput in) throws IOException {
        Set<OwnerId> owners = new HashSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            owners.add(new OwnerId(in.readLong(), in.readLong()));
        }
        return owners;
    }
}
