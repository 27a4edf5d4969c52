// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyTextMismatchException;
import dev.rehydrate.host.Docs.Doc;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RoutingTest {

    private final Farm farm = new Farm();

    /** A message that carries the id of its instance. */
    public record Note(InstanceId instance, String text) {}

    static final Operation<Doc, Note, InstanceId> BEGIN = Operation.createOnly("Begin", Note.class)
            .correlatedBy(Correlation.context(Note::instance))
            .handledBy((turn, doc, note) -> {
                turn.become(new Doc()).edits.add(note.text());
                return turn.instanceId();
            });

    static final Operation<Doc, Note, Integer> GO_ON = Operation.mustExist("GoOn", Note.class)
            .correlatedBy(Correlation.context(Note::instance))
            .handledBy((turn, doc, note) -> {
                doc.edits.add(note.text());
                return doc.edits.size();
            });

    static final WorkflowDefinition<Doc> DEFINITION = Docs.DEFINITION.with(BEGIN, GO_ON);

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void messageFindsItsInstanceByTheIdItCarries(long secondsToUnload) {
        WorkflowHost host = host(secondsToUnload);

        InstanceId first = reply(host.call(BEGIN, new Note(null, "a")));
        InstanceId second = reply(host.call(BEGIN, new Note(null, "a")));

        assertThat(first).isNotEqualTo(second);
        assertThat(reply(host.call(GO_ON, new Note(first, "b")))).isEqualTo(2);
        assertThat(reply(host.call(GO_ON, new Note(first, "c")))).isEqualTo(3);
        assertThat(reply(host.call(GO_ON, new Note(second, "b")))).isEqualTo(2);
    }

    @Test
    void messageWithoutIdThatCannotCreateIsForNobody() {
        assertThat(host(0).call(GO_ON, new Note(null, "a")))
                .isEqualTo(new CallOutcome.UnknownInstance<Integer>("(no instance id in the message)"));
    }

    @Test
    void clientMayChooseTheIdOfANewInstance() {
        WorkflowHost host = host(0);
        InstanceId chosen = InstanceId.random();

        assertThat(reply(host.call(BEGIN, new Note(chosen, "a")))).isEqualTo(chosen);
        assertThat(host.call(BEGIN, new Note(chosen, "a"))).isInstanceOf(CallOutcome.AlreadyExists.class);
    }

    @Test
    void messagesByIdAndByKeyMeetInOneCopy() {
        WorkflowHost host = host(60);
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.operations();

        assertThat(reply(host.call(GO_ON, new Note(Docs.home("42"), "b")))).isEqualTo(2);
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a b c");
        assertThat(farm.engine.operations()).containsExactly("CommitInstance", "CommitInstance");
        assertThat(host.instancesInMemory()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void keyOfAnInstanceElsewhereLeadsThere(long secondsToUnload) {
        InstanceId elsewhere = InstanceId.random();
        createByTool(elsewhere, Docs.key("42").metadata(), null);
        WorkflowHost host = host(secondsToUnload);

        assertThat(reply(host.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a b c");
        assertThat(reply(host.call(GO_ON, new Note(elsewhere, "d")))).isEqualTo(4);
        assertThat(reply(host.call(Docs.OPEN, edit("42", "e")))).isEqualTo("a b c d e");
        assertThat(host.call(Docs.CREATE, edit("42", "f")))
                .isInstanceOfSatisfying(
                        CallOutcome.AlreadyExists.class,
                        answer -> assertThat(answer.instance()).isEqualTo(elsewhere));
        assertThat(farm.happened().stream().filter(Kind.REHYDRATED::equals).count())
                .isEqualTo(secondsToUnload == 0 ? 4 : 1);
    }

    @Test
    void messageThatWaitsBehindOthersOnTheWayIsAnsweredAtItsDeadline() {
        farm.definition = DEFINITION.concurrency(ConcurrencyControl.OPTIMISTIC);
        InstanceId elsewhere = InstanceId.random();
        createByTool(elsewhere, Docs.key("42").metadata(), null);
        WorkflowHost host = farm.host("one");
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var byId = host.callAsync(GO_ON, new Note(elsewhere, "b"), CallOptions.DEFAULT);
        var byKey = host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT.within(SECOND));

        farm.advance(SECOND.multipliedBy(2));

        assertThat(byKey).isDone();
        assertThat(now(byKey)).isInstanceOf(CallOutcome.Busy.class);
        farm.engine.letGo();
        assertThat(reply(now(byId))).isEqualTo(2);
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "d")))).isEqualTo("a b d");
    }

    @Test
    void messagesThatMeetOnTheWayToAnInstanceElsewhereAllArrive() {
        InstanceId elsewhere = InstanceId.random();
        createByTool(elsewhere, Docs.key("42").metadata(), null);
        WorkflowHost host = host(60);
        farm.engine.trouble(AcquireInstance.class, Trouble.NONE, Trouble.DELAYED);

        // By key: the first step finds the way, the second, at the instance, takes its time.
        var byKey = host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        var byKeyToo = host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT);
        var byId = host.callAsync(GO_ON, new Note(elsewhere, "d"), CallOptions.DEFAULT);
        farm.engine.letGo();
        farm.advance(SECOND);

        assertThat(reply(now(byKey))).startsWith("a").contains("b");
        assertThat(reply(now(byKeyToo))).startsWith("a").contains("c");
        assertThat(reply(now(byId))).isBetween(2, 4);
        assertThat(reply(host.call(Docs.READ, edit("42", ""))).split(" "))
                .containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void messageWhoseTextIsNotTheOneOfTheKeyIsNotDelivered(long secondsToUnload) {
        createByTool(Docs.home("42"), Map.of(CorrelationKey.TEXT, InstanceValue.of("secret of another")), null);
        WorkflowHost host = host(secondsToUnload);
        // Brings the instance into memory, if the host keeps any.
        host.call(GO_ON, new Note(Docs.home("42"), "b"));
        farm.engine.operations();

        assertThatExceptionOfType(KeyTextMismatchException.class)
                .isThrownBy(() -> host.call(Docs.UPDATE, edit("42", "c")))
                .withMessageContaining(Docs.key("42").key().toString())
                .withMessageNotContaining("secret")
                .satisfies(refusal ->
                        assertThat(refusal.key()).isEqualTo(Docs.key("42").key()));

        assertThat(farm.engine.operations()).doesNotContain("CommitInstance");
        assertThat(reply(host.call(GO_ON, new Note(Docs.home("42"), "d")))).isEqualTo(3);
    }

    @Test
    void idThatLooksLikeAKeyDoesNotMakeOne() {
        WorkflowHost host = host(60);
        host.call(BEGIN, new Note(Docs.home("42"), "a"));

        assertThat(host.call(Docs.UPDATE, edit("42", "b"))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(host.call(Docs.CREATE, edit("42", "b"))
                        .replyOrThrow()
                        .facts()
                        .instance())
                .isNotEqualTo(Docs.home("42"));
        assertThat(host.call(Docs.CREATE, edit("42", "b"))).isInstanceOf(CallOutcome.AlreadyExists.class);
        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("b c");
        assertThat(reply(host.call(GO_ON, new Note(Docs.home("42"), "c")))).isEqualTo(2);
    }

    @Test
    void instanceOfAnotherDefinitionIsLeftAlone() {
        createByTool(Docs.home("42"), Docs.key("42").metadata(), DefinitionIdentity.of("Document", "2.0"));
        WorkflowHost host = host(0);

        assertThatExceptionOfType(ForeignInstanceException.class)
                .isThrownBy(() -> host.call(Docs.UPDATE, edit("42", "b")))
                .withMessageContaining("Document 2.0.0.0")
                .withMessageContaining("Document 1.0.0.0");
        assertThat(farm.stored("42").snapshot().header().holder()).isNull();
    }

    @Test
    void definitionMayContinueItsFormerVersions() {
        host(0).call(Docs.CREATE, edit("42", "a"));
        WorkflowDefinition<Doc> next = WorkflowDefinition.of("Document", "2.0", Doc.class)
                .with(Docs.UPDATE)
                .continuing(Docs.DEFINITION.identity());
        WorkflowHost host = WorkflowHost.builder(farm.store())
                .definition(next)
                .time(farm.time)
                .executor(Runnable::run)
                .timeToUnload(Duration.ZERO)
                .start();

        assertThat(reply(host.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");
        assertThat(farm.stored("42").snapshot().header().definition()).isEqualTo(next.identity());
    }

    @Test
    void mistakesInASetupAreFoundAtTheStart() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> WorkflowHost.builder(farm.store()).start())
                .withMessageContaining("definition");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Docs.DEFINITION.with(Docs.CREATE))
                .withMessageContaining("CreateDocument");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> WorkflowHost.builder(farm.store())
                        .definition(Docs.DEFINITION)
                        .definition(Docs.DEFINITION));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> farm.host("one").call(BEGIN, new Note(null, "a")))
                .withMessageContaining("Begin");
        assertThat(Docs.DEFINITION.operation("UpdateDocument")).contains(Docs.UPDATE);
    }

    private WorkflowHost host(long secondsToUnload) {
        return WorkflowHost.builder(farm.store())
                .definition(DEFINITION)
                .time(farm.time)
                .executor(Runnable::run)
                .listener(farm.events::add)
                .timeToUnload(Duration.ofSeconds(secondsToUnload))
                .start();
    }

    private void createByTool(InstanceId id, Map<String, InstanceValue> metadata, DefinitionIdentity definition) {
        createByTool(farm, id, metadata, definition);
    }

    /** Creates an instance with the key of document 42, which need not be its home. */
    static void createByTool(
            Farm farm, InstanceId id, Map<String, InstanceValue> metadata, DefinitionIdentity definition) {
        Doc doc = new Doc();
        doc.edits.add("a");
        farm.tool()
                .ask(
                        id,
                        CreateInstance.of(
                                InstanceChanges.builder()
                                        .replaceData(Map.of("state", InstanceValue.of(doc)))
                                        .keys(KeyChanges.associating(
                                                Map.of(Docs.key("42").key(), metadata)))
                                        .definition(definition)
                                        .build(),
                                AfterSave.RELEASE))
                .receiptOrThrow();
    }
}
