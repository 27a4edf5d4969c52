// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostFullException;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.async.OtherRelease;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.state.QueuedMessage;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.instance.Suspension;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;

/** Maps the answer of an instance to the result of a delivery. */
record DeliveryClassifier<R>(HostSettings settings, QueuedMessage queued)
        implements CallOutcome.Cases<R, DeliveryResult> {

    private static final int FIRST_LOOK_SECONDS = 1;
    private static final int SELDOM_LOOK_SECONDS = 10;

    private static final int LONGEST_PROBLEM = 500;

    @Override
    public DeliveryResult replied(CallOutcome.Replied<R> answer) {
        return new DeliveryResult.Delivered();
    }

    @Override
    public DeliveryResult unknownInstance(CallOutcome.UnknownInstance<R> answer) {
        Instant awaits = queued.head().awaits();
        Instant now = settings.clock().instant();
        if (awaits == null || !now.isBefore(awaits)) {
            return new DeliveryResult.Dead("there is no such instance: " + answer.asked());
        }
        Instant look = now.plus(untilNextLook(Duration.between(queued.head().postedAt(), now)));
        return new DeliveryResult.Awaiting(look.isBefore(awaits) ? look : awaits);
    }

    /** No event announces that an instance has begun, so hosts poll, less often the longer the message has waited. */
    private Duration untilNextLook(Duration waited) {
        long seconds = Math.max(FIRST_LOOK_SECONDS, Math.min(SELDOM_LOOK_SECONDS, waited.toSeconds() / 10));
        Duration longest = Duration.ofSeconds(seconds);
        return new Backoff(longest, longest).delay(1, settings.random());
    }

    @Override
    public DeliveryResult alreadyExists(CallOutcome.AlreadyExists<R> answer) {
        return new DeliveryResult.Dead("the instance exists already: " + answer.asked());
    }

    @Override
    public DeliveryResult completed(CallOutcome.Completed<R> answer) {
        return new DeliveryResult.Dead("the instance has ended: " + answer.instance());
    }

    @Override
    public DeliveryResult suspended(CallOutcome.Suspended<R> answer) {
        Suspension suspension = answer.suspension();
        Duration longest = settings.redelivery().longest();
        // A person ends the suspension, in minutes or in days: attempts meanwhile say nothing about the message.
        return postponed(suspension.since(), longest, "the instance is suspended: " + suspension.reason());
    }

    /** No event tells this host that an instance takes messages again, so it polls, less often the longer it has waited. */
    private DeliveryResult postponed(Instant since, Duration longest, String why) {
        Instant now = settings.clock().instant();
        Duration waited = Duration.between(since, now);
        Duration first = settings.redelivery().first();
        Duration most = waited.compareTo(longest) < 0 ? waited : longest;
        Duration look = most.compareTo(first) < 0 ? first : most;
        return new DeliveryResult.Postponed(
                now.plus(new Backoff(look, look).delay(1, settings.random())), shortened(why));
    }

    @Override
    public DeliveryResult stale(CallOutcome.Stale<R> answer) {
        return returned("the instance is in another state: " + answer.instance());
    }

    @Override
    public DeliveryResult busy(CallOutcome.Busy<R> answer) {
        // How long another turn or another host keeps the instance says nothing about the message.
        return unseen("the instance was held by " + answer.holder());
    }

    /** No handler has seen the message. It is repeated soon: its instance is mostly back within seconds. */
    private DeliveryResult unseen(String why) {
        Duration delivery = settings.delivery().time();
        Duration longest = settings.redelivery().longest();
        return postponed(queued.head().postedAt(), delivery.compareTo(longest) < 0 ? delivery : longest, why);
    }

    /** The delivery failed before a handler got the message. If the storage did not answer, this says nothing about the message. */
    DeliveryResult notHandled(Throwable failure) {
        return Failures.isTransient(failure) ? unseen(shortened(failure)) : failed(failure);
    }

    DeliveryResult failed(Throwable failure) {
        if (failure instanceof HostFullException
                || failure instanceof HostStoppedException
                || failure instanceof RejectedExecutionException) {
            // This host had no room to try.
            return new DeliveryResult.Postponed(later(), shortened(failure));
        }
        if (OtherRelease.isCauseOf(failure)) {
            // A host of the newer version can read it.
            return new DeliveryResult.Postponed(later(), shortened(failure));
        }
        Throwable cause =
                failure instanceof TurnFailedException && failure.getCause() != null ? failure.getCause() : failure;
        return returned(cause);
    }

    /** Other deliveries were under way until it was too late to begin this one. */
    DeliveryResult withoutRoom(String node) {
        return new DeliveryResult.Postponed(
                later(), shortened("the host " + node + " had too many other messages to deliver"));
    }

    /** This host does not know the operation, and another may. */
    DeliveryResult unknown(String node) {
        String why = "the host " + node + " does not know the operation "
                + queued.head().operation() + " of " + queued.head().definition();
        return new DeliveryResult.Postponed(later(), shortened(why));
    }

    private DeliveryResult returned(Object problem) {
        String why = shortened(problem);
        return queued.deliveries() < settings.delivery().most()
                ? new DeliveryResult.Returned(later(), why)
                : new DeliveryResult.Dead(why);
    }

    private static String shortened(Object problem) {
        return SafeText.line(problem, LONGEST_PROBLEM);
    }

    private Instant later() {
        return settings.clock().instant().plus(settings.redelivery().delay(queued.deliveries(), settings.random()));
    }
}
