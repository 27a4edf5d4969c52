// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.host.Orders.Kitchen;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceValue;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host keeps beside the state was written by a later release of this library, in a form that this one does not know. */
final class NewerHostTextTest {

    private static final String OUTBOX = "rehydrate.outbox";

    private final Farm farm = new Farm();
    private final Kitchen kitchen = new Kitchen();

    private final Operation<Order, Topping, String> ship = Operation.mustExist("Ship", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.send("kitchen", message.name());
                return order.toppings();
            });

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node) {
        farm.definition = Orders.DEFINITION.with(ship);
        return farm.host(
                node,
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sink(kitchen)
                        .maxSends(3)
                        .redelivery(new Backoff(SECOND, SECOND)));
    }

    private void write(String name, String text) {
        SaveInstance save = new SaveInstance(
                CommandId.random(),
                InstanceChanges.builder()
                        .metadata(ValueDelta.putting(Map.of(name, InstanceValue.of(text))))
                        .build(),
                Expected.any(),
                AfterSave.RELEASE);
        farm.tool().ask(Orders.home("7"), save).receiptOrThrow();
    }

    private String text(String name) {
        return farm.peek(Orders.home("7"))
                .snapshotOrThrow()
                .metadata()
                .find(name, String.class)
                .orElseThrow();
    }

    private InstanceHeader header() {
        return farm.peek(Orders.home("7")).snapshotOrThrow().header();
    }

    private void passes(int seconds) {
        for (int i = 0; i < seconds; i++) {
            farm.advance(SECOND);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OUTBOX,
                "rehydrate.timers",
                "rehydrate.handled",
                "rehydrate.mail",
                "rehydrate.conversation",
                "rehydrate.trace"
            })
    @DisplayName("a call fails as one that meets a value of a newer release, and changes nothing")
    void call(String name) {
        WorkflowHost host = host("older");
        host.call(Orders.ADD, topping("7", "base"));
        write(name, "{\"v\":9}");

        assertThatExceptionOfType(UnreadableValueException.class)
                .isThrownBy(() -> host.call(Orders.ADD, topping("7", "cheese")))
                .matches(UnreadableValueException::isOfNewerVersion)
                .matches(failure -> failure.valueName().equals(name))
                .withMessageContaining("is of version 9")
                .withMessageContaining("reads up to ");

        assertThat(text(name)).isEqualTo("{\"v\":9}");
        assertThat(header().suspension()).isNull();
        assertThat(header().holder()).isNull();
    }

    @Test
    @DisplayName("a posted message waits for a newer host, however long, and is not set aside")
    void postedMessage() {
        WorkflowHost host = host("older");
        host.call(Orders.ADD, topping("7", "base"));
        write(OUTBOX, "{\"v\":9}");

        host.post(Orders.ADD, topping("7", "cheese"));
        passes(30);

        assertThat(Farm.now(host.mailboxes().deadLetters(0, 10)).messages()).isEmpty();
        write(OUTBOX, "{\"next\":1,\"entries\":[]}");
        passes(40);
        assertThat(host.call(Orders.ADD, topping("7", "ham")).replyOrThrow().reply())
                .isEqualTo("base+cheese+ham");
    }

    @Test
    @DisplayName("a person may end the instance on an older host, which sends none of the messages that it cannot read")
    void endedByAPerson() {
        WorkflowHost host = host("older");
        kitchen.refuse(1000);
        host.call(Orders.ADD, topping("7", "base"));
        host.call(ship, topping("7", "cheese"));
        String readable = text(OUTBOX);
        write(OUTBOX, readable.replaceFirst("\\{", "{\"v\":9,"));

        assertThat(host.control().terminate(Orders.home("7"), "by a test")).isEqualTo(ControlResult.DONE);
        passes(10);

        assertThat(kitchen.texts()).isEmpty();
    }
}
