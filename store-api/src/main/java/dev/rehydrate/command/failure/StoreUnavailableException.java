// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be asked, and it is certain that nothing was changed. The handle stays usable unless it says otherwise;
 * try again a little later, a bounded number of times.
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
        super(
                "the store is unavailable (" + what + "), nothing was changed:",
                subject,
                Effect.NONE,
                Remedy.REPEAT,
                cause);
    }
}
