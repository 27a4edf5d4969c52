// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.Turn;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;

/** A turn of a new instance that no handler runs, on a host without a sink. */
public final class BegunTurn {

    private BegunTurn() {}

    public static <S> Turn<S> of(InstanceId instance, Instant now) {
        TurnRequests requests = new TurnRequests(now, false, TurnRequests.Known.nothingBut(null));
        return new RunningTurn<>(new RunningTurn.Origin(instance, null, null), requests, null);
    }

    public static void end(Turn<?> turn) {
        ((RunningTurn<?>) turn).end();
    }
}
