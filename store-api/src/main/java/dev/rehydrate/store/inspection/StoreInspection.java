// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.inspection;

import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks at owners and keys, for tools. Takes nothing and changes nothing. Safe for use by many threads. */
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
}
