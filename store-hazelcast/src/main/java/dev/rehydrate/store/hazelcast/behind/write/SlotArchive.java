// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.Slot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The database behind a farm, as the farm needs it. Calls block; reading does not wait for writing. */
public interface SlotArchive extends AutoCloseable {

    /**
     * Stores slots, but for those that what is stored has overtaken. May be repeated, also after a failure.
     *
     * @param slots the slots; a blank one removes what is stored
     * @param clock tells the present of the farm
     * @param settledAt of each address, until when it does not matter what others have stored, if nothing but its time says that it is later
     * @return why slots were not stored and never will be as they are, by address
     * @throws StorageException if the database does not answer; some slots may be stored
     */
    Map<UUID, String> write(Map<UUID, Slot> slots, InstantSource clock, Function<UUID, Instant> settledAt);

    /**
     * Looks whether the database lacks what it had, as after a failover or a restore, and whether it answers.
     *
     * @throws StorageException if the database does not answer
     */
    void lookBack();

    /**
     * Tells whether the database was found as it was some time before, by a look or a write.
     *
     * @param isThere tells whether a slot is there whose row is missing; if not, another member has removed the row
     * @return whether it was since this was asked last
     * @throws StorageException if the database does not answer
     */
    boolean takeSetBack(Predicate<UUID> isThere);

    /**
     * Tells what in the database a write waits for, such as a lock of another client. Does not wait for a write that is under way.
     *
     * @return each for people; empty if there is none, or that is not known
     */
    default List<String> blockers() {
        return List.of();
    }

    /**
     * Reads addresses of slots, some at a time.
     *
     * @param after the last that was read before, or null to begin
     * @param limit how many at most
     * @return those that follow; empty after the last
     * @throws StorageException if the database does not answer
     */
    List<UUID> addresses(@Nullable UUID after, int limit);

    /**
     * Reads slots.
     *
     * @param addresses which
     * @param damaged told of each one that cannot be read; it is not in the answer
     * @return what is stored
     * @throws StorageException if the database does not answer
     */
    Map<UUID, Slot> read(List<UUID> addresses, DamageReceiver damaged);

    /** Told what is stored but cannot be read. */
    interface DamageReceiver {
        void damaged(UUID address, String why);
    }

    @Override
    void close();
}
