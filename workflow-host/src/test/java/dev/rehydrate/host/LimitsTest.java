// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LimitsTest {

    private final Farm farm = new Farm();

    LimitsTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void hostThatIsFullSaysSoUntilAnInstanceHasLeft() {
        WorkflowHost host =
                farm.host("one", settings -> settings.timeToUnload(SECOND).maxInstancesInMemory(2));
        host.call(Orders.ADD, topping("1", "a"));
        host.call(Orders.ADD, topping("2", "a"));

        assertThatExceptionOfType(HostFullException.class)
                .isThrownBy(() -> host.call(Orders.ADD, topping("3", "a")))
                .withMessageContaining("2 instances in memory")
                .withMessageEndingWith("node=one key=" + Orders.BY_ORDER.destinationOf(topping("3", "")));
        assertThat(reply(host.call(Orders.ADD, topping("2", "b")))).isEqualTo("a+b");
        farm.advance(SECOND.multipliedBy(2));

        assertThat(host.instancesInMemory()).isZero();
        assertThat(reply(host.call(Orders.ADD, topping("3", "a")))).isEqualTo("a");
    }

    @Test
    void hostIsFullAlsoOfWhatIsOnItsWay() {
        WorkflowHost host = farm.host("one", settings -> settings.maxInstancesInMemory(2));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED, Trouble.DELAYED, Trouble.DELAYED);
        List<CompletableFuture<CallOutcome<String>>> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(host.callAsync(Orders.ADD, topping("o" + i, "a"), CallOptions.DEFAULT));
        }
        while (farm.engine.isHoldingBack()) {
            farm.engine.letGo();
        }

        assertThat(host.instancesInMemory()).isEqualTo(2);
        assertThat(calls.get(2))
                .failsWithin(SECOND)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(HostFullException.class);
        farm.engine.trouble(CommitInstance.class);
        host.control().delete(Orders.home("o0"));
        assertThat(reply(host.call(Orders.ADD, topping("o2", "a")))).isEqualTo("a");
    }

    @Test
    void messagesForNobodyTakeNoPlace() {
        WorkflowHost host = farm.host("one", settings -> settings.maxInstancesInMemory(1));
        for (int i = 0; i < 3; i++) {
            assertThat(host.call(Orders.READ, topping("none", ""))).isInstanceOf(CallOutcome.UnknownInstance.class);
        }
        assertThat(reply(host.call(Orders.ADD, topping("7", "a")))).isEqualTo("a");
    }

    @Test
    void instancesThatLeaveAtOnceAreNotCounted() {
        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.OPTIMISTIC);
        WorkflowHost host =
                farm.host("one", settings -> settings.timeToUnload(SECOND).maxInstancesInMemory(1));

        for (int i = 0; i < 3; i++) {
            assertThat(reply(host.call(Orders.ADD, topping("o" + i, "a")))).isEqualTo("a");
        }
    }

    @Test
    void callThatWaitsForItsTurnIsAnsweredAtItsDeadline() {
        WorkflowHost host = farm.host("one", settings -> settings.maxTurns(1));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> first =
                host.callAsync(Orders.ADD, topping("1", "a"), CallOptions.DEFAULT);
        CompletableFuture<CallOutcome<String>> second =
                host.callAsync(Orders.ADD, topping("2", "a"), CallOptions.DEFAULT.within(SECOND));
        CompletableFuture<CallOutcome<String>> third =
                host.callAsync(Orders.ADD, topping("3", "a"), CallOptions.DEFAULT);

        farm.advance(SECOND.multipliedBy(2));

        assertThat(second).isDone();
        assertThat(Farm.now(second)).isInstanceOf(CallOutcome.Busy.class);
        farm.engine.letGo();
        assertThat(reply(Farm.now(first))).isEqualTo("a");
        assertThat(reply(Farm.now(third))).isEqualTo("a");
        assertThat(reply(host.call(Orders.ADD, topping("2", "b")))).isEqualTo("b");
    }

    @Test
    void callsThatHaveGivenUpWaitingAreForgotten() {
        HostParts parts = farm.parts();
        var unused = Farm.now(parts.context().owners().start());
        CallRouter router = parts.router();
        assertThat(router.take(add(SECOND))).isDone();
        Lane lane = parts.context().lanes().loaded().get(0);
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> first = router.take(add(SECOND.multipliedBy(10)));
        CompletableFuture<CallOutcome<String>> second = router.take(add(SECOND));
        assertThat(lane.hasWaiting()).isTrue();

        farm.advance(SECOND);

        assertThat(Farm.now(second)).isInstanceOf(CallOutcome.Busy.class);
        assertThat(lane.hasWaiting()).isFalse();
        farm.engine.letGo();
        assertThat(reply(Farm.now(first))).isEqualTo("a+a");
        Farm.now(parts.context().owners().retire(SECOND));
    }

    private Call<Orders.Order, Orders.Topping, String> add(Duration deadline) {
        Call.Terms terms = new Call.Terms(Deadline.in(farm.time, deadline), null, null, null);
        return Call.of(Orders.DEFINITION, Orders.ADD, topping("7", "a"), terms);
    }

    @Test
    void turnsBeyondTheLimitWait() {
        WorkflowHost host = farm.host("one", settings -> settings.maxTurns(1));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> first =
                host.callAsync(Orders.ADD, topping("1", "a"), CallOptions.DEFAULT);
        List<CompletableFuture<CallOutcome<String>>> others = new ArrayList<>();
        for (int i = 2; i < 200; i++) {
            others.add(host.callAsync(Orders.ADD, topping("" + i, "a"), CallOptions.DEFAULT));
        }
        assertThat(others).noneMatch(CompletableFuture::isDone);

        farm.engine.letGo();

        assertThat(first).isDone();
        assertThat(others)
                .allSatisfy(other -> assertThat(reply(Farm.now(other))).isEqualTo("a"));
    }

    @Test
    void cancellingAPostKeepsNoRoom() {
        WorkflowHost host =
                farm.host("one", settings -> settings.timeToUnload(SECOND).maxCalls(1));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<PostReceipt> posted = host.postAsync(Orders.ADD, topping("7", "a"), PostOptions.DEFAULT);

        posted.cancel(true);
        farm.engine.letGo();

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("a");
        assertThat(host.stop(SECOND)).isDone();
    }

    @Test
    void hostHasAName() {
        for (String blank : List.of("", " ")) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> WorkflowHost.builder(farm.store()).node(blank))
                    .withMessageContaining("the name of a host must not be blank");
        }
    }
}
