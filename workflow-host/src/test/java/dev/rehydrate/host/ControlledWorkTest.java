// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.Orders.Kitchen;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of messages, timers and failures when an administrator steps in. */
final class ControlledWorkTest {

    private static final InstanceId ID = Orders.home("7");

    private final Farm farm = new Farm();
    private final Kitchen kitchen = new Kitchen();

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(WorkflowDefinition<?> definition) {
        farm.definition = definition;
        return farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sink(kitchen)
                        .redelivery(new Backoff(SECOND, SECOND.multipliedBy(8)))
                        .maxSends(3));
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void messagesThatWaitAreSentBeforeATerminatedInstanceEnds(ConcurrencyControl way) {
        WorkflowHost host = host(Orders.DEFINITION.concurrency(way).completingBy(CompletionAction.KEEP));
        kitchen.refuse(2);
        host.call(Orders.COOK_TWICE, topping("7", "base"));

        assertThat(host.control().terminate(ID, "no use")).isEqualTo(ControlResult.DONE);
        assertThat(host.control().terminate(ID, "once more")).isEqualTo(ControlResult.DONE);

        assertThat(kitchen.texts()).isEmpty();
        var late = host.callAsync(Orders.ADD, topping("7", "cheese"), CallOptions.DEFAULT);
        farm.advance(SECOND.multipliedBy(30));
        assertThat(kitchen.texts()).containsExactly("base/1", "base/2");
        assertThat(now(late)).isInstanceOf(CallOutcome.Completed.class);
        InspectedInstance ended = host.control().inspect(ID).orElseThrow();
        assertThat(ended.header().state()).isEqualTo(InstanceState.COMPLETED);
        assertThat(ended.metadata().get(MetadataNames.ENDED).json()).hasToString("\"failed: no use\"");
    }

    @Test
    void messagesOfASuspendedInstanceAreSentWhenItIsTerminated() {
        WorkflowHost host = host(Orders.DEFINITION);
        kitchen.refuse(1);
        host.call(Orders.COOK, topping("7", "base"));
        host.control().suspend(ID, "audit");
        farm.advance(SECOND.multipliedBy(30));
        assertThat(kitchen.texts()).isEmpty();

        assertThat(host.control().cancel(ID)).isEqualTo(ControlResult.DONE);
        farm.advance(SECOND.multipliedBy(30));

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(farm.peek(ID)).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void messagesThatWereSetAsideDoNotKeepAnInstanceFromEnding() {
        WorkflowHost host = host(Orders.DEFINITION);
        kitchen.refuse(3);
        host.call(Orders.COOK, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(60));

        assertThat(host.control().terminate(ID, "no use")).isEqualTo(ControlResult.DONE);

        assertThat(farm.peek(ID)).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void whatWaitsIsSentAndWhatWasSetAsideDoesNotKeepTheInstanceFromEnding() {
        WorkflowHost host = host(Orders.DEFINITION);
        kitchen.refuse(4);
        host.call(Orders.COOK_TWICE, topping("7", "base"));
        for (int step = 0; step < 300 && !isDeadLettered(); step++) {
            farm.advance(SECOND.dividedBy(10));
        }
        assertThat(isDeadLettered()).isTrue();
        assertThat(kitchen.texts()).isEmpty();

        assertThat(host.control().terminate(ID, "no use")).isEqualTo(ControlResult.DONE);
        farm.advance(SECOND.multipliedBy(60));

        assertThat(kitchen.texts()).containsExactly("base/2");
        assertThat(farm.peek(ID)).isInstanceOf(LoadOutcome.NotFound.class);
    }

    private boolean isDeadLettered() {
        return farm.events.stream().anyMatch(event -> event.kind() == HostEvent.Kind.DEAD_LETTERED);
    }

    @Test
    void whatIsKeptAfterItsEndHasNoTimers() {
        WorkflowHost host = host(Orders.DEFINITION.completingBy(CompletionAction.KEEP));
        host.call(Orders.REMIND_LATER, topping("7", "base"));

        host.control().cancel(ID);

        assertThat(host.control().inspect(ID).orElseThrow().metadata()).containsOnlyKeys(MetadataNames.ENDED);
    }

    @Test
    void noTimerFiresForWhatIsSuspendedOrEndedAndItFiresWhenResumed() {
        WorkflowHost host = host(Orders.DEFINITION);
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        host.call(Orders.REMIND_LATER, topping("8", "base"));
        host.control().suspend(ID, "audit");
        host.control().terminate(Orders.home("8"), "no use");

        farm.advance(Duration.ofMinutes(5));
        assertThat(host.call(Orders.READ, topping("7", ""))).isInstanceOf(CallOutcome.Suspended.class);
        host.control().resume(ID);
        farm.advance(Duration.ofMinutes(1));

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+late-once");
        assertThat(host.call(Orders.READ, topping("8", ""))).isInstanceOf(CallOutcome.UnknownInstance.class);
    }

    @Test
    void whatATurnOrAHandlerHasLetFailIsRetried() {
        WorkflowHost host = host(Orders.DEFINITION.onUnhandledFailure(UnhandledFailure.FAIL));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.GIVE_UP, topping("7", ""));
        assertThat(host.call(Orders.ADD, topping("7", "cheese"))).isInstanceOf(CallOutcome.Suspended.class);

        assertThat(host.control().retry(ID)).isEqualTo(ControlResult.DONE);
        assertThat(reply(host.call(Orders.ADD, topping("7", "cheese")))).isEqualTo("base+cheese");

        assertThatExceptionOfType(TurnFailedException.class).isThrownBy(() -> host.call(Orders.BURN, topping("7", "")));
        assertThat(host.control().retry(ID)).isEqualTo(ControlResult.DONE);
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese");
        assertThat(host.control().retry(ID)).isEqualTo(ControlResult.NOT_FAILED);
    }
}
