// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.SafeText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A promise was broken or cannot be kept (contract §3). The family is sealed: {@link OwnerLostException} concerns the whole
 * host, every {@link InstanceCommandException} only one instance. Each says whether its command took effect, and names
 * instance, key and holder where they are known. Misuse of the API is not in the family; it is an {@link
 * IllegalArgumentException} or {@link IllegalStateException}.
 */
public abstract sealed class InstanceStoreException extends RuntimeException
        permits OwnerLostException, InstanceCommandException {

    private static final long serialVersionUID = 1;

    /** Texts from elsewhere are shorter, so that what follows them is not cut off. */
    private static final int LONGEST = 4 * SafeText.LONGEST;

    /** Whether a command that failed took effect. */
    public enum Effect {
        /** Nothing was changed. */
        NONE,
        /** It may have been done: repeat the same command, with the same id, to settle it. */
        UNKNOWN,
        /**
         * It was done, by this attempt or by an earlier one with the same id, but the hold that it took cannot be given to the
         * handle. A repeat changes nothing; a new command loads the instance.
         */
        DONE
    }

    /** What a caller can do after a failure, which each failure has to say. */
    public enum Remedy {
        /** Repeat the command later; the handle stays usable. */
        REPEAT,
        /** Load the instance again with a new handle, or repeat the command with one; the old handle is freed. */
        LOAD_AGAIN,
        /** A repetition fails again until a person, another command or another version of the application changes the cause. */
        NONE
    }

    private final transient Subject subject;
    private final Effect effect;
    private final Remedy remedy;

    InstanceStoreException(String what, Subject subject, Effect effect, Remedy remedy, @Nullable Throwable cause) {
        super(message(SafeText.line(what, LONGEST), subject.text()), cause);
        this.subject = subject;
        this.effect = effect;
        this.remedy = remedy;
    }

    /** What stands before a subject ends with a colon or a comma. Without one it is the end of the sentence. */
    private static String message(String what, String subject) {
        boolean leadsNowhere = subject.isEmpty() && (what.endsWith(":") || what.endsWith(","));
        return leadsNowhere ? what.substring(0, what.length() - 1) : what + subject;
    }

    /** {@return whether the command took effect} */
    public Effect effect() {
        return effect;
    }

    /** {@return what a caller can do now} */
    public Remedy remedy() {
        return remedy;
    }

    /** {@return the instance, if it is known} */
    public Optional<InstanceId> instance() {
        return Optional.ofNullable(subject.instance());
    }

    /** {@return the key, if one is concerned} */
    public Optional<InstanceKey> key() {
        return Optional.ofNullable(subject.key());
    }

    /** {@return the owner that holds the instance, if it is known} */
    public Optional<Holder> holder() {
        return Optional.ofNullable(subject.holder());
    }

    /**
     * Whom a failure concerns.
     *
     * @param instance the instance, or null
     * @param key the key, or null
     * @param holder the holder, or null
     */
    public record Subject(
            @Nullable InstanceId instance,
            @Nullable InstanceKey key,
            @Nullable Holder holder) {

        /** Neither an instance nor a key nor a holder is known. */
        public static final Subject NONE = new Subject(null, null, null);

        /**
         * An instance.
         *
         * @param instance the instance, or null if it is not known
         * @return the subject
         */
        public static Subject of(@Nullable InstanceId instance) {
            return new Subject(instance, null, null);
        }

        /**
         * A key of an instance.
         *
         * @param instance the instance, or null if it is not known
         * @param key the key
         * @return the subject
         */
        public static Subject of(@Nullable InstanceId instance, InstanceKey key) {
            return new Subject(instance, key, null);
        }

        String text() {
            StringBuilder text = new StringBuilder();
            if (instance != null) {
                text.append(" instance=").append(instance);
            }
            if (key != null) {
                text.append(" key=").append(key);
            }
            if (holder != null) {
                text.append(" holder=").append(holder.owner());
            }
            return text.toString();
        }
    }
}
