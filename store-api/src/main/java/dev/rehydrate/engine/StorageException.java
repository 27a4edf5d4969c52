// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.command.InstanceStoreException.Effect;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The only way in which an engine fails. It says whether the operation may have been done, and never guesses: {@link
 * Effect#NONE} is a promise.
 */
public final class StorageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Effect effect;

    /**
     * Describes the trouble.
     *
     * @param effect whether the operation may have been done
     * @param what what a person should know
     * @param cause what led to it, or null
     */
    public StorageException(Effect effect, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.effect = Objects.requireNonNull(effect, "effect");
    }

    /** {@return whether the operation may have been done} */
    public Effect effect() {
        return effect;
    }
}
