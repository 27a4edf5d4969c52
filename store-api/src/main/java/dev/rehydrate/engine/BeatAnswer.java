// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.instance.OwnerId;
import java.util.Objects;
import java.util.Set;

/**
 * What a store is told that moved the beats of its owners and read those of others in one call.
 *
 * @param refused those of its owners that are not there any more or have expired, which is final; the beats of all others were
 *     moved
 * @param news what the store is told of the owners that it watches
 */
public record BeatAnswer(Set<OwnerId> refused, OwnerNews news) {

    /** Copies the set. */
    public BeatAnswer {
        refused = Set.copyOf(refused);
        Objects.requireNonNull(news, "news");
    }
}
