// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.impl.AllowedDuringPassiveState;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.UrgentSystemOperation;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import dev.rehydrate.store.hazelcast.term.Term;
import dev.rehydrate.store.hazelcast.term.Vote;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** What members of a protected farm say to each other about terms. Clients cannot send it. */
public final class TermCall extends Operation implements SlotData, UrgentSystemOperation, AllowedDuringPassiveState {

    private static final byte VOTE = 1;
    private static final byte ADOPT = 2;
    private static final byte SEEK = 3;
    private static final long[] NOTHING = {};

    private byte kind;
    private long number;
    private Set<UUID> members = Set.of();
    private long[] answer = NOTHING;

    public TermCall() {}

    private TermCall(byte kind, long number, Set<UUID> members) {
        this.kind = kind;
        this.number = number;
        this.members = members;
    }

    /** Asks for a promise; with number 0 only for what the member knows. */
    public static TermCall vote(long number) {
        return new TermCall(VOTE, number, Set.of());
    }

    public static TermCall adopt(Term term) {
        return new TermCall(ADOPT, term.number(), term.members());
    }

    /**
     * Asks the eldest member to establish a term, or to tell it.
     *
     * @param promised the largest number that the member has promised: it can take over no smaller term. Members of earlier releases
     *     say 0, and do not look at it
     */
    public static TermCall seek(long promised) {
        return new TermCall(SEEK, promised, Set.of());
    }

    /** Reads the answer to a question for a vote. */
    static Vote vote(long[] answer) {
        return new Vote(answer[0] != 0, answer[1], answer[2]);
    }

    @Override
    public void run() {
        FarmTerms terms = FarmTerms.of(getNodeEngine().getHazelcastInstance());
        if (terms == null) {
            throw new IllegalStateException("this member is not one of a protected farm, the caller is: "
                    + "durability must be the same on all members");
        }
        switch (kind) {
            case VOTE -> {
                Vote vote = terms.state().vote(number);
                answer = new long[] {vote.granted() ? 1 : 0, vote.promised(), vote.accepted()};
            }
            case ADOPT -> terms.state().adopt(new Term(number, members));
            case SEEK -> terms.beSought(getNodeEngine().getClusterService().getMember(getCallerAddress()), number);
            default -> throw new IllegalStateException("not a call about terms: " + kind);
        }
    }

    @Override
    public Object getResponse() {
        return answer;
    }

    @Override
    public int getClassId() {
        return TypeIds.TERM_CALL;
    }

    @Override
    protected void writeInternal(ObjectDataOutput out) throws IOException {
        out.writeByte(kind);
        out.writeLong(number);
        out.writeInt(members.size());
        for (UUID member : members) {
            out.writeLong(member.getMostSignificantBits());
            out.writeLong(member.getLeastSignificantBits());
        }
    }

    @Override
    protected void readInternal(ObjectDataInput in) throws IOException {
        kind = in.readByte();
        number = in.readLong();
        Set<UUID> read = new HashSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            read.add(new UUID(in.readLong(), in.readLong()));
        }
        members = read;
    }
}
