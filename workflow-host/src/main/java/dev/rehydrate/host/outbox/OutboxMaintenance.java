// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.outbox;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.state.Outbox;
import dev.rehydrate.host.turn.MaintenanceMessage;
import dev.rehydrate.host.turn.RunningTurn;
import dev.rehydrate.host.turn.TurnRequests;
import dev.rehydrate.instance.InstanceId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An administrator redrives or discards a dead letter of an outbox. The decision reaches the instance as a message of its own,
 * which the instance also takes while its last messages wait to be sent and it takes no others.
 *
 * @param instance the instance
 * @param messageId the message
 * @param again whether the message is redriven; else it is discarded
 */
public record OutboxMaintenance(InstanceId instance, UUID messageId, boolean again) implements MaintenanceMessage {

    /** The operation, for instances of a definition. */
    public static <S> Operation<S, OutboxMaintenance, Boolean> operation() {
        return Operation.mustExist("rehydrate.upkeep", OutboxMaintenance.class)
                .correlatedBy(Correlation.context(OutboxMaintenance::instance))
                .handledBy(OutboxMaintenance::run);
    }

    private static <S> Boolean run(Turn<S> turn, @Nullable S state, OutboxMaintenance maintenance) {
        turn.unchanged();
        TurnRequests requests = RunningTurn.requestsOf(turn);
        Outbox before = requests.outbox();
        Outbox after = maintenance.again()
                ? before.redriven(maintenance.messageId(), turn.now())
                : before.discarded(maintenance.messageId());
        requests.outbox(after);
        return !after.equals(before);
    }
}
