// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.state.Timer;
import dev.rehydrate.host.state.Timers;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A timer as it was when it was due. A message that finds the timer set to another time, or for another operation, is out of date
 * and does nothing. If it was set anew for the same moment, its new message takes the place of the one on its way: which of
 * the two the timer is cannot be told from what is stored, and need not be.
 *
 * @param timer the timer
 */
public record DueTimer(Timer timer) {

    /** The timer as it is set now, or empty if the message is out of date. */
    Optional<Timer> in(Timers timers) {
        return timers.find(timer.name(), timer.at())
                .filter(found -> found.operation().equals(timer.operation()));
    }

    /** What the timer says now; what it said when it was due if that is the same, or it is not set any more. */
    <M> M messageIn(Timers timers, Class<M> type, M whenDue) {
        return in(timers)
                .filter(found -> found.payload() != timer.payload())
                .map(found -> Objects.requireNonNull(found.payload().as(type), "message"))
                .orElse(whenDue);
    }

    Timers doneIn(Timers timers, Instant now) {
        Instant at = timer.at();
        return in(timers)
                .map(found -> timers.done(found, at.isAfter(now) ? at : now))
                .orElse(timers);
    }

    Timers postponedIn(Timers timers, Instant until) {
        return in(timers).map(found -> timers.postponed(found, until)).orElse(timers);
    }
}
