// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.state.Timers;
import java.time.Instant;

/**
 * A timer as it was when it was due. A message that finds the timer changed is out of date and does nothing.
 *
 * @param name its name
 * @param at when it was due
 */
public record DueTimer(String name, Instant at) {

    boolean isIn(Timers timers) {
        return timers.find(name, at).isPresent();
    }

    Timers doneIn(Timers timers, Instant now) {
        return timers.find(name, at)
                .map(timer -> timers.done(timer, at.isAfter(now) ? at : now))
                .orElse(timers);
    }

    Timers postponedIn(Timers timers, Instant until) {
        return timers.find(name, at)
                .map(timer -> timers.postponed(timer, until))
                .orElse(timers);
    }
}
