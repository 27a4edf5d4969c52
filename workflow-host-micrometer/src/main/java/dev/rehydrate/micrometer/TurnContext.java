// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.host.TurnObserver.BegunTurn;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The context of an observation of a turn. A handler for traces that sends the trace on with a message, as those of Micrometer Tracing
 * do, writes it into the carrier, which is stored with the instance: the instance is a message to the next turn.
 */
public final class TurnContext extends SenderContext<Map<String, String>> {

    private final BegunTurn turn;

    TurnContext(BegunTurn turn) {
        super((carrier, name, value) -> Objects.requireNonNull(carrier).put(name, value), Kind.PRODUCER);
        this.turn = turn;
        setCarrier(new HashMap<>());
    }

    /** {@return the turn, with the trace of the turn before it, to which a handler for traces may link the span} */
    public BegunTurn turn() {
        return turn;
    }
}
