// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.failure.OutcomeUnknownException;

/**
 * A save whose outcome could not be resolved. Unlike a load it must not simply be repeated by another turn. Never leaves
 * the host.
 */
public final class UnresolvedOutcomeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient OutcomeUnknownException unknown;

    public UnresolvedOutcomeException(OutcomeUnknownException unknown) {
        super(unknown);
        this.unknown = unknown;
    }

    public OutcomeUnknownException unknown() {
        return unknown;
    }
}
