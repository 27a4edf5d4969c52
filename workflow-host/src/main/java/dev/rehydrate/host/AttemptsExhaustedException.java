// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import org.jspecify.annotations.Nullable;

/**
 * The turn of a call was begun as often as {@link HostBuilder#maxAttempts} allows, and each save was refused because the
 * instance had changed meanwhile. Nothing of the turns was kept, and there was time left: send the message again later, or
 * raise the limit.
 */
public final class AttemptsExhaustedException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the call.
     *
     * @param operation the operation
     * @param instance the instance, or null if it is not known where the key leads
     * @param key the text of the key by which the message came, or null
     * @param attempts how often the turn was begun
     */
    public AttemptsExhaustedException(
            String operation, @Nullable InstanceId instance, @Nullable String key, int attempts) {
        super(
                "the turn was begun " + attempts
                        + " times, as often as maxAttempts allows, and other changes of the instance"
                        + " came first each time; nothing was changed: send the message again later; operation="
                        + operation
                        + concerning(instance, key),
                null);
    }
}
