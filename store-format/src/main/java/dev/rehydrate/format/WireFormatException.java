// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The only way in which bytes are refused. The message never holds their content. */
public final class WireFormatException extends IOException {

    private static final long serialVersionUID = 1;

    /** Why bytes are refused. */
    public enum Kind {
        /** A newer version wrote them, and says that this one cannot read them. */
        NEWER,
        /** A version wrote them that is no longer supported. */
        OLDER,
        /** They are truncated, changed or something else altogether. */
        DAMAGED,
        /** They are sound, but hold more than the reader takes or the format can carry. */
        TOO_LARGE
    }

    private final Kind kind;

    WireFormatException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** {@return why the bytes are refused} */
    public Kind kind() {
        return kind;
    }
}
