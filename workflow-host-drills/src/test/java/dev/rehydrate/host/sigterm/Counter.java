// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.sigterm;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.InstanceId;
import java.util.Map;

/** A workflow that counts its messages. */
final class Counter {

    private static final String NAME = "counter";

    /** The state. */
    public static final class Count {
        public int messages;
    }

    /**
     * Every message.
     *
     * @param counter for which counter
     */
    public record Tick(String counter) {}

    static final Operation<Count, Tick, Integer> TICK = Operation.createOrGet("Tick", Tick.class)
            .correlatedBy(Correlation.<Tick>content(NAME).part("Counter", Tick::counter))
            .replying(Integer.class)
            .handledBy(Counter::tick);

    static final WorkflowDefinition<Count> DEFINITION =
            WorkflowDefinition.of(NAME, "1.0", Count.class).with(TICK);

    private Counter() {}

    private static int tick(Turn<Count> turn, Count before, Tick tick) {
        Count count = before == null ? turn.become(new Count()) : before;
        count.messages++;
        return count.messages;
    }

    static InstanceId instance(String counter) {
        return InstanceId.atHomeOf(CorrelationKey.of(KeyAlgorithm.SHA_256_128, NAME, Map.of("Counter", counter))
                .key());
    }
}
