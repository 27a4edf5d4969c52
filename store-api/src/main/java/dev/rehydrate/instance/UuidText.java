// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.UUID;

/** The usual form of a UUID: 8, 4, 4, 4 and 12 digits. */
final class UuidText {

    private UuidText() {}

    /**
     * Reads a UUID. {@link UUID#fromString} also reads parts of other lengths: a text that has lost a digit on its way would name another
     * instance.
     *
     * @throws IllegalArgumentException if the text is not of the usual form
     */
    static UUID parse(String text) {
        UUID uuid = null;
        try {
            uuid = UUID.fromString(text);
        } catch (IllegalArgumentException notOne) {
            // Its message has the text as it came, with line breaks and control characters.
        }
        if (uuid == null || !uuid.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException("not a UUID of 8-4-4-4-12 digits: '" + SafeText.line(text) + "'");
        }
        return uuid;
    }
}
