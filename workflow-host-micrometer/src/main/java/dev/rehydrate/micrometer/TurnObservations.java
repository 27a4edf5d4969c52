// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.host.TurnObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation of Micrometer of each handler that runs: a timer, and a span if the registry has a handler for traces. Its
 * parent is the observation in which the message was given to the host. The trace of the turn is stored with the instance, as
 * {@code traceparent}, and the next turn has it as {@value #PREVIOUS}.
 *
 * @param registry makes the observations
 */
record TurnObservations(ObservationRegistry registry) implements TurnObserver {

    /** The name of the observation, and so of the timer. */
    static final String NAME = "rehydrate.turn";

    /** The operation; an application has few. */
    static final String OPERATION = "operation";

    /** The instance, for spans only. */
    static final String INSTANCE = "rehydrate.instance";

    /** The trace of the last turn that changed the instance, for spans only. */
    static final String PREVIOUS = "rehydrate.trace.previous";

    private static final String TRACE_PARENT = "traceparent";

    @Override
    public Caller called() {
        Observation parent = registry.getCurrentObservation();
        return turn -> begin(turn, parent);
    }

    private ObservedTurn begin(BegunTurn turn, @Nullable Observation parent) {
        TurnContext context = new TurnContext(turn);
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(turn.operation())
                .parentObservation(parent)
                .lowCardinalityKeyValue(OPERATION, turn.operation())
                .highCardinalityKeyValue(INSTANCE, turn.instance().toString());
        turn.previous().ifPresent(trace -> observation.highCardinalityKeyValue(PREVIOUS, trace));
        observation.start();
        return new Running(observation, observation.openScope(), context);
    }

    private record Running(Observation observation, Observation.Scope scope, TurnContext context)
            implements ObservedTurn {

        @Override
        public Optional<String> trace() {
            return Optional.ofNullable(
                    Objects.requireNonNull(context.getCarrier()).get(TRACE_PARENT));
        }

        @Override
        public void end(@Nullable Throwable failure) {
            scope.close();
            if (failure != null) {
                observation.error(failure);
            }
            observation.stop();
        }
    }
}
