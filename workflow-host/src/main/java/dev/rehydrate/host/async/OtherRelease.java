// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import dev.rehydrate.command.failure.UnreadableValueException;

/**
 * Recognizes what only a host of another release may be able to read or to run. During a rolling upgrade hosts of two
 * releases run; the one that cannot do it leaves the instance or message to the others.
 */
public final class OtherRelease {

    private static final int DEEPEST = 20;

    private OtherRelease() {}

    /** Whether something failed because what was to be read is intact, and cannot be read by this release. */
    public static boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof UnreadableValueException unreadable && unreadable.mayBeReadableElsewhere()) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /**
     * Whether another release may be able to run an instance although this one failed to make its state or message: the stored
     * bytes are intact, and the classes of the application or the definition do not know what to do with them. An error counts too:
     * a class may be missing in this release, and a memory may be full on this node.
     */
    public static boolean mayRunDespite(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof UnreadableValueException unreadable) {
                return unreadable.mayBeReadableElsewhere();
            }
            if (cause instanceof DamagedHostStateException) {
                return false;
            }
            cause = cause.getCause();
        }
        return true;
    }
}
