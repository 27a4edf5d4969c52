// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import dev.rehydrate.command.failure.UnreadableValueException;

/**
 * Recognizes values that a newer version has written. During a rolling upgrade hosts of two versions run; the older one
 * leaves such an instance or message to a host that can read it.
 */
public final class NewerVersion {

    private static final int DEEPEST = 20;

    private NewerVersion() {}

    /** Whether something failed because a newer version has written what was to be read. */
    public static boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof UnreadableValueException unreadable && unreadable.isOfNewerVersion()) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
