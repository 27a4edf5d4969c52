// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.instance.InstanceId;

/** A later release has written what a host stores beside the state, in a form of which this one would drop a part. */
final class NewerHostValueException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String valueName;

    NewerHostValueException(String valueName, int version, int knownVersion) {
        super("what the host stores there is of version " + version + "; this release of Rehydrate reads up to "
                + knownVersion);
        this.valueName = valueName;
    }

    /** The same as of any other value that a later release has written. */
    UnreadableValueException of(InstanceId instance) {
        return new UnreadableValueException(
                instance,
                valueName,
                new ValueCodingException(Reason.NEWER_VERSION, String.valueOf(getMessage()), this));
    }
}
