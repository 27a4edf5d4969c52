// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.inspection;

import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.slot.InstanceRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Looks at owners, keys and what was recorded of instances, for tools. Takes nothing and changes nothing. Safe for use by many threads. A look at
 * what is damaged fails with {@link CorruptRecordException}. Once the store is closed, each fails with
 * {@link StoreUnavailableException}.
 */
public interface StoreInspection {

    /** How long an answer may take. */
    Duration TIMEOUT = Duration.ofSeconds(10);

    /**
     * Lists all owners of the farm that have a record: those that live, and those that have expired and of which something is
     * left.
     *
     * @return the owners in the order of their ids; fails with {@link StoreUnavailableException} if the store does not answer
     */
    CompletableFuture<List<OwnerSighting>> owners();

    /**
     * Looks at a key from both sides.
     *
     * @param key the key
     * @return what its slot and the instance that is named there say of it; fails with {@link StoreUnavailableException} if the
     *     store does not answer
     */
    CompletableFuture<KeySighting> key(InstanceKey key);

    /**
     * Reads an instance as it is stored, in whatever state: with its keys, the encoded bytes of all its values, write-only ones
     * included, and what is promoted of them. For tools that copy instances without the classes of the application.
     *
     * @param instance the instance
     * @return what was stored at one moment, or empty if there is no such instance; fails with {@link StoreUnavailableException}
     *     if the store does not answer
     */
    CompletableFuture<Optional<InstanceRecord>> record(InstanceId instance);

    /**
     * Reads the last changes of an instance, in whatever state: what the flight recorder has kept of them. They are no promise: a
     * member of an older release that changes the instance drops them, and they begin anew.
     *
     * @param instance the instance
     * @return the changes of its present life, the oldest first; empty if there is no such instance, or nothing was recorded of it
     *     because the setting {@code recorded-changes} is 0; fails with {@link StoreUnavailableException} if the store does not answer
     */
    CompletableFuture<List<RecordedChange>> changes(InstanceId instance);

    /**
     * Reads what is stored at an id as it is stored, damaged or not: to keep a damaged record before it is {@linkplain StoreRepair#discardDamaged discarded}.
     *
     * @param id the id of an instance; or that with the bits of a key, for the claim on that key
     * @return its rows, in the words of the provider; empty if nothing is stored. Fails with {@link StoreUnavailableException} if the store does not answer, and
     *     with {@link UnsupportedOperationException} if it has no rows: one in memory, and one on a grid, also if that is written to a database behind it
     */
    CompletableFuture<List<StoredRow>> storedRows(InstanceId id);
}
