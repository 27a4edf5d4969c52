// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.typed;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A method of {@link Instances} or {@link LockedInstance} could not do what it is for. The message says what happened to which
 * key, whether it took effect, and what to do. The family is sealed.
 */
public abstract sealed class InstanceAccessException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient InstanceKey key;
    private final Effect effect;

    private InstanceAccessException(String what, InstanceKey key, Effect effect, @Nullable Throwable cause) {
        super(what + "; key=" + key, cause);
        this.key = key;
        this.effect = effect;
    }

    /** {@return the key of the instance} */
    public InstanceKey key() {
        return key;
    }

    /** {@return whether the call took effect: not, or not known} */
    public Effect effect() {
        return effect;
    }

    /** No instance has the key, or the instance has ended. Nothing was changed. */
    public static final class NotFound extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes what is missing.
         *
         * @param what what happened, and what to do
         * @param key the key
         */
        public NotFound(String what, InstanceKey key) {
            super(what, key, Effect.NONE, null);
        }
    }

    /** An instance has the key already. Nothing was changed. */
    public static final class AlreadyExists extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes what is there.
         *
         * @param what what happened, and what to do
         * @param key the key
         * @param cause what the store answered, or null
         */
        public AlreadyExists(String what, InstanceKey key, @Nullable Throwable cause) {
            super(what, key, Effect.NONE, cause);
        }
    }

    /** The key belongs to an instance of another kind. Nothing was changed. */
    public static final class OfOtherKind extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes what is there.
         *
         * @param what what happened, and what to do
         * @param key the key
         */
        public OfOtherKind(String what, InstanceKey key) {
            super(what, key, Effect.NONE, null);
        }
    }

    /** Other writers changed the instance first, in each attempt until the deadline. Nothing was changed. */
    public static final class Contended extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes the attempts.
         *
         * @param what what happened, and what to do
         * @param key the key
         */
        public Contended(String what, InstanceKey key) {
            super(what, key, Effect.NONE, null);
        }
    }

    /** Another caller had the lock of the instance until the deadline. Nothing was changed. */
    public static final class Locked extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        private final transient @Nullable Holder holder;

        /**
         * Describes the lock.
         *
         * @param what what happened, and what to do
         * @param key the key
         * @param holder who has the lock, or null if it is a caller of the same store
         */
        public Locked(String what, InstanceKey key, @Nullable Holder holder) {
            super(what, key, Effect.NONE, null);
            this.holder = holder;
        }

        /** {@return who has the lock, or empty if it is a caller of the same store} */
        public Optional<Holder> holder() {
            return Optional.ofNullable(holder);
        }
    }

    /** The lock of the caller has ended before the call, which changed nothing. */
    public static final class LockLost extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes the loss.
         *
         * @param what what happened, and what to do
         * @param key the key
         * @param cause what the store said, or null
         */
        public LockLost(String what, InstanceKey key, @Nullable Throwable cause) {
            super(what, key, Effect.NONE, cause);
        }
    }

    /** The store could not be asked in time, and nothing was changed. */
    public static final class Unavailable extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes the trouble.
         *
         * @param what what happened, and what to do
         * @param key the key
         * @param cause the last failure
         */
        public Unavailable(String what, InstanceKey key, Throwable cause) {
            super(what, key, Effect.NONE, cause);
        }
    }

    /** It is not known whether the call took effect, or will do so later. Read the instance before anything else. */
    public static final class OutcomeUnknown extends InstanceAccessException {

        private static final long serialVersionUID = 1;

        /**
         * Describes the doubt.
         *
         * @param what what happened, and what to do
         * @param key the key
         * @param cause the last failure
         */
        public OutcomeUnknown(String what, InstanceKey key, Throwable cause) {
            super(what, key, Effect.UNKNOWN, cause);
        }
    }
}
