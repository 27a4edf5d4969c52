// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.KeyClaim;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why an operation was not done. A refusal leaves the slot exactly as it was.
 *
 * <p>There are three families of refusals and one that stands alone. Readers fold the family and then the refusal: a refusal
 * that is added does not compile until every reader says what it means.
 */
public sealed interface Refusal {

    /**
     * Gives one result for each family of refusals.
     *
     * @param state for refusals because of what is stored
     * @param hold for refusals because of the hold
     * @param key for refusals because of keys and their claims
     * @param tooLate for {@link TooLateToTell}
     * @param <T> the type of the result
     * @return the result of the function for this refusal
     */
    <T> T fold(
            Function<OfState, T> state,
            Function<OfHold, T> hold,
            Function<OfKey, T> key,
            Function<TooLateToTell, T> tooLate);

    /** The slot does not store what the operation needs. */
    sealed interface OfState extends Refusal {

        /**
         * Gives one result for each refusal of this family.
         *
         * @param notFound for {@link NotFound}
         * @param mismatch for {@link Mismatch}
         * @param idInUse for {@link IdInUse}
         * @param instanceCompleted for {@link InstanceCompleted}
         * @param keyCompleted for {@link KeyCompleted}
         * @param <T> the type of the result
         * @return the result of the function for this refusal
         */
        <T> T foldState(
                Function<NotFound, T> notFound,
                Function<Mismatch, T> mismatch,
                Function<IdInUse, T> idInUse,
                Function<InstanceCompleted, T> instanceCompleted,
                Function<KeyCompleted, T> keyCompleted);

        @Override
        default <T> T fold(
                Function<OfState, T> state,
                Function<OfHold, T> hold,
                Function<OfKey, T> key,
                Function<TooLateToTell, T> tooLate) {
            return state.apply(this);
        }
    }

    /** The caller has no hold, or not the present one. */
    sealed interface OfHold extends Refusal {

        /**
         * Gives one result for each refusal of this family.
         *
         * @param heldBy for {@link HeldBy}
         * @param alreadyMine for {@link AlreadyMine}
         * @param holdLost for {@link HoldLost}
         * @param <T> the type of the result
         * @return the result of the function for this refusal
         */
        <T> T foldHold(
                Function<HeldBy, T> heldBy, Function<AlreadyMine, T> alreadyMine, Function<HoldLost, T> holdLost);

        @Override
        default <T> T fold(
                Function<OfState, T> state,
                Function<OfHold, T> hold,
                Function<OfKey, T> key,
                Function<TooLateToTell, T> tooLate) {
            return hold.apply(this);
        }
    }

    /** A key, or the claim on it, is in the way. */
    sealed interface OfKey extends Refusal {

        /**
         * Gives one result for each refusal of this family.
         *
         * @param claimed for {@link KeyClaimed}
         * @param belongs for {@link KeyBelongsTo}
         * @param notAssociated for {@link KeyNotAssociated}
         * @param revoked for {@link ClaimsRevoked}
         * @param <T> the type of the result
         * @return the result of the function for this refusal
         */
        <T> T foldKey(
                Function<KeyClaimed, T> claimed,
                Function<KeyBelongsTo, T> belongs,
                Function<KeyNotAssociated, T> notAssociated,
                Function<ClaimsRevoked, T> revoked);

        @Override
        default <T> T fold(
                Function<OfState, T> state,
                Function<OfHold, T> hold,
                Function<OfKey, T> key,
                Function<TooLateToTell, T> tooLate) {
            return key.apply(this);
        }
    }

    /** There is no instance here, it has no data yet, or it does not list the key. */
    record NotFound() implements OfState {
        @Override
        public <T> T foldState(
                Function<NotFound, T> notFound,
                Function<Mismatch, T> mismatch,
                Function<IdInUse, T> idInUse,
                Function<InstanceCompleted, T> instanceCompleted,
                Function<KeyCompleted, T> keyCompleted) {
            return notFound.apply(this);
        }
    }

    /**
     * Another owner holds the instance.
     *
     * @param holder the owner, which may have expired without the caller knowing
     */
    record HeldBy(OwnerId holder) implements OfHold {
        @Override
        public <T> T foldHold(
                Function<HeldBy, T> heldBy, Function<AlreadyMine, T> alreadyMine, Function<HoldLost, T> holdLost) {
            return heldBy.apply(this);
        }
    }

    /**
     * The caller's own owner holds the instance, by another handle or by none.
     *
     * @param hold that hold
     */
    record AlreadyMine(Hold hold) implements OfHold {
        @Override
        public <T> T foldHold(
                Function<HeldBy, T> heldBy, Function<AlreadyMine, T> alreadyMine, Function<HoldLost, T> holdLost) {
            return alreadyMine.apply(this);
        }
    }

