// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.Docs.Doc;
import dev.rehydrate.host.Docs.Edit;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FailingTurnTest {

    private final Farm farm = new Farm();

    FailingTurnTest() {
        farm.definition = Docs.DEFINITION.onUnhandledFailure(UnhandledFailure.ABANDON);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void turnThatChangesItsStateAndThrowsLeavesNothingBehind(long secondsToUnload) {
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
        Revision created =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts().revision();

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(Docs.BREAK, edit("42", "b")))
                .withMessageContaining("BreakDocument")
                .withMessageContaining(Docs.home("42").toString())
                .withMessageContaining(Docs.key("42").text())
                .withRootCauseInstanceOf(IllegalArgumentException.class);

        assertThat(farm.stored("42").snapshot().revision()).isEqualTo(created);
        assertThat(farm.stored("42").snapshot().header().holder()).isNull();
        assertThat(host.instancesInMemory()).isZero();
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a c");
        assertThat(farm.events).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo(Kind.ABORTED);
            assertThat(event.cause()).isInstanceOf(TurnFailedException.class);
        });
    }

    @Test
    void firstTurnThatThrowsCreatesNothing() {
        WorkflowHost host = farm.host("one");
        farm.engine.operations();

        assertThatExceptionOfType(TurnFailedException.class).isThrownBy(() -> host.call(Docs.BREAK, edit("42", "b")));

        assertThat(farm.engine.operations()).doesNotContain("CommitInstance");
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void whatWasRepliedBeforeTheSaveIsLostWithTheFailureAndTold() {
        WorkflowHost host = farm.host(
                "one", settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(SECOND));
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.UPDATE, edit("42", "b"));

        assertThatExceptionOfType(TurnFailedException.class).isThrownBy(() -> host.call(Docs.BREAK, edit("42", "c")));

        assertThat(farm.lastEvent(Kind.ABORTED).unsavedReplies()).isEqualTo(1);
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    /** The turn may have changed the state in place before it refused its message. */
    @Test
    void whatWasRepliedBeforeTheSaveIsLostWithARefusalAndTold() {
        farm.definition = Orders.DEFINITION;
        WorkflowHost host = farm.host("one", settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ADD, topping("7", "cheese"));

        assertThatExceptionOfType(TurnRefusedException.class)
                .isThrownBy(() -> host.call(Orders.REFUSE, topping("7", "")));

        assertThat(farm.lastEvent(Kind.ABORTED).unsavedReplies()).isEqualTo(1);
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
    }

    @Test
    void newInstanceNeedsAState() {
        Operation<Doc, Edit, String> forgetful = Operation.createOnly("Forget", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> "ok");
        WorkflowHost host = hostOf(forgetful);

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(forgetful, edit("42", "a")))
                .withMessageContaining("turn.become");
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void turnCannotCompleteAnInstanceAndLetItFail(boolean failsFirst) {
        Operation<Doc, Edit, String> both = Operation.mustExist("Both", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    if (failsFirst) {
                        turn.fail("out of paper");
                    }
                    turn.complete();
                    turn.fail("out of paper");
                    return "sorry";
                });
        farm.definition = Docs.DEFINITION.with(both).onUnhandledFailure(UnhandledFailure.ABANDON);
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(both, edit("42", "b")))
                .withMessageContaining("not both");
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    @Test
    void newInstanceThatIsLeftUnchangedIsNotCreated() {
        Operation<Doc, Edit, String> look = Operation.createOrGet("Look", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    turn.unchanged();
                    return doc == null ? "nothing" : "something";
                });
        WorkflowHost host = hostOf(look);

        CallOutcome.Replied<String> answer = host.call(look, edit("42", "a")).replyOrThrow();

        assertThat(answer.reply()).isEqualTo("nothing");
        assertThat(answer.facts().revision()).isNull();
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void newInstanceMayEndWithItsFirstTurn() {
        Operation<Doc, Edit, String> flash = Operation.createOnly("Flash", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    turn.complete();
                    return "gone";
                });
        WorkflowHost host = hostOf(flash);

        assertThat(reply(host.call(flash, edit("42", "a")))).isEqualTo("gone");
        assertThat(reply(host.call(flash, edit("42", "a")))).isEqualTo("gone");
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void turnIsOfNoUseWhenItIsOver() {
        List<Turn<Doc>> kept = new CopyOnWriteArrayList<>();
        Operation<Doc, Edit, String> leak = Operation.createOnly("Leak", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    kept.add(turn);
                    assertThat(turn.isNew()).isTrue();
                    assertThat(turn.instanceId()).isEqualTo(Docs.home("42"));
                    assertThat(turn.key()).contains(Docs.key("42"));
                    assertThat(turn.revision()).isEmpty();
                    turn.become(new Doc());
                    return "ok";
                });
        hostOf(leak).call(leak, edit("42", "a"));

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(kept.get(0)::complete);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(kept.get(0)::instanceId);
    }

    @Test
    void stateThatCannotBeMappedIsAFailureOfTheTurn() {
        StateMapping<Doc> broken = new StateMapping<>() {
            @Override
            public Map<String, InstanceValue> toValues(Doc state) {
                throw new IllegalStateException("no words for it");
            }

            @Override
            public Doc fromValues(ValueBag values) {
                return new Doc();
            }
        };
        WorkflowDefinition<Doc> definition = WorkflowDefinition.of(DefinitionIdentity.of("Broken", "1.0"), broken)
                .with(Docs.CREATE);
        WorkflowHost host = WorkflowHost.builder(farm.store())
                .definition(definition)
                .time(farm.time)
                .executor(Runnable::run)
                .start();

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(Docs.CREATE, edit("42", "a")))
                .withMessageContaining("no words for it");
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    private WorkflowHost hostOf(Operation<Doc, Edit, String> operation) {
        return WorkflowHost.builder(farm.store())
                .definition(WorkflowDefinition.of("Other", "1.0", Doc.class).with(operation))
                .time(farm.time)
                .executor(Runnable::run)
                .timeToUnload(Duration.ZERO)
                .start();
    }

    @Test
    void newInstanceThatEndsWithItsFirstTurnNeedsAStateToSendMessages() {
        Operation<Orders.Order, Orders.Topping, String> flash = Operation.createOnly("Flash", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (!message.name().isEmpty()) {
                        turn.become(new Orders.Order(message.order(), message.name(), 1, ""));
                    }
                    turn.send("kitchen", "flash");
                    turn.complete();
                    return "gone";
                });
        farm.definition = Orders.DEFINITION.with(flash);
        Orders.Kitchen kitchen = new Orders.Kitchen();
        WorkflowHost host = farm.host("one", settings -> settings.sink(kitchen));

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(flash, Orders.topping("7", "")))
                .withMessageContaining("turn.become");
        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(kitchen.texts()).isEmpty();

        assertThat(reply(host.call(flash, Orders.topping("7", "base")))).isEqualTo("gone");
        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(kitchen.texts()).containsExactly("flash");
    }
}
