// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.correlation.UnusableKeyPartException;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.Suspension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a handler, a sink or a message says goes into reasons and answers as one line that steers nothing. */
final class ForeignTextTest {

    private static final String FORGED = "lost\r\n2026-11-22 ERROR all is \u001b[31mlost\u202e";
    private static final String SHOWN = "lost\\r\\n2026-11-22 ERROR all is \\u001b[31mlost\\u202e";

    private final Farm farm = new Farm();

    private final Operation<Order, Topping, String> forging = Operation.mustExist("Forge", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                throw new IllegalStateException(message.name());
            });

    ForeignTextTest() {
        farm.definition = Orders.DEFINITION.with(forging);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private Suspension suspension() {
        Suspension suspension =
                farm.peek(Orders.home("7")).snapshotOrThrow().header().suspension();
        assertThat(suspension).isNotNull();
        return suspension;
    }

    @Test
    void theMessageOfAnExceptionIsSafeInTheAnswerAndInTheReason() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(forging, topping("7", FORGED)))
                .withMessageContaining(SHOWN)
                .withMessageNotContaining("\n");

        assertThat(suspension().reason())
                .isEqualTo("the turn of Forge failed: java.lang.IllegalStateException: " + SHOWN);
    }

    @Test
    void theReasonOfAPersonIsSafe() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));

        host.control().suspend(Orders.home("7"), FORGED);

        assertThat(suspension().reason()).isEqualTo(SHOWN);
    }

    @Test
    void theProblemOfAPostedMessageIsSafe() {
        farm.definition = Orders.DEFINITION.with(forging).onUnhandledFailure(UnhandledFailure.ABANDON);
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));

        PostReceipt receipt = host.post(forging, topping("7", FORGED));

        assertThat(host.mailboxes().messages(receipt.destination()))
                .isCompletedWithValueMatching(messages ->
                        messages.get(0).problem().orElseThrow().equals("java.lang.IllegalStateException: " + SHOWN));
    }

    @Test
    void theProblemOfAMessageThatIsNotSentIsSafe() {
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.maxSends(1)
                        .sink(message -> CompletableFuture.failedFuture(new IllegalStateException(FORGED))));
        host.call(Orders.COOK, topping("7", "base"));
        farm.advance(Duration.ofSeconds(1));

        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().metadata().names())
                .anySatisfy(name -> assertThat(farm.peek(Orders.home("7"))
                                .snapshotOrThrow()
                                .metadata()
                                .get(name, Object.class))
                        .asString()
                        .contains(SHOWN.replace("\\", "\\\\")));
    }

    @Test
    void whatIsWrongWithAKeyIsSaidSafely() {
        assertThat(new UnusableKeyPartException("Order", "id", FORGED)).hasMessageNotContaining("\n");
    }
}
