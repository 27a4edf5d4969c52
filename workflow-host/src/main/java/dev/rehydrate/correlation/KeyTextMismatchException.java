// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.InstanceKey;

/**
 * The key of a message leads to an instance whose key was made from another text: a collision of hashes, found by chance or
 * made on purpose. The message was not delivered, the instance is as it was. The exception does not show the text of the
 * instance.
 */
public final class KeyTextMismatchException extends CorrelationException {

    private static final long serialVersionUID = 1;

    private final transient InstanceKey key;

    /**
     * Describes the message.
     *
     * @param asked the key of the message
     */
    public KeyTextMismatchException(CorrelationKey asked) {
        super("the message was not delivered: key " + asked.key()
                + " was made from another content than this message's, '" + asked.text()
                + "'; use another value, or another key algorithm");
        this.key = asked.key();
    }

    /** {@return the key that two contents share} */
    public InstanceKey key() {
        return key;
    }
}
