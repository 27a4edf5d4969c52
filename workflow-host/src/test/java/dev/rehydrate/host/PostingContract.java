// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.mailbox.Mailbox;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Posted messages by the machine's clocks, on several hosts. */
abstract class PostingContract {

    private static final int MANY = 20;
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration TURN = Duration.ofMinutes(1);

    private HostFarm farm;
    private List<String> orders;

    abstract Provider provider();

    @BeforeEach
    void open() {
        farm = new HostFarm(provider(), options -> options.withLease(LEASE));
        orders = IntStream.range(0, MANY).mapToObj(i -> farm.named("o" + i)).toList();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("messages that are posted at several hosts are handled once and in their order")
    void inOrderWhoeverTakesThem(ConcurrencyControl way) {
        List<WorkflowHost> hosts = List.of(host(0, way), host(1, way));
        for (int number = 0; number < 5; number++) {
            for (String order : orders) {
                hosts.get(number % 2).post(Orders.ADD, topping(order, "" + number));
            }
        }

        awaitAll("0+1+2+3+4");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("messages of a host that is lost, with its node, are handled once on another")
    void hostThatTookThemIsLost(ConcurrencyControl way) {
        MortalEngine.Death death = MortalEngine.Death.never();
        WorkflowHost doomed = farm.mortal(
                1, death, Orders.DEFINITION.concurrency(way), settings -> settings.deliveryTime(Duration.ofSeconds(2)));
        for (String order : orders) {
            doomed.post(Orders.ADD, topping(order, "0"));
            doomed.post(Orders.ADD, topping(order, "1"), PostOptions.DEFAULT.delayedBy(Duration.ofSeconds(3)));
        }

        death.now();
        provider().crash(1);
        try {
            host(0, way);
            awaitAll("0+1");
        } finally {
            provider().replace(1);
        }
    }

    @Test
    @DisplayName("messages wait for instances that another host begins")
    void awaitTheirInstances() {
        WorkflowHost posting = host(0, ConcurrencyControl.OPTIMISTIC);
        WorkflowHost calling = host(1, ConcurrencyControl.OPTIMISTIC);
        PostOptions awaiting = PostOptions.DEFAULT.awaitingInstance(TURN);
        orders.forEach(order -> posting.post(Orders.REMIND, topping(order, "x"), awaiting));

        orders.forEach(order -> calling.call(Orders.ADD, topping(order, "base")).replyOrThrow());

        awaitAll("base+late-x");
    }

    @Test
    @DisplayName("messages that are set aside are found by the hosts of their type only")
    void deadLettersOfOneType() {
        WorkflowHost host = host(0, ConcurrencyControl.OPTIMISTIC);
        WorkflowHost stranger = farm.host(1, Orders.DEFINITION, settings -> settings.owner(farm.type("-other")));
        host.post(Orders.REMIND, topping(orders.get(0), "x"));

        Awaitility.await("set aside")
                .atMost(TURN)
                .until(() -> host.mailboxes().deadLetters(0, 10).join().total() == 1);
        PostedMessage dead =
                host.mailboxes().deadLetters(0, 10).join().messages().get(0);
        assertThat(stranger.mailboxes().deadLetters(0, 10).join().messages()).isEmpty();
        assertThat(host.mailboxes().discard(dead).join()).isTrue();
    }

    private WorkflowHost host(int node, ConcurrencyControl way) {
        return farm.host(
                node,
                Orders.DEFINITION.concurrency(way),
                settings -> settings.timeToUnload(Duration.ZERO).deliveryTime(Duration.ofSeconds(10)));
    }

    private void awaitAll(String toppings) {
        Awaitility.await("all were handled")
                .atMost(TURN)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(orders)
                        .map(order -> farm.peek(Mailbox.of(Orders.home(order))))
                        .hasOnlyElementsOfType(LoadOutcome.NotFound.class));
        assertThat(orders)
                .allSatisfy(order -> assertThat(farm.peek(Orders.home(order))
                                .snapshotOrThrow()
                                .data()
                                .get("toppings", String.class))
                        .isEqualTo(toppings));
    }
}
