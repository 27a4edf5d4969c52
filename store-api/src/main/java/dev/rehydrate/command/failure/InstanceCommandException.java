// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import org.jspecify.annotations.Nullable;

/** A failure that concerns one instance; the host goes on (contract §3.2). */
public abstract sealed class InstanceCommandException extends InstanceStoreException
        permits CorruptRecordException,
                HandleConflictException,
                HandleFreedException,
                InstanceCollisionException,
                KeyCollisionException,
                KeyNotAssociatedException,
                LeaseLostException,
                OutcomeUnknownException,
                StoreUnavailableException,
                UnreadableValueException,
                UnwritableValueException {

    private static final long serialVersionUID = 1;

    InstanceCommandException(String what, Subject subject, Effect effect, Remedy remedy, @Nullable Throwable cause) {
        super(what, subject, effect, remedy, cause);
    }
}
