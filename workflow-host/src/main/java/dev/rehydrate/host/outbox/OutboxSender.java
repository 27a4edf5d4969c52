// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.outbox;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.ApplicationCode;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.async.OtherRelease;
import dev.rehydrate.host.lane.InstanceServices;
import dev.rehydrate.host.lane.LongTurns;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.state.Outbox;
import dev.rehydrate.host.state.OutboxEntry;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * Gives one message to the sink, and returns the outbox after it.
 *
 * <p>Delivery is at-least-once. A message is removed from the outbox by a save after the sink has taken it. If that save
 * fails, if its outcome is unknown, or if the host dies before it, the message is still in the outbox or may be, and the
 * next host to load the instance sends it again under the same id. The receiver makes the effect happen once by remembering
 * ids (idempotency). Messages of one instance are sent in order: the head is retried with backoff, and after the last
 * attempt it becomes a dead letter, which no longer blocks the messages behind it.
 */
public final class OutboxSender {

    private static final int LONGEST_PROBLEM = 500;

    private final HostSettings settings;
    private final Timeline timeline;
    private final LongTurns longTurns;
    private final Resident<?> resident;

    public OutboxSender(InstanceServices services, Resident<?> resident) {
        this.settings = services.settings();
        this.timeline = services.timeline();
        this.longTurns = services.longTurns();
        this.resident = resident;
    }

    /** Never fails. */
    public CompletableFuture<Outbox> send(OutboxEntry entry) {
        return settings.sending()
                .map(sending -> send(entry, sending))
                .orElseGet(() -> CompletableFuture.completedFuture(postponed(entry)));
    }

    /** This host has no sink, so the attempt does not count: another host may have one. */
    private Outbox postponed(OutboxEntry entry) {
        return postponed(entry, "host " + settings.node() + " has no sink");
    }

    private Outbox postponed(OutboxEntry entry, String why) {
        Instant until = settings.clock().instant().plus(settings.redelivery().delay(1, settings.random()));
        return resident.hostState().outbox().postponed(entry.number(), until, why);
    }

    private CompletableFuture<Outbox> send(OutboxEntry entry, HostSettings.SendPolicy sending) {
        return Failures.caught(() -> handOver(entry, sending)).handle((taken, failure) -> {
            Outbox outbox = resident.hostState().outbox();
            if (failure == null) {
                resident.event(timeline, Kind.SENT).publish();
                return outbox.without(entry.number());
            }
            Throwable cause = Failures.unwrap(failure);
            return OtherRelease.isCauseOf(cause)
                    ? postponed(entry, problem(cause))
                    : afterFailure(outbox, entry, cause);
        });
    }

    private CompletableFuture<Void> handOver(OutboxEntry entry, HostSettings.SendPolicy sending) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        Duration timeout = sending.timeout();
        TimeSource.Cancellable timer = settings.time()
                .schedule(
                        timeout,
                        () -> taken.completeExceptionally(
                                new TimeoutException("the sink took longer than " + timeout)));
        var unused = Failures.caught(() -> ApplicationCode.call(() -> given(entry, sending)))
                .whenComplete((done, failure) -> {
                    timer.cancel();
                    if (failure == null) {
                        taken.complete(null);
                    } else {
                        taken.completeExceptionally(failure);
                    }
                });
        return taken;
    }

    private CompletableFuture<Void> given(OutboxEntry entry, HostSettings.SendPolicy sending) {
        LongTurns.Running running = longTurns.sink(resident.id());
        try {
            return sending.sink().send(new SentMessage(resident.id(), entry)).toCompletableFuture();
        } finally {
            running.end();
        }
    }

    private Outbox afterFailure(Outbox outbox, OutboxEntry entry, Throwable failure) {
        int attempts = entry.attempts() + 1;
        boolean forGood =
                settings.sending().filter(sending -> attempts >= sending.most()).isPresent();
        Instant retryAt = settings.clock().instant().plus(settings.redelivery().delay(attempts, settings.random()));
        resident.event(timeline, forGood ? Kind.DEAD_LETTERED : Kind.NOT_SENT)
                .because(failure, 0)
                .publish();
        return outbox.failed(entry.number(), retryAt, problem(failure), forGood);
    }

    private static String problem(Throwable failure) {
        return SafeText.line(failure, LONGEST_PROBLEM);
    }
}
