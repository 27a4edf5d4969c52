// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.format.QueryFormat;
import dev.rehydrate.store.hazelcast.partition.LostShare;
import dev.rehydrate.store.hazelcast.partition.PartitionLoss;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Objects;

/** Asks for the instances that a page of the whole farm may have of a member. */
public final class FindPage extends Question {

    private static final long serialVersionUID = 1;

    private transient InstanceQuery query;

    public FindPage() {
        this(InstanceQuery.builder().build());
    }

    FindPage(InstanceQuery query) {
        this.query = query;
    }

    @Override
    boolean isListed() {
        return true;
    }

    @Override
    Answer look(Share share) {
        LostShare lost = PartitionLoss.among(
                share.parts().stream().mapToInt(Share.Part::number), Objects.requireNonNull(member));
        return new PageSearch(share, query).find().lacking(lost);
    }

    /** A total counts each instance once: all of the page is asked for again if a partition has moved meanwhile. */
    @Override
    Answer answered(Answer answer, Share share) {
        return share.stillHere().cardinality() == share.parts().size() ? super.answered(answer, share) : new Answer();
    }

    @Override
    public int getClassId() {
        return TypeIds.FIND_PAGE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        QueryFormat.write(query, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        query = QueryFormat.read(in);
    }
}
