// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.agenda.Outbox;
import dev.rehydrate.host.agenda.OutboxEntry;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Hands one message to the sink, and says what is left in the outbox then. */
final class Sending {

    private static final int LONGEST_PROBLEM = 500;

    private final HostSettings settings;
    private final Timeline timeline;
    private final Resident<?> resident;

    Sending(HostSettings settings, Timeline timeline, Resident<?> resident) {
        this.settings = settings;
        this.timeline = timeline;
        this.resident = resident;
    }

    /** Never fails. */
    CompletableFuture<Outbox> send(OutboxEntry entry) {
        return settings.sending()
                .map(sending -> send(entry, sending))
                .orElseGet(() -> CompletableFuture.completedFuture(postponed(entry)));
    }

    /** This host has no sink, which is no fault of the message: another host may have one. */
    private Outbox postponed(OutboxEntry entry) {
        return postponed(entry, "host " + settings.node() + " has no sink");
    }

    private Outbox postponed(OutboxEntry entry, String why) {
        Instant until = settings.clock().instant().plus(settings.redelivery().delay(1, settings.random()));
        return resident.agenda().outbox().postponed(entry.number(), until, why);
    }

    private CompletableFuture<Outbox> send(OutboxEntry entry, HostSettings.Sending sending) {
        return Failures.caught(() -> handOver(entry, sending)).handle((taken, failure) -> {
            Outbox outbox = resident.agenda().outbox();
            if (failure == null) {
                timeline.resident(Kind.SENT, resident).tell();
                return outbox.without(entry.number());
            }
            Throwable cause = Failures.unwrap(failure);
            return NewerVersion.isCauseOf(cause)
                    ? postponed(entry, problem(cause))
                    : afterFailure(outbox, entry, cause);
        });
    }

    private CompletableFuture<Void> handOver(OutboxEntry entry, HostSettings.Sending sending) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        Duration timeout = sending.timeout();
        TimeSource.Cancellable timer = settings.time()
                .schedule(
                        timeout,
                        () -> taken.completeExceptionally(
                                new TimeoutException("the sink took longer than " + timeout)));
        var unused = Failures.caught(() -> ApplicationCode.call(() -> sending.sink()
                        .send(new OutboundMessage(resident.id(), entry))
                        .toCompletableFuture()))
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

    private Outbox afterFailure(Outbox outbox, OutboxEntry entry, Throwable failure) {
        int attempts = entry.attempts() + 1;
        boolean forGood =
                settings.sending().filter(sending -> attempts >= sending.most()).isPresent();
        Instant retryAt = settings.clock().instant().plus(settings.redelivery().delay(attempts, settings.random()));
        timeline.resident(forGood ? Kind.SET_ASIDE : Kind.NOT_SENT, resident)
                .because(failure, 0)
                .tell();
        return outbox.failed(entry.number(), retryAt, problem(failure), forGood);
    }

    private static String problem(Throwable failure) {
        return SafeText.line(failure, LONGEST_PROBLEM);
    }
}
