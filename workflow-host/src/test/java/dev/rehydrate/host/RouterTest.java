// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.engine.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RouterTest {

    private final Farm farm = new Farm();
    private final List<String> routed = new ArrayList<>();

    RouterTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    /** Brings messages for one member to the host beside it. */
    private final class Router implements MessageRouter {

        private final String member;
        private final WorkflowHost beside;

        Router(String member, WorkflowHost beside) {
            this.member = member;
            this.beside = beside;
        }

        @Override
        public <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
                String to, Operation<?, M, R> operation, M message, CallOptions options) {
            routed.add(to);
            if (to.equals("broken:1")) {
                throw new IllegalStateException("no way there");
            }
            return to.equals(member)
                    ? Optional.of(beside.callAsync(operation, message, options.here()))
                    : Optional.empty();
        }
    }

    private WorkflowHost routing(WorkflowHost there) {
        return farm.host("here", settings -> settings.router(new Router("there:1", there)));
    }

    @Test
    void messageIsWorkedOnWhereItsInstanceIsKept() {
        WorkflowHost there = farm.host("there", settings -> settings);
        WorkflowHost here = routing(there);
        farm.engine.keepAt(new Placement("there:1", false));

        assertThat(reply(here.call(Orders.ADD, topping("7", "base")))).isEqualTo("base");

        assertThat(routed).containsExactly("there:1");
        assertThat(there.instancesInMemory()).isEqualTo(1);
        assertThat(here.instancesInMemory()).isZero();
    }

    @Test
    void messageStaysWhenItsInstanceIsKeptOrInMemoryHere() {
        WorkflowHost here = routing(farm.host("there"));
        farm.engine.keepAt(new Placement("here:1", true));
        here.call(Orders.ADD, topping("7", "base"));
        farm.engine.keepAt(new Placement("there:1", false));
        here.call(Orders.ADD, topping("7", "cheese"));

        assertThat(routed).isEmpty();
        assertThat(here.instancesInMemory()).isEqualTo(1);
    }

    @Test
    void messageThatNobodyBringsElsewhereIsWorkedOnHere() {
        WorkflowHost here = routing(farm.host("there"));
        farm.engine.keepAt(new Placement("unknown:1", false));
        assertThat(reply(here.call(Orders.ADD, topping("7", "base")))).isEqualTo("base");
        farm.engine.keepAt(new Placement("broken:1", false));
        assertThat(reply(here.call(Orders.ADD, topping("8", "base")))).isEqualTo("base");

        assertThat(routed).containsExactly("unknown:1", "broken:1");
        assertThat(here.instancesInMemory()).isEqualTo(2);
    }

    /** Knows no way, and says so in ways that it should not. */
    private static final class BrokenRouter implements MessageRouter {

        private int times;

        @Override
        public <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
                String to, Operation<?, M, R> operation, M message, CallOptions options) {
            times++;
            if (times == 1) {
                throw new NoClassDefFoundError("com/example/Transport");
            }
            return times == 2 ? null : Optional.of(new CompletableFuture<>());
        }
    }

    @Test
    void cancellingAnAnswerCancelsNothingOfTheRouter() {
        CompletableFuture<CallOutcome<String>> there = new CompletableFuture<>();
        WorkflowHost host = farm.host(
                "here",
                settings -> settings.router(new MessageRouter() {
                    @Override
                    @SuppressWarnings("unchecked")
                    public <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
                            String to, Operation<?, M, R> operation, M message, CallOptions options) {
                        return Optional.of((CompletableFuture<CallOutcome<R>>) (CompletableFuture<?>) there);
                    }
                }));
        farm.engine.keepAt(new Placement("there:1", false));
        var cancelled = host.callAsync(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT);
        var answered = host.callAsync(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT);

        cancelled.cancel(true);
        assertThat(there).isNotDone();
        there.complete(new CallOutcome.UnknownInstance<>("7"));

        assertThat(Farm.now(answered)).isInstanceOf(CallOutcome.UnknownInstance.class);
    }

    @Test
    void routerThatIsBrokenKeepsNeitherRoomNorCallers() {
        WorkflowHost host = farm.host(
                "here",
                settings -> settings.maxCalls(1).timeToUnload(Duration.ZERO).router(new BrokenRouter()));
        farm.engine.keepAt(new Placement("there:1", false));

        assertThat(reply(host.call(Orders.ADD, topping("7", "a")))).isEqualTo("a");
        assertThat(reply(host.call(Orders.ADD, topping("7", "b")))).isEqualTo("a+b");
        var lost = host.callAsync(Orders.ADD, topping("7", "c"), CallOptions.DEFAULT.within(SECOND));
        farm.advance(SECOND);
        assertThat(lost).isNotDone();
        farm.advance(SECOND);

        assertThat(lost)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(OutcomeUnknownException.class)
                .withMessageContaining("there:1")
                .withMessageContaining("Add");
        assertThat(reply(host.call(Orders.ADD, topping("7", "d"), CallOptions.DEFAULT.here())))
                .isEqualTo("a+b+d");
        assertThat(host.stop(SECOND)).isDone();
    }
}
