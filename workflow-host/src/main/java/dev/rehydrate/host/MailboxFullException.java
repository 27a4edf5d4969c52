// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;

/**
 * As many messages wait for the instance as its mailbox takes, dead letters among them. Nothing was posted: post the message again when
 * some are delivered, or dead letters are redriven or discarded ({@link WorkflowHost#mailboxes()}).
 */
public final class MailboxFullException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the mailbox.
     *
     * @param destination for whom the message was
     * @param what how many messages wait there, for people
     */
    public MailboxFullException(InstanceId destination, String what) {
        super(
                "the mailbox is full, nothing was posted: post the message again when it has room; " + what
                        + " destination=" + destination,
                null);
    }
}
