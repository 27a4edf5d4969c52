// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The only way in which an engine fails. It says whether the operation may have been done, and never guesses: {@link
 * Effect#NONE} is a promise.
 */
public final class StorageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Effect effect;
    private final boolean corrupt;

    /**
     * Describes the trouble.
     *
     * @param effect whether the operation may have been done
     * @param what what a person should know
     * @param cause what led to it, or null
     * @throws IllegalArgumentException if the effect is {@link Effect#DONE}
     */
    public StorageException(Effect effect, String what, @Nullable Throwable cause) {
        this(effect, what, cause, false);
    }

    private StorageException(Effect effect, String what, @Nullable Throwable cause, boolean corrupt) {
        super(what, cause);
        if (Objects.requireNonNull(effect, "effect") == Effect.DONE) {
            throw new IllegalArgumentException("an operation that was done is answered with its reply");
        }
        this.effect = effect;
        this.corrupt = corrupt;
    }

    /**
     * Describes a record that no store has written, or that is damaged. The operation was not done, and fails again for as
     * long as the record is there.
     *
     * @param what where it is, and what was found there
     * @param cause what led to it, or null
     * @return the failure
     */
    public static StorageException corrupt(String what, @Nullable Throwable cause) {
        return new StorageException(Effect.NONE, what, cause, true);
    }

    /** {@return whether the operation may have been done} */
    public Effect effect() {
        return effect;
    }

    /** {@return whether a stored record cannot be used, so that the same operation will fail again} */
    public boolean isCorrupt() {
        return corrupt;
    }
}