    /** The hold that was presented is not the present one. */
    record HoldLost() implements OfHold {
        @Override
        public <T> T foldHold(
                Function<HeldBy, T> heldBy, Function<AlreadyMine, T> alreadyMine, Function<HoldLost, T> holdLost) {
            return holdLost.apply(this);
        }
    }

    /**
     * The instance has ended and was kept.
     *
     * @param instance the instance
     */
    record InstanceCompleted(InstanceId instance) implements OfState {
        @Override
        public <T> T foldState(
                Function<NotFound, T> notFound,
                Function<Mismatch, T> mismatch,
                Function<IdInUse, T> idInUse,
                Function<InstanceCompleted, T> instanceCompleted,
                Function<KeyCompleted, T> keyCompleted) {
            return instanceCompleted.apply(this);
        }
    }

    /**
     * The instance lists the key as completed.
     *
     * @param instance the instance
     */
    record KeyCompleted(InstanceId instance) implements OfState {
        @Override
        public <T> T foldState(
                Function<NotFound, T> notFound,
                Function<Mismatch, T> mismatch,
                Function<IdInUse, T> idInUse,
                Function<InstanceCompleted, T> instanceCompleted,
                Function<KeyCompleted, T> keyCompleted) {
            return keyCompleted.apply(this);
        }
    }

    /**
     * Something else is here than was expected.
     *
     * @param current the present revision, or null if there is no instance
     */
    record Mismatch(@Nullable Revision current) implements OfState {
        @Override
        public <T> T foldState(
                Function<NotFound, T> notFound,
                Function<Mismatch, T> mismatch,
                Function<IdInUse, T> idInUse,
                Function<InstanceCompleted, T> instanceCompleted,
                Function<KeyCompleted, T> keyCompleted) {
            return mismatch.apply(this);
        }
    }

    /**
     * The id for a new instance is in use.
     *
     * @param instance the instance that uses it
     */
    record IdInUse(InstanceId instance) implements OfState {
        @Override
        public <T> T foldState(
                Function<NotFound, T> notFound,
                Function<Mismatch, T> mismatch,
                Function<IdInUse, T> idInUse,
                Function<InstanceCompleted, T> instanceCompleted,
                Function<KeyCompleted, T> keyCompleted) {
            return idInUse.apply(this);
        }
    }

    /**
     * The key is claimed for another instance, which may or may not list it.
     *
     * @param key the key
     * @param claim the claim that was found
     */
    record KeyClaimed(InstanceKey key, KeyClaim claim) implements OfKey {
        @Override
        public <T> T foldKey(
                Function<KeyClaimed, T> claimed,
                Function<KeyBelongsTo, T> belongs,
                Function<KeyNotAssociated, T> notAssociated,
                Function<ClaimsRevoked, T> revoked) {
            return claimed.apply(this);
        }
    }

    /**
     * The key belongs to an instance and cannot be associated.
     *
     * @param key the key
     * @param instance the instance that lists it
     */
    record KeyBelongsTo(InstanceKey key, InstanceId instance) implements OfKey {
        @Override
        public <T> T foldKey(
                Function<KeyClaimed, T> claimed,
                Function<KeyBelongsTo, T> belongs,
                Function<KeyNotAssociated, T> notAssociated,
                Function<ClaimsRevoked, T> revoked) {
            return belongs.apply(this);
        }
    }

    /**
     * The instance does not list the key, or the key would have to be completed first.
     *
     * @param key the key
     */
    record KeyNotAssociated(InstanceKey key) implements OfKey {
        @Override
        public <T> T foldKey(
                Function<KeyClaimed, T> claimed,
                Function<KeyBelongsTo, T> belongs,
                Function<KeyNotAssociated, T> notAssociated,
                Function<ClaimsRevoked, T> revoked) {
            return notAssociated.apply(this);
        }
    }

    /**
     * The command comes after later commands of its origin, and those before them are forgotten: it may have been carried
     * out earlier, and is not carried out now.
     */
    record TooLateToTell() implements Refusal {
        @Override
        public <T> T fold(
                Function<OfState, T> state,
                Function<OfHold, T> hold,
                Function<OfKey, T> key,
                Function<TooLateToTell, T> tooLate) {
            return tooLate.apply(this);
        }
    }

    /**
     * The claims under which the command wants to commit were revoked; they must be made again.
     *
     * @param epoch the epoch under which to make them
     */
    record ClaimsRevoked(long epoch) implements OfKey {
        @Override
        public <T> T foldKey(
                Function<KeyClaimed, T> claimed,
                Function<KeyBelongsTo, T> belongs,
                Function<KeyNotAssociated, T> notAssociated,
                Function<ClaimsRevoked, T> revoked) {
            return revoked.apply(this);
        }
    }
}
