// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import java.util.Objects;

/**
 * What a save has made.
 *
 * @param id the instance
 * @param revision its new state; the text form is the new ETag
 * @param token the fencing token under which it was saved
 * @param state how far the instance has come
 */
public record SaveReceipt(InstanceId id, Revision revision, FencingToken token, InstanceState state) {

    /** Checks that nothing is missing. */
    public SaveReceipt {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(revision, "revision");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(state, "state");
    }
}
