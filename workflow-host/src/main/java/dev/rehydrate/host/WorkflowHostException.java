// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * A message that could not be worked on, for a reason that the host knows. Nothing of it was kept. What the store reports
 * comes as {@code InstanceStoreException}, what is wrong with a key as {@code CorrelationException}.
 */
public abstract sealed class WorkflowHostException extends RuntimeException
        permits AttemptsExhaustedException,
                DeadlinePassedException,
                ForeignInstanceException,
                HostFullException,
                HostStoppedException,
                MailboxClosedException,
                MailboxFullException,
                TurnFailedException,
                TurnRefusedException {

    private static final long serialVersionUID = 1;

    /** Texts from elsewhere are shorter, so that what follows them is not cut off. */
    private static final int LONGEST = 4 * SafeText.LONGEST;

    WorkflowHostException(String what, @Nullable Throwable cause) {
        super(SafeText.line(what, LONGEST), cause);
    }

    /** Names the instance, if it is known, and the key by which the message came, which people know it by. */
    static String concerning(@Nullable InstanceId instance, @Nullable String key) {
        return (instance == null ? "" : " instance=" + instance) + (key == null ? "" : " key=" + key);
    }
}
