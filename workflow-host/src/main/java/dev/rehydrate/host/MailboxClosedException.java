// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;

/**
 * A message could not be put into the mailbox of its instance: it was held elsewhere until the deadline, or it is
 * suspended. Nothing was posted.
 */
public final class MailboxClosedException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the attempt.
     *
     * @param destination for whom the message was
     * @param answer what the mailbox answered
     */
    public MailboxClosedException(InstanceId destination, String answer) {
        super(
                "the mailbox takes no messages just now, nothing was posted: post the message again; destination="
                        + destination + " answer=" + answer,
                null);
    }
}
