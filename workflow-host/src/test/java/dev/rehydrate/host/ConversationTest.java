// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.turn.BegunTurn;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ConversationTest {

    /** What was said. */
    public static final class Talk {
        public List<String> said = new ArrayList<>();
    }

    private final Farm farm = new Farm();
    private final Operation<Order, Topping, String> say = operation("Say", (turn, text) -> {
        Conversation<Talk> talk = turn.conversation("support", Talk.class);
        Talk state = talk.getOrStart(Talk::new);
        state.said.add(text);
        talk.replace(state);
        return String.join(" ", state.said);
    });
    private final Operation<Order, Topping, String> ask = operation("Ask", (turn, text) -> {
        Conversation<String> talk = turn.conversation("kitchen", String.class);
        return talk.isActive() ? talk.replace(talk.get().orElseThrow() + "?" + text) : talk.start("?" + text);
    });
    private final Operation<Order, Topping, String> hangUp = operation("HangUp", (turn, text) -> {
        turn.conversation(text, Talk.class).end();
        return String.join(" ", turn.conversations().stream().sorted().toList());
    });
    private final Operation<Order, Topping, String> beginAnew = operation("BeginAnew", (turn, text) -> {
        Conversation<String> talk = turn.conversation("kitchen", String.class);
        talk.end();
        return talk.start("!" + text);
    });
    private final Operation<Order, Topping, String> sayAndFail = operation("SayAndFail", (turn, text) -> {
        Conversation<Talk> talk = turn.conversation("support", Talk.class);
        Talk state = talk.get().orElseThrow();
        state.said.add(text);
        talk.replace(state);
        throw turn.refuse("no");
    });
    private final Operation<Order, Topping, String> listen = operation("Listen", (turn, text) -> {
        turn.unchanged();
        return turn.conversation("support", Talk.class)
                .get()
                .map(talk -> String.join(" ", talk.said))
                .orElse("-");
    });

    ConversationTest() {
        farm.definition = Orders.DEFINITION.with(say, ask, hangUp, sayAndFail, listen);
    }

    private static Operation<Order, Topping, String> operation(
            String name, BiFunction<Turn<Order>, String, String> then) {
        return Operation.mustExist(name, Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> then.apply(turn, message.name()));
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private String talk(WorkflowHost host, Operation<Order, Topping, String> operation, String text) {
        return reply(host.call(operation, topping("7", text)));
    }

    private InstanceSnapshot stored() {
        return farm.peek(Orders.home("7")).snapshotOrThrow();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void eachConversationHasItsStateOnEveryHost(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.with(say, ask, hangUp, listen).concurrency(way);
        WorkflowHost one = farm.host("one");
        WorkflowHost two = farm.host("two");
        talk(one, Orders.ADD, "base");
        assertThat(talk(one, listen, "")).isEqualTo("-");

        talk(one, say, "hello");
        talk(two, ask, "when");
        assertThat(talk(two, say, "again")).isEqualTo("hello again");
        assertThat(talk(one, ask, "where")).isEqualTo("?when?where");
        assertThat(talk(two, listen, "")).isEqualTo("hello again");
        assertThat(stored().metadata().names())
                .containsExactlyInAnyOrder(
                        "rehydrate.conversation", "rehydrate.conversation.support", "rehydrate.conversation.kitchen");
        assertThat(talk(one, hangUp, "support")).isEqualTo("kitchen");
        assertThat(talk(one, listen, "")).isEqualTo("-");
        assertThat(stored().metadata().names())
                .containsExactlyInAnyOrder("rehydrate.conversation", "rehydrate.conversation.kitchen");
        assertThat(talk(one, Orders.READ, "")).isEqualTo("base");
    }

    @Test
    void instanceInMemoryKeepsThemToo() {
        WorkflowHost host = farm.host("one", settings -> settings);
        talk(host, Orders.ADD, "base");
        talk(host, say, "hello");

        assertThat(talk(host, say, "again")).isEqualTo("hello again");
        host.close();
        assertThat(talk(farm.host("two"), listen, "")).isEqualTo("hello again");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void turnThatDoesNotEndWellLeavesThemAsTheyWere(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.with(say, sayAndFail, listen).concurrency(way);
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofHours(1)));
        talk(host, Orders.ADD, "base");
        talk(host, say, "hello");

        assertThatExceptionOfType(TurnRefusedException.class).isThrownBy(() -> talk(host, sayAndFail, "never"));

        assertThat(talk(host, listen, "")).isEqualTo("hello");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void oneThatEndsAndBeginsAnewInOneTurnHasItsNewState(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.with(ask, beginAnew).concurrency(way);
        WorkflowHost one = farm.host("one");
        talk(one, Orders.ADD, "base");
        talk(one, ask, "when");

        talk(one, beginAnew, "now");

        assertThat(talk(farm.host("two"), ask, "where")).isEqualTo("!now?where");
    }

    @Test
    void theyEndWithTheirInstance() {
        farm.definition = Orders.DEFINITION.with(say).completingBy(CompletionAction.KEEP);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).sink(new Orders.Kitchen()));
        talk(host, Orders.ADD, "base");
        talk(host, say, "hello");

        talk(host, Orders.DELIVER, "bag");

        assertThat(stored().metadata().names())
                .doesNotContain("rehydrate.conversation", "rehydrate.conversation.support");
    }

    @Test
    void nonsenseIsRefused() {
        Turn<Order> turn = BegunTurn.of(Orders.home("7"), farm.time.instant());
        Conversation<String> talk = turn.conversation("support", String.class);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> talk.replace("x"));
        talk.start("x");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> talk.start("y"));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> turn.conversation(" ", String.class));
        BegunTurn.end(turn);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(talk::get);
    }
}
