// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.mailbox.Mailbox;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a message that is posted with the id of a dead letter")
final class RepostedDeadLetterTest {

    private static final PostOptions M1 = PostOptions.DEFAULT.withMessageId("m1");

    private final Farm farm = new Farm();
    private WorkflowHost host;

    RepostedDeadLetterTest() {
        farm.definition = Orders.DEFINITION;
        host = farm.host("one");
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private String toppings() {
        return reply(host.call(Orders.READ, topping("7", "")));
    }

    private List<PostedMessage> messages(PostReceipt receipt) {
        return now(host.mailboxes().messages(receipt.destination()));
    }

    private PostReceipt deadLetter() {
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "ham"), M1);
        assertThat(messages(receipt)).extracting(PostedMessage::state).containsExactly(PostedMessage.State.DEAD);
        return receipt;
    }

    @Test
    @DisplayName("is delivered, and takes the place of the dead letter")
    void isDelivered() {
        deadLetter();
        host.call(Orders.ADD, topping("7", "base"));

        host.post(Orders.REMIND, topping("7", "egg"), M1);

        assertThat(toppings()).isEqualTo("base+late-egg");
        assertThat(now(host.mailboxes().deadLetters(0, 10)).total()).isZero();
        assertThat(farm.peek(Mailbox.of(Orders.home("7")))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("is a dead letter again, once, if it fails again")
    void isDeadAgain() {
        PostReceipt receipt = deadLetter();

        host.post(Orders.REMIND, topping("7", "egg"), M1);

        assertThat(messages(receipt)).singleElement().satisfies(dead -> {
            assertThat(dead.state()).isEqualTo(PostedMessage.State.DEAD);
            assertThat(dead.payload(Orders.Topping.class)).isEqualTo(topping("7", "egg"));
        });
        assertThat(now(host.mailboxes().deadLetters(0, 10)).total()).isEqualTo(1);
    }

    @Test
    @DisplayName("waits for its time, behind those that were posted before")
    void waitsForItsTime() {
        deadLetter();
        host.call(Orders.ADD, topping("7", "base"));
        host.post(Orders.ADD, topping("7", "late"), PostOptions.DEFAULT.delayedBy(SECOND.multipliedBy(5)));

        host.post(Orders.REMIND, topping("7", "egg"), M1.delayedBy(SECOND.multipliedBy(5)));
        assertThat(toppings()).isEqualTo("base");
        assertThat(now(host.mailboxes().deadLetters(0, 10)).total()).isZero();
        farm.advance(Duration.ofMinutes(1));

        assertThat(toppings()).isEqualTo("base+late+late-egg");
    }

    @Test
    @DisplayName("has no second effect if the instance has handled it")
    void hasOneEffect() {
        host.call(Orders.ADD, topping("7", "base"));
        host.post(Orders.REMIND, topping("7", "egg"), M1);

        host.post(Orders.REMIND, topping("7", "egg"), M1);

        assertThat(toppings()).isEqualTo("base+late-egg");
    }

    @Test
    @DisplayName("is the same message as one that still waits")
    void oneThatWaitsIsTheSame() {
        host.call(Orders.ADD, topping("7", "base"));
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "ham"), M1.delayedBy(SECOND));

        host.post(Orders.REMIND, topping("7", "egg"), M1);

        assertThat(messages(receipt))
                .singleElement()
                .satisfies(waiting ->
                        assertThat(waiting.payload(Orders.Topping.class)).isEqualTo(topping("7", "ham")));
        assertThat(toppings()).isEqualTo("base");
    }
}
