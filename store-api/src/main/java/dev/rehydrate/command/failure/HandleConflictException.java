// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

/**
 * Another live handle of the same owner holds the instance under the same or a newer token. Nothing was changed and this
 * handle is freed (contract §1.8). Look in the host's own cache.
 */
public final class HandleConflictException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the conflict.
     *
     * @param subject the instance
     */
    public HandleConflictException(Subject subject) {
        super(
                "another handle of this owner holds the instance: use that one",
                subject,
                Effect.NONE,
                Remedy.LOAD_AGAIN,
                null);
    }
}
