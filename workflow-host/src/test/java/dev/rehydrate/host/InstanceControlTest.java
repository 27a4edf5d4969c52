// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an administrator does to an instance, wherever it is in memory. */
final class InstanceControlTest {

    private static final InstanceId ID = Docs.home("42");
    private static final InstanceId UNKNOWN = Docs.home("unknown");

    /** Who has the instance in memory. */
    enum Where {
        HERE,
        ELSEWHERE,
        NOWHERE
    }

    private final Farm farm = new Farm();
    private final WorkflowHost here = farm.host("here", settings -> settings);
    private final WorkflowHost elsewhere = farm.host("elsewhere", settings -> settings);
    private final WorkflowHost nowhere = farm.host("nowhere");
    private final InstanceControl control = here.control();

    @AfterEach
    void close() {
        farm.close();
    }

    /** An instance with the edit {@code a}, and the host that messages for it go to. */
    private WorkflowHost create(Where where) {
        WorkflowHost host = switch (where) {
            case HERE -> here;
            case ELSEWHERE -> elsewhere;
            case NOWHERE -> nowhere;
        };
        host.call(Docs.CREATE, edit("42", "a"));
        assertThat(header().holder() != null).isEqualTo(where != Where.NOWHERE);
        farm.happened();
        return host;
    }

