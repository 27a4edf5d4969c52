// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.instance.InstanceId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A message that creates may leave the id of its instance to the host. Sent again it would create another one, whatever its own id. */
final class UnnamedInstanceTest {

    /** A message that may name its instance. */
    public record Begin(InstanceId instance) {}

    private static final CallOptions NAMED = CallOptions.DEFAULT.withMessageId("m1");

    private final Farm farm = new Farm();
    private final List<InstanceId> begun = new ArrayList<>();

    private final Operation<Order, Begin, String> begin = Operation.createOnly("Begin", Begin.class)
            .correlatedBy(Correlation.context(Begin::instance))
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                begun.add(turn.instanceId());
                turn.become(new Order("7", "base", 1, ""));
                return turn.instanceId().toString();
            });

    private final WorkflowHost host;

    UnnamedInstanceTest() {
        farm.definition = Orders.DEFINITION.with(begin);
        host = farm.host("one");
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void messageIdIsRefusedBecauseNoInstanceCouldRememberIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> host.call(begin, new Begin(null), NAMED))
                .withMessageContaining("Begin")
                .withMessageContaining("names no instance")
                .withMessageContaining("Nothing was done");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> host.post(begin, new Begin(null), PostOptions.DEFAULT.withMessageId("m1")))
                .withMessageContaining("names no instance");

        assertThat(begun).isEmpty();
    }

    @Test
    void messageWithoutIdBeginsAnInstanceEachTime() {
        host.call(begin, new Begin(null));
        host.post(begin, new Begin(null));

        assertThat(begun).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void messageThatNamesTheNewInstanceIsHandledOnce() {
        InstanceId chosen = InstanceId.random();

        assertThat(reply(host.call(begin, new Begin(chosen), NAMED))).isEqualTo(chosen.toString());
        assertThat(reply(host.call(begin, new Begin(chosen), NAMED))).isEqualTo(chosen.toString());

        assertThat(begun).containsExactly(chosen);
    }
}
