// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import java.util.Objects;

/**
 * A message is posted: it is stored, and will be delivered or dead-lettered, even if the host that took it dies.
 *
 * @param messageId what names the message: as its sender has said, or else a new id
 * @param destination the instance, or the home of the key, that the message is for: by it the mailbox can be looked at
 */
public record PostReceipt(String messageId, InstanceId destination) {

    /** Checks that nothing is missing. */
    public PostReceipt {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(destination, "destination");
    }
}
