// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import java.util.List;
import java.util.Objects;

/**
 * How a store is doing.
 *
 * @param status the verdict
 * @param reasons for people: what is not as it should be, the worst first; empty if all is well
 * @param facts the figures at that moment
 */
public record StoreHealth(Status status, List<String> reasons, StoreFacts facts) {

    /** The verdict. */
    public enum Status {
        /** Commands are answered, and no issue is known. */
        UP,
        /** Commands are answered, but something is not as it should be: one more failure may be one too many. */
        DEGRADED,
        /** Commands are not answered. */
        DOWN
    }

    /** Copies the list. */
    public StoreHealth {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(facts, "facts");
        reasons = List.copyOf(reasons);
    }
}
