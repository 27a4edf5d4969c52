// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import org.jspecify.annotations.Nullable;

/**
 * What became of completing all instances of a definition.
 *
 * @param completed how many were ended
 * @param left how many there were at the end: with messages to send first, busy until the time
 *     was over, begun meanwhile, or refused by the store
 * @param gap why there may be more that could not be listed, as {@link dev.rehydrate.command.outcome.InstancePage#gap()} says it;
 *     null if there are none
 */
public record BulkCompletionResult(
        int completed, long left, @Nullable String gap) {

    /**
     * Of a definition whose instances could all be listed.
     *
     * @param completed how many were ended
     * @param left how many there were at the end
     */
    public BulkCompletionResult(int completed, long left) {
        this(completed, left, null);
    }
}
