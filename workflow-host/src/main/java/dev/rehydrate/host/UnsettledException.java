// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.OutcomeUnknownException;

/** A save whose outcome could not be learned: unlike a load, it must not simply be tried again. Never leaves the host. */
final class UnsettledException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient OutcomeUnknownException unknown;

    UnsettledException(OutcomeUnknownException unknown) {
        super(unknown);
        this.unknown = unknown;
    }

    OutcomeUnknownException unknown() {
        return unknown;
    }
}
