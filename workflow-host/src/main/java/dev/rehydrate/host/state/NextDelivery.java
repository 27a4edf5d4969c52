// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first moment at which {@link MessageQueue#head} has a message. Only the time of a message can be that moment; asking for
 * the head at each of them would cost the square of the length at each save. So the times are gone through in order, with the
 * head that each of them leaves: a message can only come before it when its delay is over.
 */
final class NextDelivery {

    private @Nullable Instant lockedUntil;
    private @Nullable Waiting first;
    private @Nullable Waiting firstThatCreates;

    private NextDelivery() {}

    /** A message at its place in the mailbox. */
    private record Waiting(int place, QueuedMessage message) {

        Instant at() {
            return message.progress().at();
        }

        Waiting orEarlier(@Nullable Waiting other) {
            return other == null || place < other.place ? this : other;
        }
    }

    /** The first moment, or empty if no message will ever be taken. */
    static Optional<Instant> of(List<QueuedMessage> messages) {
        NextDelivery delivery = new NextDelivery();
        List<Waiting> all = new ArrayList<>(messages.size());
        int place = 0;
        for (QueuedMessage message : messages) {
            if (!message.is(QueuedMessageState.DEAD)) {
                Waiting waiting = new Waiting(place, message);
                all.add(waiting);
                delivery.note(waiting);
            }
            place++;
        }
        all.sort(Comparator.comparing(Waiting::at));
        return delivery.among(all);
    }

    private void note(Waiting waiting) {
        if (!waiting.message().is(QueuedMessageState.DELAYED)) {
            enter(waiting);
        }
        boolean locks = waiting.message().is(QueuedMessageState.LOCKED);
        if (locks && (lockedUntil == null || waiting.at().isAfter(lockedUntil))) {
            lockedUntil = waiting.at();
        }
    }

    private void enter(Waiting waiting) {
        first = waiting.orEarlier(first);
        if (waiting.message().head().creates()) {
            firstThatCreates = waiting.orEarlier(firstThatCreates);
        }
    }

    private Optional<Instant> among(List<Waiting> inTime) {
        int entered = 0;
        for (Waiting waiting : inTime) {
            Instant at = waiting.at();
            while (entered < inTime.size() && !inTime.get(entered).at().isAfter(at)) {
                enter(inTime.get(entered));
                entered++;
            }
            if (hasHead(at)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    private boolean hasHead(Instant at) {
        Waiting head = first;
        if (head == null || (lockedUntil != null && lockedUntil.isAfter(at))) {
            return false;
        }
        QueuedMessage message = head.message();
        if (message.is(QueuedMessageState.AWAITING) && !message.isVisible(at)) {
            return firstThatCreates != null && firstThatCreates.message().isVisible(at);
        }
        return message.isVisible(at);
    }
}
