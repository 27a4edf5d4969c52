// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import java.io.IOException;

/** Bytes that no writer has made. The frame around them says which kind of thing is damaged. */
public final class DamagedException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the damage.
     *
     * @param message what is wrong, without any content
     */
    public DamagedException(String message) {
        super(message);
    }
}
