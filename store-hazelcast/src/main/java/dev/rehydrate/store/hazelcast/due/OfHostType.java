// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Hints of one host type. */
public final class OfHostType implements Predicate<UUID, DueHint>, SlotData {

    private static final long serialVersionUID = 1;

    private String hostType = "";

    public OfHostType() {}

    private OfHostType(String hostType) {
        this.hostType = hostType;
    }

    /** Found by the index of due times: from one millisecond to another, both included. */
    static Predicate<UUID, DueHint> dueBetween(String hostType, long first, long last) {
        return Predicates.and(Predicates.between(DueHint.DUE, first, last), new OfHostType(hostType));
    }

    @Override
    public boolean apply(Map.Entry<UUID, DueHint> entry) {
        DueHint hint = DueHint.in(entry);
        return hint != null && hint.hostType().equals(hostType);
    }

    @Override
    public int getClassId() {
        return TypeIds.OF_HOST_TYPE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeString(hostType);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        hostType = Objects.requireNonNullElse(in.readString(), "");
    }
}
