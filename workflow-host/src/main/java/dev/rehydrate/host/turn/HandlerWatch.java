// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.TurnObserver.BegunTurn;
import dev.rehydrate.host.TurnObserver.Caller;
import dev.rehydrate.host.TurnObserver.ObservedTurn;
import dev.rehydrate.instance.SafeText;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the failures of an observer away from the turns that it follows. */
final class HandlerWatch {

    private static final Logger LOG = LoggerFactory.getLogger(HandlerWatch.class);

    private final ObservedTurn observed;

    private HandlerWatch(ObservedTurn observed) {
        this.observed = observed;
    }

    static Caller called(HostListener listener) {
        return orElse(() -> listener.turns().called(), Caller.NONE);
    }

    static HandlerWatch begin(Caller caller, BegunTurn turn) {
        return new HandlerWatch(orElse(() -> caller.begin(turn), ObservedTurn.NONE));
    }

    @Nullable
    String trace() {
        return orElse(observed::trace, Optional.<String>empty()).orElse(null);
    }

    void end(@Nullable Throwable failure) {
        var unused = orElse(
                () -> {
                    observed.end(failure);
                    return true;
                },
                false);
    }

    /** An observer of another release of its library fails with a {@link LinkageError}, and one within a deep stack with an error too. */
    private static <T> T orElse(Supplier<@Nullable T> step, T otherwise) {
        try {
            T answer = step.get();
            if (answer == null) {
                LOG.warn("the observer of turns has answered null; the turn goes on");
                return otherwise;
            }
            return answer;
        } catch (RuntimeException | Error failed) {
            LOG.warn("the observer of turns has failed; the turn goes on", SafeText.failure(failed));
            return otherwise;
        }
    }
}
