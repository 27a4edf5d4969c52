// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

/**
 * The handle was freed: closed, superseded by a newer handle, or freed by a command that released the instance. Nothing was
 * changed (contract §1.4). Make a new handle.
 */
public final class HandleFreedException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the handle.
     *
     * @param subject the instance it was bound to
     */
    public HandleFreedException(Subject subject) {
        super(
                "the handle is freed, nothing was changed: make a new handle",
                subject,
                Effect.NONE,
                Remedy.LOAD_AGAIN,
                null);
    }
}
