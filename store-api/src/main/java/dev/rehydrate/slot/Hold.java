// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.FencingToken;
import java.util.Objects;

/**
 * A hold as its holder presents it: which life, under which token.
 *
 * @param incarnation the life of the instance
 * @param token the fencing token
 */
public record Hold(long incarnation, FencingToken token) {

    /** Checks that nothing is missing. */
    public Hold {
        Objects.requireNonNull(token, "token");
    }

    /**
     * Tells which of two holds on one instance was given later.
     *
     * @param other another hold on the same instance
     * @return whether this one was given after it
     */
    public boolean isAfter(Hold other) {
        return incarnation == other.incarnation ? token.compareTo(other.token) > 0 : incarnation > other.incarnation;
    }

    /**
     * The hold under which an instance is held just now, or was held last.
     *
     * @param record the instance
     * @return its life and token
     */
    public static Hold of(InstanceRecord record) {
        return new Hold(
                record.header().revision().incarnation(), record.header().token());
    }
}
