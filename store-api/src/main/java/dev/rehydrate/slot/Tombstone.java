// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.Revision;
import java.util.Objects;

/**
 * What is remembered of an instance that is gone, so that a later life of the same id is told from it.
 *
 * @param revision the last state of the last life
 * @param token the last fencing token of that life
 */
public record Tombstone(Revision revision, FencingToken token) {

    /** Checks that nothing is missing. */
    public Tombstone {
        Objects.requireNonNull(revision, "revision");
        Objects.requireNonNull(token, "token");
    }
}
