// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import org.jspecify.annotations.Nullable;

/**
 * No answer came in time, or it was lost: the command may have been done or may still be done. The handle is freed. Repeat the
 * same command, with the same id, on a new handle to settle it, or load the instance again before anything else. A command
 * that is meant to be repeated says which revision it {@linkplain Expected expects}: others may have written meanwhile.
 */
public final class OutcomeUnknownException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the trouble.
     *
     * @param what what was being done
     * @param subject the instance
     * @param cause what led to it, or null
     */
    public OutcomeUnknownException(String what, Subject subject, @Nullable Throwable cause) {
        super(
                "the outcome is unknown (" + what + "): repeat the same command with its id to settle it,",
                subject,
                Effect.UNKNOWN,
                cause);
    }
}
