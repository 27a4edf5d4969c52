// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import java.util.Comparator;

/**
 * How far a slot has come: by life first, fencing token second, revision third. What has ended counts as the end of its life, so
 * that nothing that was completed comes back.
 *
 * @param life the incarnation of the instance, or of the last one that is remembered; less than any if there is none
 * @param ended whether that life has ended
 * @param token its last fencing token
 * @param revision the number of its last revision
 */
record SlotProgress(long life, boolean ended, long token, long revision) implements Comparable<SlotProgress> {

    private static final long NO_LIFE = -1;
    private static final Comparator<SlotProgress> ORDER = Comparator.comparingLong(SlotProgress::life)
            .thenComparing(SlotProgress::ended)
            .thenComparingLong(SlotProgress::token)
            .thenComparingLong(SlotProgress::revision);

    /** Of two sides that went on apart, the one that has saved more often is further, and not the one that has only held more often. */
    static final Comparator<SlotProgress> AFTER_SPLIT = Comparator.comparingLong(SlotProgress::life)
            .thenComparing(SlotProgress::ended)
            .thenComparingLong(SlotProgress::revision)
            .thenComparingLong(SlotProgress::token);

    static SlotProgress of(Slot slot) {
        InstanceRecord record = slot.instance();
        Tombstone tombstone = slot.tombstone();
        if (record != null) {
            return of(record.header().revision(), record.header().token(), record.state() == InstanceState.COMPLETED);
        }
        return tombstone == null
                ? new SlotProgress(NO_LIFE, false, 0, 0)
                : of(tombstone.revision(), tombstone.token(), true);
    }

    private static SlotProgress of(Revision revision, FencingToken token, boolean ended) {
        return new SlotProgress(revision.incarnation(), ended, token.value(), revision.number());
    }

    boolean knowsLife() {
        return life != NO_LIFE;
    }

    @Override
    public int compareTo(SlotProgress other) {
        return ORDER.compare(this, other);
    }
}
