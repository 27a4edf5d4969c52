// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * The handler of an operation failed; {@link #getCause()} is what it threw. Nothing of the turn was kept, the instance is as
 * it was when it was last saved.
 */
public final class TurnFailedException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    private final transient InstanceId instance;

    /**
     * Describes the turn.
     *
     * @param operation the operation
     * @param instance the instance
     * @param key the text of the key by which the message came, or null
     * @param cause what the handler threw
     */
    public TurnFailedException(String operation, InstanceId instance, @Nullable String key, Throwable cause) {
        super(
                "the turn failed (" + SafeText.line(cause) + "), nothing of it was kept: operation=" + operation
                        + concerning(instance, key),
                cause);
        this.instance = instance;
    }

    /** {@return the instance} */
    public InstanceId instance() {
        return instance;
    }
}
