// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import org.jspecify.annotations.Nullable;

/** Why an operation was not done. A refusal leaves the slot exactly as it was. */
public sealed interface Refusal {

    /** There is no instance here, it has no data yet, or it does not list the key. */
    record NotFound() implements Refusal {}

    /**
     * Another owner holds the instance.
     *
     * @param holder the owner, which may be dead without the caller knowing
     */
    record HeldBy(OwnerId holder) implements Refusal {}

    /**
     * The caller's own owner holds the instance, by another handle or by none.
     *
     * @param hold that hold
     */
    record AlreadyMine(Hold hold) implements Refusal {}

    /** The hold that was presented is not the present one. */
    record HoldLost() implements Refusal {}

    /**
     * The instance has ended and was kept.
     *
     * @param instance the instance
     */
    record InstanceCompleted(InstanceId instance) implements Refusal {}

    /**
     * The instance lists the key as completed.
     *
     * @param instance the instance
     */
    record KeyCompleted(InstanceId instance) implements Refusal {}

    /**
     * Something else is here than was expected.
     *
     * @param current the present revision, or null if there is no instance
     */
    record Mismatch(@Nullable Revision current) implements Refusal {}

    /**
     * The id for a new instance is in use.
     *
     * @param instance the instance that uses it
     */
    record IdInUse(InstanceId instance) implements Refusal {}

    /**
     * The key is claimed for another instance, which may or may not list it.
     *
     * @param key the key
     * @param claim the claim that was found
     */
    record KeyClaimed(InstanceKey key, KeyClaim claim) implements Refusal {}

    /**
     * The key belongs to an instance and cannot be associated.
     *
     * @param key the key
     * @param instance the instance that lists it
     */
    record KeyBelongsTo(InstanceKey key, InstanceId instance) implements Refusal {}

    /**
     * The instance does not list the key, or the key would have to be completed first.
     *
     * @param key the key
     */
    record KeyNotAssociated(InstanceKey key) implements Refusal {}

    /**
     * The command comes after later commands of its origin, and those before them are forgotten: it may have been carried
     * out earlier, and is not carried out now.
     */
    record TooLateToTell() implements Refusal {}

    /**
     * The claims under which the command wants to commit were revoked; they must be made again.
     *
     * @param epoch the epoch under which to make them
     */
    record ClaimsRevoked(long epoch) implements Refusal {}
}
