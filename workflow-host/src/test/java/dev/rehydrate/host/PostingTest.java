// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.MissingKeyPartsException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PostingTest {

    private static final PostOptions AWAITING = PostOptions.DEFAULT.awaitingInstance(Duration.ofHours(1));

    private final Farm farm = new Farm();
    private final AtomicInteger tries = new AtomicInteger();

    /** Fails as often as it is told to. */
    private final Operation<Order, Topping, String> flaky = Operation.mustExist("Flaky", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                if (tries.getAndDecrement() > 0) {
                    throw new IllegalStateException("not yet");
                }
                return turn.become(order.with(message.name())).toppings();
            });

    PostingTest() {
        farm.definition = Orders.DEFINITION.with(flaky).onUnhandledFailure(UnhandledFailure.ABANDON);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node) {
        return farm.host(
                node,
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sink(new Orders.Kitchen())
                        .redelivery(new Backoff(SECOND, SECOND.multipliedBy(8)))
                        .maxSends(3));
    }

    private static String toppings(WorkflowHost host) {
        return reply(host.call(Orders.READ, topping("7", "")));
    }

    private void assertNoMailbox() {
        assertThat(farm.peek(Mailbox.of(Orders.home("7")))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    private static PostedMessage only(WorkflowHost host, PostReceipt receipt) {
        return now(host.mailboxes().messages(receipt.destination())).get(0);
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void postedMessagesAreHandledInTheirOrder(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.concurrency(way);
        WorkflowHost host = host("one");
        host.post(Orders.ADD, topping("7", "base"));
        host.post(Orders.ADD, topping("7", "cheese"));
        host.post(Orders.REMIND, topping("7", "ham"));

        assertThat(toppings(host)).isEqualTo("base+cheese+late-ham");
        assertNoMailbox();
        assertThat(host.instancesInMemory()).isZero();
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.DELIVERED);
    }

    @Test
    void instanceThatStaysInMemoryGetsThemToo() {
        WorkflowHost host = farm.host("one", settings -> settings);
        host.call(Orders.ADD, topping("7", "base"));
        host.post(Orders.REMIND, topping("7", "ham"));

        assertThat(toppings(host)).isEqualTo("base+late-ham");
        assertThat(host.instancesInMemory()).isEqualTo(1);
    }

    @Test
    void oneSaveBringsItAndOneSettlesIt() {
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        farm.happened();
        host.post(Orders.REMIND, topping("7", "ham"));

        assertThat(farm.happened())
                .containsExactly(
                        Kind.CREATED, // the mailbox, with the message taken already
                        Kind.DEHYDRATED,
                        Kind.REHYDRATED,
                        Kind.PERSISTED, // the instance
                        Kind.DEHYDRATED,
                        Kind.DELIVERED,
                        Kind.REHYDRATED,
                        Kind.COMPLETED);
    }

    @Test
    void delayedMessageComesAtItsTimeAndHoldsUpNobody() {
        WorkflowHost host = host("one");
        PostReceipt receipt =
                host.post(Orders.ADD, topping("7", "late"), PostOptions.DEFAULT.delayedBy(SECOND.multipliedBy(10)));
        host.post(Orders.ADD, topping("7", "base"));
        assertThat(toppings(host)).isEqualTo("base");
        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.DELAYED);

        farm.advance(SECOND.multipliedBy(9));
        assertThat(toppings(host)).isEqualTo("base");
        farm.advance(SECOND.multipliedBy(60));

        assertThat(toppings(host)).isEqualTo("base+late");
        assertNoMailbox();
    }

    @Test
    void withoutItsInstanceItIsSetAsideAndCanBeDrivenAgain() {
        WorkflowHost host = host("one");
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "ham"));

        PostedMessage dead = only(host, receipt);
        assertThat(dead.state()).isEqualTo(PostedMessage.State.DEAD);
        assertThat(dead.problem()).hasValueSatisfying(why -> assertThat(why).contains("no such instance"));
        assertThat(dead.payload(Topping.class)).isEqualTo(topping("7", "ham"));
        assertThat(dead.id()).isEqualTo(receipt.messageId());
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.DEAD_LETTERED);
        Mailboxes.Page page = now(host.mailboxes().deadLetters(0, 10));
        assertThat(page.total()).isEqualTo(1);
        assertThat(page.messages()).extracting(PostedMessage::id).containsExactly(receipt.messageId());
        assertThat(farm.peek(dead.mailbox()).snapshotOrThrow().header().dueAt()).isNull();

        host.call(Orders.ADD, topping("7", "base"));
        assertThat(now(host.mailboxes().redrive(dead))).isTrue();

        assertThat(toppings(host)).isEqualTo("base+late-ham");
        assertThat(now(host.mailboxes().redrive(dead))).isFalse();
        assertThat(now(host.mailboxes().deadLetters(0, 10)).messages()).isEmpty();
        assertNoMailbox();
    }

    @Test
    void whatIsSetAsideHoldsUpNobodyAndCanBeDiscarded() {
        WorkflowHost host = host("one");
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "ham"));
        host.post(Orders.ADD, topping("7", "base"));
        assertThat(toppings(host)).isEqualTo("base");

        PostedMessage dead = only(host, receipt);
        assertThat(now(host.mailboxes().discard(dead))).isTrue();

        assertThat(now(host.mailboxes().discard(dead))).isFalse();
        assertNoMailbox();
        farm.advance(Duration.ofMinutes(5));
        assertThat(toppings(host)).isEqualTo("base");
    }

    @Test
    void messagesWaitForTheirInstanceInTheirOrder() {
        WorkflowHost host = host("one");
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "1"), AWAITING);
        host.post(Orders.REMIND, topping("7", "2"), AWAITING);
        farm.advance(Duration.ofMinutes(2));
        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.AWAITING);

        host.call(Orders.ADD, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(10));

        assertThat(toppings(host)).isEqualTo("base+late-1+late-2");
        assertNoMailbox();
    }

    @Test
    void whatHasWaitedLongIsLookedForSeldom() {
        WorkflowHost host = host("one");
        host.post(Orders.REMIND, topping("7", "1"), AWAITING);
        farm.advance(SECOND.multipliedBy(10));
        long early = looks();

        farm.advance(Duration.ofMinutes(10));
        long before = looks();
        farm.advance(SECOND.multipliedBy(60));

        assertThat(early).isBetween(8L, 20L);
        assertThat(looks() - before).isBetween(5L, 13L);
    }

    private long looks() {
        return farm.events.stream()
                .filter(event -> event.kind() == Kind.NOT_DELIVERED)
                .count();
    }

    @Test
    void whoeverCanBeginTheInstanceDoesNotWaitBehindThoseWhoWaitForIt() {
        WorkflowHost host = host("one");
        host.post(Orders.REMIND, topping("7", "1"), AWAITING);
        host.post(Orders.REMIND, topping("7", "2"), AWAITING);

        host.post(Orders.ADD, topping("7", "base"));

        assertThat(toppings(host)).isEqualTo("base+late-1+late-2");
        assertNoMailbox();
    }

    @Test
    void nobodyWaitsForAnInstanceLongerThanAskedFor() {
        WorkflowHost host = host("one");
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "1"), AWAITING);

        farm.advance(Duration.ofMinutes(61));

        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.DEAD);
    }

    @Test
    void forEverIsAsLongAsThereIsTime() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        WorkflowHost host = host("one");
        host.post(Orders.REMIND, topping("7", "1"), PostOptions.DEFAULT.awaitingInstance(forEver));
        host.post(Orders.REMIND, topping("7", "never"), PostOptions.DEFAULT.delayedBy(forEver));

        farm.advance(Duration.ofMinutes(1));
        host.call(Orders.ADD, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(10));

        assertThat(toppings(host)).isEqualTo("base+late-1");
    }

    @Test
    void messageWhoseTurnFailsIsTriedAgainAndThoseBehindItWait() {
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        tries.set(2);
        PostReceipt receipt = host.post(flaky, topping("7", "1"));
        host.post(Orders.ADD, topping("7", "2"));
        assertThat(toppings(host)).isEqualTo("base");
        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.RETURNED);
        assertThat(only(host, receipt).problem()).contains("java.lang.IllegalStateException: not yet");
        assertThat(only(host, receipt).deliveries()).isEqualTo(1);

        farm.advance(SECOND.multipliedBy(10));

        assertThat(toppings(host)).isEqualTo("base+1+2");
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.NOT_DELIVERED);
        assertNoMailbox();
    }

    @Test
    void afterTooManyAttemptsItIsSetAside() {
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        tries.set(6); // a turn that fails on what may be an old copy is run again on the newest
        PostReceipt receipt = host.post(flaky, topping("7", "1"));
        host.post(Orders.ADD, topping("7", "2"));

        farm.advance(Duration.ofMinutes(1));

        assertThat(toppings(host)).isEqualTo("base+2");
        PostedMessage dead = only(host, receipt);
        assertThat(dead.state()).isEqualTo(PostedMessage.State.DEAD);
        assertThat(dead.deliveries()).isEqualTo(3);
        assertThat(now(host.mailboxes().redrive(dead))).isTrue();
        assertThat(toppings(host)).isEqualTo("base+2+1");
    }

    @Test
    void hostThatHasNoRoomHasNotTriedIt() {
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ofMinutes(5))
                        .maxInstancesInMemory(1)
                        .redelivery(new Backoff(SECOND, SECOND.multipliedBy(8)))
                        .maxSends(2));
        host.call(Orders.ADD, topping("8", "in the way"));
        PostReceipt receipt = host.post(Orders.ADD, topping("7", "base"));
        farm.advance(Duration.ofMinutes(1));

        PostedMessage waiting = only(host, receipt);
        assertThat(waiting.state()).isEqualTo(PostedMessage.State.RETURNED);
        assertThat(waiting.deliveries()).isZero();
        assertThat(waiting.problem()).hasValueSatisfying(why -> assertThat(why).contains("1 instances in memory"));
        farm.advance(Duration.ofMinutes(5));

        assertThat(toppings(host)).isEqualTo("base");
    }

    @Test
    void handlerThatRefusesGivesItBack() {
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        PostReceipt receipt = host.post(Orders.REFUSE, topping("7", "1"));
        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.RETURNED);

        farm.advance(Duration.ofMinutes(1));

        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.DEAD);
        assertThat(only(host, receipt).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("no pineapple"));
    }

    @Test
    void instanceThatHasEndedOrExistsAlreadyTakesNothing() {
        farm.definition = Orders.DEFINITION.completingBy(CompletionAction.KEEP);
        WorkflowHost host = host("one");
        host.call(Orders.DELIVER, topping("7", "base"));
        PostReceipt receipt = host.post(Orders.ADD, topping("7", "1"));
        assertThat(only(host, receipt).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("has ended"));
    }

    @Test
    void sameMessageIsHandledOnceHoweverOftenItIsPosted() {
        WorkflowHost host = host("one");
        host.post(Orders.ADD, topping("7", "base"));
        PostOptions named = PostOptions.DEFAULT.withMessageId("m1");
        host.post(Orders.REMIND, topping("7", "ham"), named.delayedBy(SECOND));
        host.post(Orders.REMIND, topping("7", "ham"), named);
        farm.advance(SECOND.multipliedBy(120));
        assertNoMailbox();

        host("two").post(Orders.REMIND, topping("7", "ham"), named);

        assertThat(toppings(host)).isEqualTo("base+late-ham");
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.REPEATED);
        assertNoMailbox();
    }

    @Test
    void whoeverPostsDoesNotWaitForWhoeverHoldsTheInstance() {
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        InstanceHandle elsewhere = farm.tool().hold(Orders.home("7"));

        PostReceipt receipt = now(host.postAsync(Orders.REMIND, topping("7", "1"), PostOptions.DEFAULT));
        now(host.postAsync(Orders.REMIND, topping("7", "2"), PostOptions.DEFAULT));
        assertThat(only(host, receipt).state()).isEqualTo(PostedMessage.State.LOCKED);
        farm.advance(SECOND.multipliedBy(31));
        assertThat(only(host, receipt).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("was held by"));

        elsewhere.close();
        for (int i = 0; i < 20; i++) {
            farm.advance(SECOND);
        }
        assertThat(toppings(host)).isEqualTo("base+late-1+late-2");
        assertNoMailbox();
    }

    @Test
    void suspendedInstanceGetsItWhenItIsResumed() {
        farm.definition = Orders.DEFINITION;
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.GIVE_UP, topping("7", ""));
        PostReceipt receipt = host.post(Orders.REMIND, topping("7", "1"));
        assertThat(only(host, receipt).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("suspended", "out of flour"));

        farm.tool().ask(Orders.home("7"), dev.rehydrate.command.ResumeInstance.now());
        farm.advance(SECOND.multipliedBy(2));

        assertThat(toppings(host)).isEqualTo("base+late-1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hostThatDiesWithAMessageIsReplaced(boolean inTheTurn) {
        try (WorkflowHost zero = host("zero")) {
            zero.call(Orders.ADD, topping("7", "base"));
        }
        MortalEngine.Death death = MortalEngine.Death.never();
        Operation<Order, Topping, String> deadly = Operation.mustExist("Deadly", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    death.now();
                    return turn.become(order.with(message.name())).toppings();
                });
        farm.definition = Orders.DEFINITION.with(deadly);
        WorkflowHost dying = farm.mortal("dying", death, settings -> settings.timeToUnload(Duration.ZERO));
        dying.post(inTheTurn ? deadly : Orders.ADD, topping("7", "1"), PostOptions.DEFAULT.delayedBy(SECOND));
        if (!inTheTurn) {
            death.now();
        }
        WorkflowHost second = host("two");

        for (int i = 0; i < 120; i++) {
            farm.advance(SECOND);
        }

        assertThat(toppings(second)).isEqualTo("base+1");
        assertNoMailbox();
    }

    @Test
    void messageThatKillsItsHostsIsSetAsideByALivingOne() {
        try (WorkflowHost zero = host("zero")) {
            zero.call(Orders.ADD, topping("7", "base"));
        }
        AtomicInteger deaths = new AtomicInteger();
        MortalEngine.Death[] death = new MortalEngine.Death[3];
        Operation<Order, Topping, String> deadly = Operation.mustExist("Deadly", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    death[deaths.getAndIncrement()].now();
                    return turn.become(order.with(message.name())).toppings();
                });
        farm.definition = Orders.DEFINITION.with(deadly);
        for (int i = 0; i < 3; i++) {
            death[i] = MortalEngine.Death.never();
            WorkflowHost dying = farm.mortal(
                    "dying" + i,
                    death[i],
                    settings -> settings.timeToUnload(Duration.ZERO).maxSends(3));
            if (i == 0) {
                dying.post(deadly, topping("7", "1"));
            }
            for (int second = 0; second < 120; second++) {
                farm.advance(SECOND);
            }
        }
        assertThat(deaths).hasValue(3);
        WorkflowHost living = host("living");

        for (int i = 0; i < 120; i++) {
            farm.advance(SECOND);
        }

        Mailboxes.Page page = now(living.mailboxes().deadLetters(0, 10));
        assertThat(page.messages()).hasSize(1);
        assertThat(page.messages().get(0).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("taken 3 times"));
        assertThat(deaths).hasValue(3);
        assertThat(toppings(living)).isEqualTo("base");
    }

    @Test
    void messageWithoutAnAddressBeginsOneInstance() {
        Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Correlation.context(message -> null))
                .handledBy((turn, order, message) -> turn.become(new Order(message.order(), message.name(), 1, ""))
                        .toppings());
        farm.definition = Orders.DEFINITION.with(begin);
        WorkflowHost host = host("one");

        PostReceipt receipt = host.post(begin, topping("7", "base"));

        assertThat(farm.peek(receipt.destination()).snapshotOrThrow().data().get("toppings", String.class))
                .isEqualTo("base");
        assertThat(now(host.mailboxes().messages(receipt.destination()))).isEmpty();
    }

    @Test
    void hostThatDoesNotKnowTheOperationLeavesItToAnother() {
        WorkflowHost first = host("one");
        first.call(Orders.ADD, topping("7", "base"));
        PostReceipt receipt = first.post(flaky, topping("7", "1"), PostOptions.DEFAULT.delayedBy(SECOND));
        first.close();
        farm.definition = Orders.DEFINITION;
        WorkflowHost poorer = host("poorer");
        farm.advance(SECOND.multipliedBy(70));
        assertThat(only(poorer, receipt).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("does not know", "Flaky"));
        assertThat(only(poorer, receipt).deliveries()).isZero();
        poorer.close();

        farm.definition = Orders.DEFINITION.with(flaky);
        WorkflowHost richer = host("richer");
        farm.advance(SECOND.multipliedBy(70));

        assertThat(toppings(richer)).isEqualTo("base+1");
    }

    @Test
    void hostThatStopsDeliversNoMoreAndAnotherGoesOn() {
        WorkflowHost first = host("one");
        first.call(Orders.ADD, topping("7", "base"));
        first.post(Orders.REMIND, topping("7", "1"), PostOptions.DEFAULT.delayedBy(SECOND));
        first.close();
        assertThatExceptionOfType(HostStoppedException.class)
                .isThrownBy(() -> first.post(Orders.REMIND, topping("7", "2")));

        WorkflowHost second = host("two");
        farm.advance(SECOND.multipliedBy(70));

        assertThat(toppings(second)).isEqualTo("base+late-1");
    }

    @Test
    void nonsenseIsRefusedAndNothingIsPosted() {
        WorkflowHost host = host("one");
        assertThatExceptionOfType(MissingKeyPartsException.class)
                .isThrownBy(() -> host.post(Orders.ADD, topping("", "base")));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> host.post(Docs.UPDATE, Docs.edit("7", "x")))
                .withMessageContaining("UpdateDocument");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> PostOptions.DEFAULT.delayedBy(SECOND.negated()));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> PostOptions.DEFAULT.withMessageId(" "));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> PostOptions.DEFAULT.within(Duration.ZERO));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> farm.host("two", settings -> settings.deliveryTime(Duration.ofDays(366))))
                .withMessageContaining("year");
    }
}
