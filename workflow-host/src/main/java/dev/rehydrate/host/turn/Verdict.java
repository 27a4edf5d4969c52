// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.instance.InstanceId;
import org.jspecify.annotations.Nullable;

/** The result of one attempt at a call. */
sealed interface Verdict<R> {

    /** It is answered. */
    record Done<R>(CallOutcome<R> outcome) implements Verdict<R> {}

    /**
     * Nothing was changed, and another attempt may do better.
     *
     * @param tooLate the answer if there is no time for another, or null for a failure
     * @param failure that failure, or null if others were in the way
     * @param event the event to publish
     * @param heldElsewhere the instance whose release to wait for, or null if there is none
     * @param <R> the replies
     */
    record Retry<R>(
            @Nullable CallOutcome<R> tooLate,
            @Nullable Throwable failure,
            HostEvent.Kind event,
            @Nullable InstanceId heldElsewhere)
            implements Verdict<R> {

        Retry(@Nullable CallOutcome<R> tooLate, @Nullable Throwable failure, HostEvent.Kind event) {
            this(tooLate, failure, event, null);
        }

        Retry(@Nullable CallOutcome<R> tooLate, HostEvent.Kind event) {
            this(tooLate, null, event, null);
        }
    }

    /**
     * The key leads to an instance whose lane is another.
     *
     * @param address that lane
     * @param resident the instance, if this attempt has taken its hold
     * @param found whether this attempt has loaded it, so that the address is certain
     * @param <R> the replies
     */
    record Redirect<R>(InstanceId address, @Nullable Resident<?> resident, boolean found) implements Verdict<R> {}
}
