// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.slot.Hold;
import java.util.Objects;

/** What a caller presents of a hold (contract §2.1). */
public sealed interface LockProof {

    /** The caller holds nothing. */
    record Nothing() implements LockProof {}

    /**
     * The caller's handle holds the instance.
     *
     * @param hold its hold
     */
    record Holding(Hold hold) implements LockProof {
        /** Checks that nothing is missing. */
        public Holding {
            Objects.requireNonNull(hold, "hold");
        }
    }

    /**
     * The caller's owner holds the instance, but no live handle of it does: the hold of an abandoned handle, which passes
     * to the caller under a new token (contract §1.8, reclaim).
     *
     * @param hold the abandoned hold
     */
    record Abandoned(Hold hold) implements LockProof {
        /** Checks that nothing is missing. */
        public Abandoned {
            Objects.requireNonNull(hold, "hold");
        }
    }
}
