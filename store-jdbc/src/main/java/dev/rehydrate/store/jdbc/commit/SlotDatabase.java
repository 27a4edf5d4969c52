// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.RowWork;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the commit protocol needs of a database. All calls block, and are made by one thread at a time. */
public interface SlotDatabase {

    /**
     * Reads rows as they are committed, all at one moment, however large they are.
     *
     * @param addresses which
     * @return the rows that are there
     * @throws DatabaseException with the effect {@code NONE}
     */
    Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses);

    /**
     * Reads rows as they are committed, all at one moment, with the bytes of some values.
     *
     * @param wanted which, and which values of each; more may be read
     * @return the rows that are there; values that were not read have no bytes
     * @throws DatabaseException with the effect {@code NONE}; not a transient one if the values of several slots are too large to be
     *     in memory together, so that they have to be read apart
     */
    default Map<SlotAddress, StoredSlot> read(Map<SlotAddress, ValueSelection> wanted) {
        return read(wanted.keySet());
    }

    /**
     * Makes all writes whose row still has the expected version, and commits them together. A write whose row has another
     * version is left out.
     *
     * @param writes at most one for each address, ordered by address
     * @param work done in the same transaction after the writes if one of them was made, or null
     * @return the new version of each row that was written, {@link StoredSlot#ABSENT} of one that was removed; only after they
     *     are committed
     * @throws DatabaseException says whether the writes may have been committed, now or later
     * @throws StorageException if the work has ended the transaction and the writes are committed: to be told, and not to be settled
     */
    Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work);

    /**
     * Waits until the rows that were read before are as safe as those that this has committed itself. Their transaction can be one whose
     * session was lost while it waited for a standby: it is committed then, and shown, and a standby that becomes the primary may lack it.
     *
     * @throws DatabaseException if that is not known
     */
    default void awaitReplication() {}

    /**
     * Tells which rows another transaction has locked, after a wait for one of them was too long.
     *
     * @param addresses of rows that were to be written
     * @return those of rows that cannot be written before that transaction ends, or whose values cannot; empty where that is not known
     * @throws DatabaseException with the effect {@code NONE}
     */
    default Set<SlotAddress> locked(Collection<SlotAddress> addresses) {
        return Set.of();
    }

    /**
     * Tells which transactions of others a write waits for, or may have waited for. Asked by any thread, also while another one writes.
     *
     * @return each for people; empty if there is none, or where that is not known
     */
    default List<String> blockers() {
        return List.of();
    }

    /** {@return whether what answers may lack the last commits that this process was told of, as after a failover} */
    default boolean mayLackCommits() {
        return false;
    }
}
