// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import dev.rehydrate.store.hazelcast.majority.LocalQuorumView;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Asks a member about the slots in some partitions; it answers for those of them that it owns. */
abstract class Question extends MemberData implements Callable<Answer> {

    private transient BitSet asked = new BitSet();

    /** Says for which partitions an answer is needed. */
    final void setPartitions(BitSet partitions) {
        asked = partitions;
    }

    /** Looks for the answer; called on the member. */
    abstract Answer look(Share share);

    /** Whether it needs the orders for queries. */
    boolean isListed() {
        return false;
    }

    /** Looks past the commands, so it does not wait as they do until a farm is filled; what is not answered is asked for again. */
    @Override
    public final Answer call() {
        HazelcastInstance here = Objects.requireNonNull(member);
        InstanceDirectory directory = InstanceDirectory.of(here);
        if (directory == null || !MemberChanges.isFilled(here) || !maySpeak(here)) {
            return new Answer();
        }
        Share share =
                new Share(directory, asked, isListed(), ClusterClock.of(here).instant());
        Answer answer = look(share);
        // A minority may have lost its members, or another owner may have decided, while this looked.
        return maySpeak(here) ? answered(answer, share) : new Answer();
    }

    /** What was found in a partition that has moved meanwhile is no answer for it, and need not harm. */
    Answer answered(Answer answer, Share share) {
        return answer.of(share.stillHere());
    }

    /** As for every read of a slot: a member of a protected farm needs a majority, and a term. */
    private static boolean maySpeak(@Nullable HazelcastInstance here) {
        FarmTerms terms = FarmTerms.of(here);
        try {
            return LocalQuorumView.by(here) && (terms == null || terms.required() > 0);
        } catch (RetryableHazelcastException soughtMeanwhile) {
            return false;
        }
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLongArray(asked.toLongArray());
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        asked = BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
    }
}