    private InstanceHeader header() {
        return farm.stored("42").snapshot().header();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSuspendedTakesNoMessageUntilItIsResumed(Where where) {
        WorkflowHost host = create(where);

        assertThat(control.suspend(ID, "audit")).isEqualTo(ControlResult.DONE);

        assertThat(host.call(Docs.UPDATE, edit("42", "b")))
                .isInstanceOfSatisfying(
                        CallOutcome.Suspended.class,
                        suspended -> assertThat(suspended.suspension().reason()).isEqualTo("audit"));
        assertThat(header().holder()).isNull();
        assertThat(control.resume(ID)).isEqualTo(ControlResult.DONE);
        assertThat(control.resume(ID)).isEqualTo(ControlResult.DONE);
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a c");
    }

    @Test
    void whatIsSuspendedLeavesTheMemoryOfThisHostAtOnce() {
        create(Where.HERE);

        control.suspend(ID, "audit");

        assertThat(here.instancesInMemory()).isZero();
        assertThat(farm.happened()).containsExactly(Kind.DEHYDRATED, Kind.CONTROLLED);
        assertThat(here.call(Docs.READ, edit("42", ""))).isInstanceOf(CallOutcome.Suspended.class);
    }

    @Test
    void whatAnAdministratorDidIsTold() {
        create(Where.HERE);

        control.suspend(ID, "audit");
        control.resume(ID);
        control.retry(ID);
        control.forceRelease(ID);
        control.terminate(ID, "obsolete");
        control.cancel(ID);

        assertThat(farm.events.stream().filter(event -> event.kind() == Kind.CONTROLLED))
                .allSatisfy(event -> assertThat(event.instance()).isEqualTo(ID))
                .extracting(HostEvent::operation)
                .containsExactly("suspend", "resume", "forceRelease", "terminate");
    }

    @Test
    void whatWasRepliedToIsSavedWhenItIsSuspended() {
        WorkflowHost lazy = farm.host("lazy", settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE));
        lazy.call(Docs.CREATE, edit("42", "a"));
        lazy.call(Docs.UPDATE, edit("42", "b"));

        assertThat(lazy.control().suspend(ID, "audit")).isEqualTo(ControlResult.DONE);

        assertThat(header().suspension()).isNotNull();
        control.resume(ID);
        assertThat(reply(here.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTerminatedIsGoneAndItsKeyBeginsAnew(Where where) {
        WorkflowHost host = create(where);

        assertThat(control.terminate(ID, "no use")).isEqualTo(ControlResult.DONE);

        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(host.call(Docs.UPDATE, edit("42", "b"))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(reply(host.call(Docs.CREATE, edit("42", "anew")))).isEqualTo("anew");
        assertThat(control.terminate(UNKNOWN, "no use")).isEqualTo(ControlResult.NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsEndedIsKeptWithTheReasonIfItsDefinitionSaysSo(Where where) {
        WorkflowHost keeper = WorkflowHost.builder(farm.store())
                .definition(Docs.DEFINITION.completingBy(CompletionAction.KEEP))
                .time(farm.time)
                .executor(Runnable::run)
                .start();
        WorkflowHost host = create(where);

        assertThat(keeper.control().terminate(ID, "no use")).isEqualTo(ControlResult.DONE);

        InspectedInstance kept = control.inspect(ID).orElseThrow();
        assertThat(kept.header().state()).isEqualTo(InstanceState.COMPLETED);
        assertThat(ended(kept)).isEqualTo("failed: no use");
        assertThat(host.call(Docs.UPDATE, edit("42", "b"))).isInstanceOf(CallOutcome.Completed.class);
        assertThat(control.terminate(ID, "again")).isEqualTo(ControlResult.COMPLETED);
        assertThat(control.suspend(ID, "too late")).isEqualTo(ControlResult.COMPLETED);
        assertThat(control.retry(ID)).isEqualTo(ControlResult.COMPLETED);
        assertThat(control.delete(ID)).isEqualTo(ControlResult.DONE);

        host.call(Docs.CREATE, edit("42", "a"));
        assertThat(keeper.control().cancel(ID)).isEqualTo(ControlResult.DONE);
        assertThat(ended(control.inspect(ID).orElseThrow())).isEqualTo("cancelled");
    }

    private static String ended(InspectedInstance kept) {
        return Objects.requireNonNull(kept.metadata().get(MetadataNames.ENDED).json())
                .textValue();
    }

    @Test
    void anEndSavesFirstWhatThisHostHasRepliedTo() {
        WorkflowHost lazy = WorkflowHost.builder(farm.store())
                .definition(Docs.DEFINITION.completingBy(CompletionAction.KEEP))
                .acknowledge(Acknowledge.BEFORE_SAVE)
                .time(farm.time)
                .executor(Runnable::run)
                .start();
        lazy.call(Docs.CREATE, edit("42", "a"));
        lazy.call(Docs.UPDATE, edit("42", "b"));

        assertThat(lazy.control().cancel(ID)).isEqualTo(ControlResult.DONE);

        assertThat(control.inspect(ID).orElseThrow().data().get("state").json().get("edits"))
                .hasToString("[\"a\",\"b\"]");
        assertThat(lazy.instancesInMemory()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDeletedIsGone(Where where) {
        WorkflowHost host = create(where);

        assertThat(control.delete(ID)).isEqualTo(ControlResult.DONE);

        assertThat(here.instancesInMemory()).isZero();
        assertThat(host.call(Docs.UPDATE, edit("42", "b"))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(reply(host.call(Docs.CREATE, edit("42", "anew")))).isEqualTo("anew");
        assertThat(control.delete(UNKNOWN)).isEqualTo(ControlResult.NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReleasedByForceIsFreeAndItsFormerHolderBeginsAgain(Where where) {
        WorkflowHost host = create(where);
        Revision before = header().revision();

        assertThat(control.forceRelease(ID)).isEqualTo(ControlResult.DONE);

        assertThat(header().holder()).isNull();
        assertThat(header().revision()).isEqualTo(before);
        assertThat(reply(nowhere.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a b c");
        assertThat(control.forceRelease(UNKNOWN)).isEqualTo(ControlResult.NOT_FOUND);
    }

    @Test
    void theHostThatLosesAnInstanceByForceTellsSo() {
        create(Where.ELSEWHERE);
        control.forceRelease(ID);

        elsewhere.call(Docs.UPDATE, edit("42", "b"));

        assertThat(farm.lastEvent(Kind.ABORTED).node()).isEqualTo("elsewhere");
        assertThat(farm.lastEvent(Kind.RERUN).node()).isEqualTo("elsewhere");
    }

    @ParameterizedTest
    @EnumSource
    void whatHasFailedIsRetriedInOneSave(Where where) {
        WorkflowHost host = create(where);
        Failed.fail(farm, ID, "the printer is on fire");
        assertThat(host.call(Docs.UPDATE, edit("42", "b"))).isInstanceOf(CallOutcome.Suspended.class);
        Revision failed = header().revision();

        assertThat(control.retry(ID)).isEqualTo(ControlResult.DONE);

        assertThat(header().suspension()).isNull();
        assertThat(header().revision().comesRightAfter(failed)).isTrue();
        assertThat(control.inspect(ID).orElseThrow().metadata()).isEmpty();
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
    }

    @Test
    void resumingWhatHasFailedForgetsTheFailureToo() {
        create(Where.NOWHERE);
        Failed.fail(farm, ID, "the printer is on fire");

        assertThat(control.resume(ID)).isEqualTo(ControlResult.DONE);

        assertThat(control.inspect(ID).orElseThrow().metadata()).isEmpty();
        assertThat(header().suspension()).isNull();
    }

    @Test
    void onlyWhatHasFailedIsRetried() {
        create(Where.NOWHERE);

        assertThat(control.retry(ID)).isEqualTo(ControlResult.NOT_FAILED);
        control.suspend(ID, "audit");
        assertThat(control.retry(ID)).isEqualTo(ControlResult.NOT_FAILED);
        assertThat(header().suspension()).isNotNull();
        assertThat(control.retry(UNKNOWN)).isEqualTo(ControlResult.NOT_FOUND);
        assertThat(control.resume(UNKNOWN)).isEqualTo(ControlResult.NOT_FOUND);
    }

    @Test
    void instancesAreListedPageByPage() {
        for (int i = 0; i < 5; i++) {
            (i < 2 ? here : nowhere).call(Docs.CREATE, edit("doc " + i, "a"));
        }
        control.suspend(Docs.home("doc 4"), "audit");

        InstancePage first = control.list(
                InstanceQuery.builder().ofDefinition("Document").page(0, 3).build());
        InstancePage second = control.list(
                InstanceQuery.builder().ofDefinition("Document").page(3, 3).build());

        assertThat(first.total()).isEqualTo(5);
        assertThat(first.entries()).hasSize(3);
        assertThat(second.entries()).hasSize(2).doesNotContainAnyElementsOf(first.entries());
        assertThat(total(InstanceQuery.builder().suspended(true))).isEqualTo(1);
        assertThat(total(InstanceQuery.builder().heldBy(here.owner().orElseThrow())))
                .isEqualTo(2);
        assertThat(total(InstanceQuery.builder().ofHostType("Document"))).isEqualTo(5);
        assertThat(total(InstanceQuery.builder().in(InstanceState.COMPLETED))).isZero();
    }

    private long total(InstanceQuery.Builder query) {
        return control.list(query.build()).total();
    }

    @Test
    void theTimeForACallCanBeChosen() {
        assertThat(control.within(SECOND).forceRelease(UNKNOWN)).isEqualTo(ControlResult.NOT_FOUND);
        assertThatIllegalArgumentException().isThrownBy(() -> control.within(Duration.ZERO));
    }

    @Test
    void nothingIsDoneWithoutAReason() {
        here.call(Docs.CREATE, edit("doc 1", "a"));
        InstanceId id = Docs.home("doc 1");

        for (String blank : List.of("", " ")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> control.suspend(id, blank))
                    .withMessageContaining("needs a reason");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> control.terminate(id, blank))
                    .withMessageContaining("needs a reason");
        }

        assertThat(total(InstanceQuery.builder().suspended(true))).isZero();
        assertThat(total(InstanceQuery.builder())).isEqualTo(1);
    }
}
