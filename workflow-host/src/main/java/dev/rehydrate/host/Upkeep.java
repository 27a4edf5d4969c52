// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.agenda.Outbox;
import dev.rehydrate.instance.InstanceId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Somebody looks after a message that the sink did not take. It comes to its instance as a message, which the instance takes to
 * the very end: one that waits for its last messages to be sent takes no others.
 *
 * @param instance the instance
 * @param messageId the message
 * @param again whether it is tried again; else it is discarded
 */
record Upkeep(InstanceId instance, UUID messageId, boolean again) {

    /** The operation, for instances of a definition. */
    static <S> Operation<S, Upkeep, Boolean> operation() {
        return Operation.mustExist("rehydrate.upkeep", Upkeep.class)
                .correlatedBy(Correlation.context(Upkeep::instance))
                .handledBy(Upkeep::run);
    }

    private static <S> Boolean run(Turn<S> turn, @Nullable S state, Upkeep upkeep) {
        turn.unchanged();
        TurnRequests requests = turn.requests();
        Outbox before = requests.outbox();
        Outbox after =
                upkeep.again() ? before.redriven(upkeep.messageId(), turn.now()) : before.discarded(upkeep.messageId());
        requests.outbox(after);
        return !after.equals(before);
    }
}
