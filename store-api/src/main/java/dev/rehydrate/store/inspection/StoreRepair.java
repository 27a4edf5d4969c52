// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.inspection;

import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import java.util.concurrent.CompletableFuture;

/**
 * What a person can do about damaged records, which no command can read. Safe for use by many threads. Once the store is closed, each fails with
 * {@link StoreUnavailableException}.
 */
public interface StoreRepair {

    /**
     * Removes the record at an id if it is damaged. One that can be read stays, and so does one that is sound and of another release, which fails as with every
     * command. No other record is touched: the further keys of an instance are given free by the sweep, as those of an instance that was never saved.
     *
     * @param id the id of an instance; or that with the bits of a key, for the claim on that key
     * @return whether a damaged record was there, and is removed. False if there is none, or it can be read. Fails with {@link CorruptRecordException} if it
     *     cannot be read here and is not damaged, with {@link StoreUnavailableException} if nothing was done, and with {@link OutcomeUnknownException} if
     *     that is not known: it may be repeated
     */
    CompletableFuture<Boolean> discardDamaged(InstanceId id);

    /**
     * Makes sure that each further key that an instance lists leads to it, as after the record of a key was discarded. A key that another instance has by now is
     * taken from this one.
     *
     * @param instance the instance
     * @return completes when the keys are settled; without effect if there is no such instance. Fails as {@link #discardDamaged}
     */
    CompletableFuture<Void> restoreKeys(InstanceId instance);
}
