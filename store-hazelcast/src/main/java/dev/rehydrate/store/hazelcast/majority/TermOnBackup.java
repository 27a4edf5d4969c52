// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The number of a term on its way from the owner of a partition to its backups. */
public final class TermOnBackup {

    /** What members say that are not of a protected farm. */
    public static final long NONE = 0;

    private static final int BITS = 7;
    private static final int MASK = 0x7F;
    private static final int MORE = 0x80;

    private TermOnBackup() {}

    /**
     * Refuses what was decided under a term that is over. The owner then has no answer from this backup, and so its caller
     * is told that the outcome is unknown.
     *
     * @param member the member that has the backup
     * @param term the term under which the owner has decided
     */
    public static void require(@Nullable HazelcastInstance member, long term) {
        FarmTerms terms = term == NONE ? null : FarmTerms.of(member);
        if (terms != null && !terms.state().accepts(term)) {
            // Of this kind because the engine logs the others as errors of its own.
            throw new RetryableHazelcastException("term " + term + " is over, this member has promised "
                    + terms.state().promised());
        }
    }

    /** One byte for the first 127 terms, two for the first 16,383. */
    public static void write(long term, ObjectDataOutput out) throws IOException {
        long left = term;
        while (left > MASK) {
            out.writeByte((int) (left & MASK) | MORE);
            left >>>= BITS;
        }
        out.writeByte((int) left);
    }

    public static long read(ObjectDataInput in) throws IOException {
        long term = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int next = in.readByte();
            term |= (long) (next & MASK) << shift;
            if ((next & MORE) == 0) {
                return term;
            }
        }
        throw new IOException("the number of a term is damaged");
    }
}
