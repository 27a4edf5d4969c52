// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.MortalEngine.Death;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A host dies before its first step of load – turn – save – send – mark, before its second, and so on, until a run needs no more.
 * Its caller gives the message again, to another host, which also sends what the dead one could not.
 */
final class DeathAtEveryStepTest {

    private static final CallOptions NAMED = CallOptions.DEFAULT.withMessageId("message-1");
    private static final List<String> MESSAGES = List.of("base+cheese/1", "base+cheese/2");

    /** More than the text of an outbox is written anew for. */
    private static final List<String> MANY_MESSAGES = IntStream.rangeClosed(1, 40)
            .mapToObj(number -> "base+cheese/" + number)
            .toList();

    private static final Operation<Order, Topping, String> COOK_MANY_TIMES = Operation.mustExist(
                    "CookManyTimes", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                Order after = turn.become(order.with(message.name()));
                IntStream.rangeClosed(1, MANY_MESSAGES.size())
                        .forEach(number -> turn.send("kitchen", after.toppings() + "/" + number));
                return after.toppings();
            });

    private static final Operation<Order, Topping, String> SECOND_ONLY = Operation.mustExist(
                    "SecondOnly", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                if (order.toppings().contains("+")) {
                    return turn.become(order.with(message.name())).toppings();
                }
                turn.unchanged();
                return "too early";
            });

    /** What the repeat may do has come about meanwhile: it is done if nothing of the message was stored, and else never. */
    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void aMessageThatChangesNothingIsHandledOnceByWhatIsStored(ConcurrencyControl way) {
        WorkflowDefinition<Order> definition =
                Orders.DEFINITION.with(SECOND_ONLY).concurrency(way);
        Set<String> replies = new HashSet<>();
        int step = 1;
        while (diesBefore(step, definition, replies)) {
            step++;
        }
        assertThat(replies).containsExactlyInAnyOrder("too early", "base+cheese+ham");
    }

    /** {@return whether the host died; if not, there are no more steps} */
    private static boolean diesBefore(int step, WorkflowDefinition<Order> definition, Set<String> replies) {
        try (Farm farm = new Farm()) {
            farm.definition = definition;
            WorkflowHost survivor = farm.host("survivor", settings -> settings.timeToUnload(Duration.ZERO));
            survivor.call(Orders.ADD, topping("7", "base"));
            Death death = Death.beforeStep(step);
            WorkflowHost mortal = farm.mortal("mortal", death, settings -> settings.timeToUnload(Duration.ZERO));
            var unused = mortal.callAsync(SECOND_ONLY, topping("7", "ham"), NAMED);
            boolean died = death.isDead();
            boolean stored = farm.peek(Orders.home("7")).snapshotOrThrow().metadata().names().stream()
                    .anyMatch(name -> name.startsWith("rehydrate.handled"));

            var added = survivor.callAsync(
                    Orders.ADD, topping("7", "cheese"), CallOptions.DEFAULT.within(Duration.ofMinutes(5)));
            for (int i = 0; i < 200; i++) {
                farm.advance(SECOND);
            }
            assertThat(reply(added.join())).isEqualTo("base+cheese");
            String again = reply(survivor.call(SECOND_ONLY, topping("7", "ham"), NAMED));

            String where = definition + ", died before step " + step;
            assertThat(again).as(where).isEqualTo(stored ? "too early" : "base+cheese+ham");
            assertThat(reply(survivor.call(SECOND_ONLY, topping("7", "ham"), NAMED)))
                    .as(where)
                    .isEqualTo(again);
            assertThat(reply(survivor.call(Orders.READ, topping("7", ""))))
                    .as(where)
                    .isEqualTo(stored ? "base+cheese" : "base+cheese+ham");
            replies.add(again);
            return died;
        }
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void everyMessageHasItsEffectOnceAndInOrder(ConcurrencyControl way) {
        WorkflowDefinition<Order> definition = Orders.DEFINITION.concurrency(way);
        int step = 1;
        while (diesBefore(step, definition, Orders.COOK_TWICE, MESSAGES)) {
            step++;
        }
        assertThat(step).as("steps of a run").isGreaterThanOrEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void everyMessageOfManyHasItsEffectOnceAndInOrder(ConcurrencyControl way) {
        WorkflowDefinition<Order> definition =
                Orders.DEFINITION.with(COOK_MANY_TIMES).concurrency(way);
        int step = 1;
        while (diesBefore(step, definition, COOK_MANY_TIMES, MANY_MESSAGES)) {
            step++;
        }
        assertThat(step).as("steps of a run").isGreaterThanOrEqualTo(2 * MANY_MESSAGES.size());
    }

    /** {@return whether the host died; if not, there are no more steps} */
    private static boolean diesBefore(
            int step,
            WorkflowDefinition<Order> definition,
            Operation<Order, Topping, String> operation,
            List<String> messages) {
        try (Farm farm = new Farm()) {
            farm.definition = definition;
            List<OutboundMessage> sent = new ArrayList<>();
            try (WorkflowHost first = farm.host("first")) {
                first.call(Orders.ADD, topping("7", "base"));
            }
            Death death = Death.beforeStep(step);
            WorkflowHost mortal = farm.mortal(
                    "mortal",
                    death,
                    settings -> settings.timeToUnload(Duration.ZERO).sink(message -> {
                        if (!death.step()) {
                            return new CompletableFuture<>();
                        }
                        sent.add(message);
                        return CompletableFuture.completedFuture(null);
                    }));
            CompletableFuture<CallOutcome<String>> answer = mortal.callAsync(operation, topping("7", "cheese"), NAMED);
            boolean died = death.isDead();

            WorkflowHost survivor = farm.host(
                    "survivor",
                    settings -> settings.timeToUnload(Duration.ZERO).sink(message -> {
                        sent.add(message);
                        return CompletableFuture.completedFuture(null);
                    }));
            CompletableFuture<CallOutcome<String>> again =
                    survivor.callAsync(operation, topping("7", "cheese"), NAMED.within(Duration.ofMinutes(5)));
            for (int i = 0; i < 200; i++) {
                farm.advance(SECOND);
            }

            String where = definition + ", died before step " + step;
            assertThat(again).as(where).isCompleted();
            assertThat(reply(again.join())).as(where).isEqualTo("base+cheese");
            assertThat(died || answer.isDone()).as(where).isTrue();
            assertThat(effects(sent)).as(where).containsExactlyElementsOf(messages);
            assertThat(sent.size()).as("duplicates at a plain sink, " + where).isLessThanOrEqualTo(messages.size() + 1);
            assertThat(reply(survivor.call(Orders.READ, topping("7", ""))))
                    .as(where)
                    .isEqualTo("base+cheese");
            var stored = farm.peek(Orders.home("7")).snapshotOrThrow();
            assertThat(stored.header().holder()).as(where).isNull();
            assertThat(stored.header().dueAt()).as(where).isNull();
            return died;
        }
    }

    /** What a receiver does that keeps the ids of messages. */
    private static List<String> effects(List<OutboundMessage> sent) {
        Map<UUID, String> first = new LinkedHashMap<>();
        sent.forEach(message -> first.putIfAbsent(message.id(), message.payload(String.class)));
        return List.copyOf(first.values());
    }
}
