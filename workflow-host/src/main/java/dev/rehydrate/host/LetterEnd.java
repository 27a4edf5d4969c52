// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.agenda.Letter;
import dev.rehydrate.instance.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;

/** Says what the answer of its instance means for a posted message. */
record LetterEnd<R>(HostSettings settings, Letter letter) implements CallOutcome.Cases<R, DeliveryEnd> {

    private static final int FIRST_LOOK_SECONDS = 1;
    private static final int SELDOM_LOOK_SECONDS = 10;

    private static final int LONGEST_PROBLEM = 500;

    @Override
    public DeliveryEnd replied(CallOutcome.Replied<R> answer) {
        return new DeliveryEnd.Delivered();
    }

    @Override
    public DeliveryEnd unknownInstance(CallOutcome.UnknownInstance<R> answer) {
        Instant awaits = letter.head().awaits();
        Instant now = settings.clock().instant();
        if (awaits == null || !now.isBefore(awaits)) {
            return new DeliveryEnd.Dead("there is no such instance: " + answer.asked());
        }
        Instant look = now.plus(untilNextLook(Duration.between(letter.head().postedAt(), now)));
        return new DeliveryEnd.Awaiting(look.isBefore(awaits) ? look : awaits);
    }

    /** Nobody tells a host that an instance has begun; whoever has waited long can wait a little longer. */
    private Duration untilNextLook(Duration waited) {
        long seconds = Math.max(FIRST_LOOK_SECONDS, Math.min(SELDOM_LOOK_SECONDS, waited.toSeconds() / 10));
        Duration longest = Duration.ofSeconds(seconds);
        return new Backoff(longest, longest).delay(1, settings.random());
    }

    @Override
    public DeliveryEnd alreadyExists(CallOutcome.AlreadyExists<R> answer) {
        return new DeliveryEnd.Dead("the instance exists already: " + answer.asked());
    }

    @Override
    public DeliveryEnd completed(CallOutcome.Completed<R> answer) {
        return new DeliveryEnd.Dead("the instance has ended: " + answer.instance());
    }

    @Override
    public DeliveryEnd suspended(CallOutcome.Suspended<R> answer) {
        return returned("the instance is suspended: " + answer.suspension().reason());
    }

    @Override
    public DeliveryEnd stale(CallOutcome.Stale<R> answer) {
        return returned("the instance is in another state: " + answer.instance());
    }

    @Override
    public DeliveryEnd busy(CallOutcome.Busy<R> answer) {
        return returned("the instance was held by " + answer.holder());
    }

    DeliveryEnd failed(Throwable failure) {
        if (failure instanceof HostFullException
                || failure instanceof HostStoppedException
                || failure instanceof RejectedExecutionException) {
            // This host had no room to try.
            return new DeliveryEnd.Postponed(later(), shortened(failure.toString()));
        }
        if (NewerVersion.isCauseOf(failure)) {
            // A host of the newer version can read it.
            return new DeliveryEnd.Postponed(later(), shortened(failure.toString()));
        }
        Throwable cause =
                failure instanceof TurnFailedException && failure.getCause() != null ? failure.getCause() : failure;
        return returned(cause.toString());
    }

    /** This host does not know the operation, and another may. */
    DeliveryEnd unknown(String node) {
        String why = "the host " + node + " does not know the operation "
                + letter.head().operation() + " of " + letter.head().definition();
        return new DeliveryEnd.Postponed(later(), shortened(why));
    }

    private DeliveryEnd returned(String problem) {
        String why = shortened(problem);
        return letter.deliveries() < settings.posting().most()
                ? new DeliveryEnd.Returned(later(), why)
                : new DeliveryEnd.Dead(why);
    }

    private static String shortened(String problem) {
        return SafeText.line(problem, LONGEST_PROBLEM);
    }

    private Instant later() {
        return settings.clock().instant().plus(settings.redelivery().delay(letter.deliveries(), settings.random()));
    }
}
