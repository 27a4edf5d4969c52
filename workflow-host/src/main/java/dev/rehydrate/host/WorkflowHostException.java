// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import org.jspecify.annotations.Nullable;

/**
 * A message that could not be worked on, for a reason that the host knows. Nothing of it was kept. What the store reports
 * comes as {@code InstanceStoreException}, what is wrong with a key as {@code CorrelationException}.
 */
public abstract sealed class WorkflowHostException extends RuntimeException
        permits DeadlinePassedException,
                ForeignInstanceException,
                HostFullException,
                HostStoppedException,
                MailboxClosedException,
                TurnFailedException,
                TurnRefusedException {

    private static final long serialVersionUID = 1;

    WorkflowHostException(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
