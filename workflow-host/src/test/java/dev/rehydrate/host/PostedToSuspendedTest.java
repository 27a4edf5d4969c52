// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what is posted to a suspended instance")
final class PostedToSuspendedTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Farm farm = new Farm();
    private final WorkflowHost host;

    PostedToSuspendedTest() {
        farm.definition = Orders.DEFINITION;
        host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private List<PostedMessage> messages() {
        return now(host.mailboxes().messages(Orders.home("7")));
    }

    private void hoursPass(int hours) {
        for (int i = 0; i < hours; i++) {
            farm.advance(HOUR);
        }
    }

    @Test
    @DisplayName("waits as long as it is suspended, and comes in its order")
    void waits() {
        host.control().suspend(Orders.home("7"), "inventory");
        host.post(Orders.REMIND, topping("7", "ham"));
        host.post(Orders.REMIND, topping("7", "egg"));
        farm.engine.operations();

        hoursPass(72);

        assertThat(messages()).extracting(PostedMessage::state).doesNotContain(PostedMessage.State.DEAD);
        assertThat(messages().get(0).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("suspended", "inventory"));
        host.control().resume(Orders.home("7"));
        hoursPass(1);
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+late-ham+late-egg");
        assertThat(messages()).isEmpty();
    }

    @Test
    @DisplayName("is looked at less often the longer it is suspended")
    void isLookedAtSeldom() {
        host.control().suspend(Orders.home("7"), "inventory");
        host.post(Orders.REMIND, topping("7", "ham"));
        hoursPass(1);
        farm.events.clear();

        hoursPass(10);

        assertThat(farm.events)
                .filteredOn(event -> event.kind() == HostEvent.Kind.NOT_DELIVERED)
                .hasSizeBetween(120, 240);
    }

    @Test
    @DisplayName("can be discarded, so that a message that suspends it each time does not hold up the others")
    void canBeDiscarded() {
        host.post(Orders.BURN, topping("7", ""));
        host.post(Orders.REMIND, topping("7", "ham"));
        hoursPass(3);
        host.control().resume(Orders.home("7"));
        hoursPass(1);
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().suspension())
                .as("suspended by the same message again")
                .isNotNull();
        PostedMessage poison = messages().get(0);
        assertThat(poison.operation()).isEqualTo("Burn");
        assertThat(poison.deliveries()).isEqualTo(2);

        assertThat(now(host.mailboxes().discard(poison))).isTrue();
        host.control().resume(Orders.home("7"));
        hoursPass(1);

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+late-ham");
        assertThat(now(host.mailboxes().discard(poison))).isFalse();
    }

    @Test
    @DisplayName("is not discarded while a host delivers it")
    void isNotDiscardedWhileItIsDelivered() {
        var other = farm.host("other", settings -> settings);
        host.close();
        other.call(Orders.READ, topping("7", ""));
        WorkflowHost poster = farm.host("poster");
        var unused = poster.postAsync(Orders.REMIND, topping("7", "ham"), PostOptions.DEFAULT);
        PostedMessage taken = now(other.mailboxes().messages(Orders.home("7"))).get(0);
        assertThat(taken.state()).isEqualTo(PostedMessage.State.LOCKED);

        assertThat(now(other.mailboxes().discard(taken))).isFalse();
    }
}
