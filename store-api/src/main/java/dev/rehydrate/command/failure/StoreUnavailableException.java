// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be asked, and it is certain that nothing was changed: try again a little later, a bounded number of times. The
 * handle stays usable, unless the command was not answered in time or its caller was interrupted: then it is freed, and {@link
 * #remedy()} says so.
 */
public final class StoreUnavailableException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the trouble.
     *
     * @param what what could not be done
     * @param subject the instance
     * @param cause what led to it, or null
     */
    public StoreUnavailableException(String what, Subject subject, @Nullable Throwable cause) {
        this(what, subject, Remedy.REPEAT, cause);
    }

    private StoreUnavailableException(String what, Subject subject, Remedy remedy, @Nullable Throwable cause) {
        super("the store is unavailable (" + what + "), nothing was changed:", subject, Effect.NONE, remedy, cause);
    }

    /**
     * The failure of a command whose answer is not waited for any more.
     *
     * @param what what could not be done
     * @param subject the instance
     * @param cause what led to it, or null
     * @return the exception, after which the handle is freed
     */
    public static StoreUnavailableException notAwaited(String what, Subject subject, @Nullable Throwable cause) {
        return new StoreUnavailableException(what, subject, Remedy.LOAD_AGAIN, cause);
    }
}
