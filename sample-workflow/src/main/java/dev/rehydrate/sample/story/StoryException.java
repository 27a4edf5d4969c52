// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import dev.rehydrate.instance.SafeText;
import org.jspecify.annotations.Nullable;

/** A file of sessions cannot be played, because of what it says in one line, or because it cannot be read. */
public final class StoryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the trouble.
     *
     * @param what where it is, what it is, and what to do about it
     * @param cause what led to it, or null
     */
    public StoryException(String what, @Nullable Throwable cause) {
        super(SafeText.line(what), cause);
    }

    static StoryException at(int line, String what) {
        return new StoryException("line " + line + ": " + what, null);
    }
}
