// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.MissingKeyPartsException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnFacts.Mark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MessagesTest {

    private final Farm farm = new Farm();
    private final WorkflowHost host = farm.host("one");

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void createUpdateSubmitAndTheIdIsUsableAgain() {
        assertThat(reply(host.call(Docs.CREATE, edit("42", "a")))).isEqualTo("a");
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.SUBMIT, edit("42", "")))).isEqualTo("a b");

        assertThat(host.call(Docs.UPDATE, edit("42", "c"))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(reply(host.call(Docs.CREATE, edit("42", "z")))).isEqualTo("z");
    }

    @Test
    void withoutAHoldASaveIsTheOnlyStep() {
        farm.engine.operations();

        host.call(Docs.CREATE, edit("42", "a"));
        assertThat(farm.engine.operations()).containsExactly("CommitInstance");
        host.call(Docs.UPDATE, edit("42", "b"));
        assertThat(farm.engine.operations()).containsExactly("CommitInstance");
        host.call(Docs.READ, edit("42", ""));
        assertThat(farm.engine.operations()).isEmpty();
        host.call(Docs.SUBMIT, edit("42", ""));
        assertThat(farm.engine.operations()).containsExactly("CommitInstance");
    }

    @Test
    void underAHoldCreateLoadAndSaveAreOneStepEach() {
        farm.definition = Docs.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        WorkflowHost holding = farm.host("two");
        farm.engine.operations();

        holding.call(Docs.CREATE, edit("42", "a"));
        assertThat(farm.engine.operations()).containsExactly("CommitInstance");
        holding.call(Docs.UPDATE, edit("42", "b"));
        assertThat(farm.engine.operations()).containsExactly("AcquireInstance", "CommitInstance");
        holding.call(Docs.READ, edit("42", ""));
        assertThat(farm.engine.operations()).containsExactly("AcquireInstance", "ReleaseHold");
        holding.call(Docs.SUBMIT, edit("42", ""));
        assertThat(farm.engine.operations()).containsExactly("AcquireInstance", "CommitInstance");
    }

    @Test
    void factsAndEventsTellWhatWasDone() {
        TurnFacts created =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts();
        assertThat(created.marks()).containsExactlyInAnyOrder(Mark.CREATED, Mark.SAVED, Mark.DEHYDRATED);
        assertThat(created.instance()).isEqualTo(Docs.home("42"));
        assertThat(created.key()).isEqualTo(Docs.key("42").key());
        assertThat(farm.lastEvent(Kind.CREATED)).satisfies(event -> {
            assertThat(event.node()).isEqualTo("one");
            assertThat(event.operation()).isEqualTo("CreateDocument");
            assertThat(event.key()).isEqualTo(Docs.key("42"));
            assertThat(event.revision()).isEqualTo(created.revision());
        });
        assertThat(farm.happened()).containsExactly(Kind.CREATED, Kind.DEHYDRATED);

        TurnFacts updated =
                host.call(Docs.UPDATE, edit("42", "b")).replyOrThrow().facts();
        assertThat(updated.marks()).containsExactlyInAnyOrder(Mark.REHYDRATED, Mark.SAVED, Mark.DEHYDRATED);
        assertThat(updated.revision()).isGreaterThan(created.revision());
        assertThat(updated.token()).isGreaterThan(created.token());
        assertThat(farm.lastEvent(Kind.REHYDRATED).bytes().orElseThrow()).isPositive();
        assertThat(farm.happened()).containsExactly(Kind.REHYDRATED, Kind.PERSISTED, Kind.DEHYDRATED);

        assertThat(host.call(Docs.SUBMIT, edit("42", "")).replyOrThrow().facts().marks())
                .containsExactlyInAnyOrder(Mark.REHYDRATED, Mark.SAVED, Mark.COMPLETED);
        assertThat(farm.happened()).containsExactly(Kind.REHYDRATED, Kind.COMPLETED);
    }

    @Test
    void turnThatOnlyReadsKeepsTheRevision() {
        TurnFacts created =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts();

        CallOutcome.Replied<String> read = host.call(Docs.READ, edit("42", "")).replyOrThrow();

        assertThat(read.reply()).isEqualTo("a");
        assertThat(read.facts().revision()).isEqualTo(created.revision());
        assertThat(read.facts().has(Mark.SAVED)).isFalse();
        assertThat(farm.stored("42").snapshot().header().holder()).isNull();
    }

    @Test
    void secondCreateIsRefusedAndTheFirstStays() {
        TurnFacts first = host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts();

        assertThat(host.call(Docs.CREATE, edit("42", "b")))
                .isEqualTo(new CallOutcome.AlreadyExists<String>(
                        Docs.home("42"), Docs.key("42").text(), first.revision()));
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    @Test
    void operationThatMayCreateCreatesOnceAndThenGets() {
        assertThat(host.call(Docs.OPEN, edit("42", "a")).replyOrThrow().facts().has(Mark.CREATED))
                .isTrue();
        assertThat(host.call(Docs.OPEN, edit("42", "b")).replyOrThrow()).satisfies(second -> {
            assertThat(second.reply()).isEqualTo("a b");
            assertThat(second.facts().has(Mark.CREATED)).isFalse();
        });
    }

    @Test
    void messageForNobodyNamesWhatWasAskedFor() {
        assertThat(host.call(Docs.UPDATE, edit("7", "a")))
                .isEqualTo(new CallOutcome.UnknownInstance<String>(Docs.key("7").text()));
    }

    @Test
    void messageWithoutKeyIsRefusedAndNothingIsDone() {
        farm.engine.operations();

        assertThatExceptionOfType(MissingKeyPartsException.class)
                .isThrownBy(() -> host.call(Docs.CREATE, edit("", "a")))
                .withMessageContaining("DocumentId");
        assertThat(farm.engine.operations()).isEmpty();
    }

    @Test
    void instanceThatEndedAndWasKeptAnswersCompleted() {
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.ARCHIVE, edit("42", ""));

        assertThat(host.call(Docs.UPDATE, edit("42", "b")))
                .isEqualTo(new CallOutcome.Completed<String>(Docs.home("42")));
        assertThat(host.call(Docs.CREATE, edit("42", "b")))
                .isEqualTo(new CallOutcome.Completed<String>(Docs.home("42")));
        assertThat(host.call(Docs.OPEN, edit("42", "b"))).isEqualTo(new CallOutcome.Completed<String>(Docs.home("42")));
        assertThat(farm.stored("42").snapshot().data().get("state", Docs.Doc.class).edits)
                .containsExactly("a");
    }

    @Test
    void suspendedInstanceTakesNoMessagesAndIsNotKept() {
        host.call(Docs.CREATE, edit("42", "a"));
        farm.tool().ask(Docs.home("42"), SuspendInstance.because("audit"));

        assertThat(host.call(Docs.UPDATE, edit("42", "b")))
                .isInstanceOfSatisfying(
                        CallOutcome.Suspended.class,
                        answer -> assertThat(answer.suspension().reason()).isEqualTo("audit"));
        assertThat(farm.stored("42").snapshot().header().holder()).isNull();
        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    void textOfTheKeyIsKeptWithIt() {
        host.call(Docs.CREATE, edit("Zu\u0308rich", "a"));

        var view = farm.stored("Z\u00fcrich")
                .snapshot()
                .keys()
                .get(Docs.key("Z\u00fcrich").key());
        assertThat(view.metadata().get(CorrelationKey.TEXT, String.class))
                .isEqualTo("rehydrate-key/1,9:documents,10:DocumentId,7:Z\u00fcrich,");
        assertThat(view.metadata().get(CorrelationKey.SCOPE, String.class)).isEqualTo("documents");
        assertThat(view.metadata().get(CorrelationKey.ALGORITHM, String.class)).isEqualTo("SHA_256_128");
    }

    @Test
    void definitionTravelsWithTheInstance() {
        host.call(Docs.CREATE, edit("42", "a"));

        assertThat(farm.stored("42").snapshot().header().definition()).isEqualTo(Docs.DEFINITION.identity());
        assertThat(farm.stored("42").snapshot().header().hostType()).isEqualTo("Document");
    }

    @Test
    void orThrowTellsTheAnswerThatWasNotExpected() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> host.call(Docs.UPDATE, edit("7", "a")).replyOrThrow())
                .withMessageContaining("UnknownInstance");
    }
}
