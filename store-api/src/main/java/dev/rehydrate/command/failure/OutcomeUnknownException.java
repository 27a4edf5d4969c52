// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import org.jspecify.annotations.Nullable;

/**
 * No answer came in time, or it was lost: the command may have been done or may still be done. The handle is freed. Repeat the
 * same command, with the same id, on a new handle to settle it, or load the instance again before anything else. A command
 * that is meant to be repeated says which revision it {@linkplain Expected expects}: others may have written meanwhile.
 *
 * <p>An answer that can change by itself does not settle it. A repeat that is answered <em>held</em> by another owner, or fails because the
 * store is {@linkplain StoreUnavailableException unavailable}, has changed nothing, but the first attempt may still be carried out
 * afterwards: repeat the same command until it is answered otherwise.
 *
 * <p>A repeat can come too late: the instance has forgotten whether it was carried out, because its origin gave later commands
 * since (see {@link CommandId}). Then this exception says so, {@link #canBeSettled()} is false, and the repeat changed
 * nothing. Only the instance itself can tell what became of the first attempt.
 */
public final class OutcomeUnknownException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    private final boolean canBeSettled;

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
                Remedy.LOAD_AGAIN,
                cause);
        this.canBeSettled = true;
    }

    private OutcomeUnknownException(Subject subject) {
        super(
                "the outcome is unknown: the command comes after later commands of its origin and may have been carried out"
                        + " before them; it was not carried out now. Load the instance, look whether it has the change,"
                        + " and give a new command if it has not,",
                subject,
                Effect.UNKNOWN,
                Remedy.LOAD_AGAIN,
                null);
        this.canBeSettled = false;
    }

    /**
     * The outcome of a repeat that comes too late.
     *
     * @param subject the instance
     * @return the exception
     */
    public static OutcomeUnknownException tooLateToTell(Subject subject) {
        return new OutcomeUnknownException(subject);
    }

    /** {@return whether repeating the same command can settle the outcome} */
    public boolean canBeSettled() {
        return canBeSettled;
    }
}
