// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.SlotOperation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells damage from what is sound and cannot be read here, for all that store slots. */
public final class DamagedSlot {

    private DamagedSlot() {}

    /**
     * Tells whether what cannot be read can be read by no release.
     *
     * @param why the failure of reading it
     * @return false if a newer or older release can, or it is too large
     */
    public static boolean isDamaged(Throwable why) {
        for (@Nullable Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof WireFormatException refused) {
                return refused.kind() == WireFormatException.Kind.DAMAGED;
            }
        }
        return true;
    }

    /**
     * Lets an operation decide on a slot that cannot be read.
     *
     * @param operation the operation
     * @param why the failure of reading it
     * @param <A> the type of the answer
     * @return what to do; empty if the operation fails for this reason and the slot stays as it is
     */
    public static <A> Optional<Decision<A>> decide(SlotOperation<A> operation, Throwable why) {
        return isDamaged(why) ? operation.decideDamaged() : Optional.empty();
    }
}
