// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything about an instance but its keys and values, at one moment.
 *
 * @param id the instance
 * @param revision which state of which life this is
 * @param token the fencing token of the present or last hold
 * @param state how far it has come
 * @param holder the owner that holds it, or null; the owner may have expired
 * @param hostType the kind of host it belongs to, or null
 * @param definition what it was made from, or null
 * @param suspension why it may not run, or null if it may
 * @param dueAt when it wants to run without a message, or null
 * @param createdAt when this life began
 * @param updatedAt when its content last changed
 * @param expiresAt when it will count as gone unless it is saved, held or released before, or null for never
 */
public record InstanceHeader(
        InstanceId id,
        Revision revision,
        FencingToken token,
        InstanceState state,
        @Nullable OwnerId holder,
        @Nullable String hostType,
        @Nullable DefinitionIdentity definition,
        @Nullable Suspension suspension,
        @Nullable Instant dueAt,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant expiresAt) {

    /** Checks that nothing is missing. */
    public InstanceHeader {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(revision, "revision");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(updatedAt, "updatedAt");
    }
}
