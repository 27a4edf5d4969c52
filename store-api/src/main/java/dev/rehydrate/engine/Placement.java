// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import java.util.Objects;

/**
 * Where an instance is kept just now. It may be elsewhere a moment later, which does no harm: a command finds it wherever it is.
 *
 * @param member the process that decides about it, as host and port of its cluster
 * @param here whether that is this process
 */
public record Placement(String member, boolean here) {

    /** Checks that nothing is missing. */
    public Placement {
        Objects.requireNonNull(member, "member");
    }
}
