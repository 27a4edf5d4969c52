// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.host.Docs.Doc;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The host cases of the contract by number, on any provider. The store has the machine's clocks; the host's time is moved by
 * hand, so that a minute takes no minute, and what it sets off is waited for.
 */
abstract class HostContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LEASE = SECOND.multipliedBy(2);
    private static final int MANY = 100;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private HostFarm farm;
    private String doc;

    abstract Provider provider();

    @BeforeEach
    void open() {
        farm = new HostFarm(provider());
        doc = farm.named("42");
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("WF-65 timeToUnload 0: saved and released before the reply")
    void zeroUnloadsBeforeTheReply(ConcurrencyControl way) {
        WorkflowHost host = host(Docs.DEFINITION.concurrency(way), settings -> settings.timeToUnload(Duration.ZERO));

        for (Operation<Doc, Docs.Edit, String> operation : List.of(Docs.CREATE, Docs.UPDATE, Docs.UPDATE)) {
            Revision replied =
                    host.call(operation, edit(doc, "a")).replyOrThrow().facts().revision();

            assertThat(header().revision()).isEqualTo(replied);
            assertThat(header().holder()).isNull();
            assertThat(host.instancesInMemory()).isZero();
        }
    }

    @Test
    @DisplayName("WF-65 timeToUnload not given: unloaded after one minute")
    void defaultIsOneMinute() {
        WorkflowHost host = host(Docs.DEFINITION, settings -> settings);
        host.call(Docs.CREATE, edit(doc, "a"));
        awaitTaskIn(MINUTE);

        time.advance(MINUTE.minusMillis(1));
        assertThat(host.instancesInMemory()).isEqualTo(1);
        time.advance(Duration.ofMillis(1));

        awaitReleased();
        await("it left memory").until(() -> host.instancesInMemory() == 0);
    }

    @Test
    @DisplayName("WF-65 timeToUnload MAX: stays loaded")
    void neverStaysLoaded() {
        WorkflowHost host = host(Docs.DEFINITION, settings -> settings.timeToUnload(IdlePolicy.NEVER));
        host.call(Docs.CREATE, edit(doc, "a"));

        time.advance(Duration.ofDays(2));

        assertThat(host.instancesInMemory()).isEqualTo(1);
        assertThat(header().holder()).isEqualTo(host.owner().orElseThrow());
        assertThat(reply(host.call(Docs.UPDATE, edit(doc, "b")))).isEqualTo("a b");
        assertThat(farm.count(Kind.REHYDRATED)).isZero();
    }

    @Test
    @DisplayName("WF-66 timeToPersist 1 s, timeToUnload 3 s: saved at 1 s, released at 3 s without another save")
    void persistThenUnloadSavesOnce() {
        WorkflowHost host = lazy(SECOND, SECOND.multipliedBy(3));
        Revision created =
                host.call(Docs.CREATE, edit(doc, "a")).replyOrThrow().facts().revision();
        assertThat(host.call(Docs.UPDATE, edit(doc, "b")).replyOrThrow().facts().has(Mark.SAVED))
                .isFalse();
        awaitTaskIn(SECOND);

        time.advance(SECOND.minusNanos(1));
        assertThat(header().revision()).isEqualTo(created);
        time.advance(Duration.ofNanos(1));
        awaitTaskIn(SECOND.multipliedBy(2));
        assertThat(header().revision().comesRightAfter(created)).isTrue();
        assertThat(header().holder()).isNotNull();
        time.advance(SECOND.multipliedBy(2).minusNanos(1));
        assertThat(host.instancesInMemory()).isEqualTo(1);
        time.advance(Duration.ofNanos(1));

        awaitReleased();
        assertThat(header().revision().comesRightAfter(created)).isTrue();
        await("all is told").until(() -> farm.count(Kind.DEHYDRATED) == 1);
        assertThat(farm.happened()).containsExactly(Kind.CREATED, Kind.PERSISTED, Kind.DEHYDRATED);
        assertThat(reply(host.call(Docs.READ, edit(doc, "")))).isEqualTo("a b");
    }

    @Test
    @DisplayName("WF-68 a message that comes while the instance is being unloaded is not lost")
    void messageDuringTheUnloadIsNotLost() {
        WorkflowHost host = lazy(IdlePolicy.NEVER, SECOND);
        CompletableFuture<CallOutcome<String>> late = messageDuringTheSave(host);

        assertThat(reply(answer(late))).isEqualTo("a b c");
        awaitTaskIn(SECOND);
        time.advance(SECOND);
        awaitReleased();
        assertThat(reply(other().call(Docs.READ, edit(doc, "")))).isEqualTo("a b c");
    }

    @Test
    @DisplayName("WF-68 a message that comes while the instance is being saved finds it in memory")
    void messageDuringTheSaveFindsTheInstanceInMemory() {
        WorkflowHost host = lazy(SECOND, SECOND.multipliedBy(3));
        CompletableFuture<CallOutcome<String>> late = messageDuringTheSave(host);

        assertThat(reply(answer(late))).isEqualTo("a b c");
        assertThat(farm.happened()).containsExactly(Kind.CREATED, Kind.PERSISTED);
        awaitTaskIn(SECOND);
        time.advance(SECOND);
        awaitTaskIn(SECOND.multipliedBy(2));
        time.advance(SECOND.multipliedBy(2));
        awaitReleased();
        assertThat(reply(other().call(Docs.READ, edit(doc, "")))).isEqualTo("a b c");
    }

    /** The idle save is under way when the message comes, and ends after it. */
    private CompletableFuture<CallOutcome<String>> messageDuringTheSave(WorkflowHost host) {
        host.call(Docs.CREATE, edit(doc, "a"));
        host.call(Docs.UPDATE, edit(doc, "b"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        awaitTaskIn(SECOND);
        time.advance(SECOND);
        await("the save is under way").until(() -> farm.engine.isHoldingBack());
        CompletableFuture<CallOutcome<String>> late = host.callAsync(Docs.UPDATE, edit(doc, "c"), CallOptions.DEFAULT);
        assertThat(late).isNotDone();
        farm.engine.letGo();
        return late;
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("WF-69 a state whose values cannot be collected fails the turn and is dropped to what was saved last")
    void stateWhoseValuesCannotBeCollectedIsDropped(ConcurrencyControl way) {
        WorkflowDefinition<Doc> picky = WorkflowDefinition.of(Docs.DEFINITION.identity(), new PickyMapping())
                .with(Docs.CREATE, Docs.UPDATE, Docs.READ)
                .onUnhandledFailure(UnhandledFailure.ABANDON)
                .concurrency(way);
        WorkflowHost host = host(picky, settings -> settings.timeToUnload(MINUTE));
        host.call(Docs.CREATE, edit(doc, "a"));
        Revision before = header().revision();

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(Docs.UPDATE, edit(doc, PickyMapping.REFUSED)))
                .withRootCauseInstanceOf(IllegalStateException.class);

        assertThat(header().revision()).isEqualTo(before);
        assertThat(reply(host.call(Docs.UPDATE, edit(doc, "b")))).isEqualTo("a b");
    }

    /** Collects what it is given, but for one text. */
    private static final class PickyMapping implements StateMapping<Doc> {

        private static final String REFUSED = "refused";
        private final StateMapping<Doc> all = StateMapping.single(Doc.class);

        @Override
        public Map<String, InstanceValue> toValues(Doc state) {
            if (state.edits.contains(REFUSED)) {
                throw new IllegalStateException("two parts of the state want the same name");
            }
            return all.toValues(state);
        }

        @Override
        public Doc fromValues(ValueBag values) {
            return all.fromValues(values);
        }
    }

    @Test
    @DisplayName("WF-70 a lost lease concerns the host: all copies are dropped, a new owner is made, it goes on")
    void lostLeaseConcernsTheHost() {
        farm.close();
        farm = new HostFarm(provider(), options -> options.withLease(LEASE));
        WorkflowHost host = farm.troubled(0, Docs.DEFINITION, settings -> settings.timeToUnload(IdlePolicy.NEVER));
        host.call(Docs.CREATE, edit(doc, "a"));
        host.call(Docs.CREATE, edit(farm.named("43"), "a"));
        OwnerId first = host.owner().orElseThrow();

        farm.engine.stopBeats();
        await("the loss is seen").until(() -> farm.count(Kind.OWNER_LOST) > 0);
        farm.engine.resumeBeats();

        await("all copies are dropped").until(() -> farm.count(Kind.ABORTED) == 2);
        assertThat(reply(host.call(Docs.UPDATE, edit(doc, "b")))).isEqualTo("a b");
        assertThat(host.owner()).isPresent().get().isNotEqualTo(first);
    }

    @Test
    @DisplayName("WF-70 a lost hold concerns one instance: the others stay in memory, the owner stays")
    void lostHoldConcernsOneInstance() {
        WorkflowHost host = host(Docs.DEFINITION, settings -> settings.timeToUnload(IdlePolicy.NEVER));
        String untouched = farm.named("43");
        host.call(Docs.CREATE, edit(doc, "a"));
        host.call(Docs.CREATE, edit(untouched, "a"));
        OwnerId owner = host.owner().orElseThrow();
        farm.ask(Docs.home(doc), DeleteInstance.now());

        assertThat(host.call(Docs.UPDATE, edit(doc, "b"))).isInstanceOf(CallOutcome.UnknownInstance.class);

        assertThat(host.owner()).contains(owner);
        assertThat(host.instancesInMemory()).isEqualTo(1);
        assertThat(farm.happened()).contains(Kind.ABORTED, Kind.RERUN);
        assertThat(reply(host.call(Docs.UPDATE, edit(untouched, "b")))).isEqualTo("a b");
        assertThat(farm.count(Kind.REHYDRATED)).isZero();
    }

    @Test
    @DisplayName("WF-71 stop saves and releases all and retires the owner; another host can load all at once")
    void stopGivesEverythingBack() {
        WorkflowHost host = lazy(IdlePolicy.NEVER, IdlePolicy.NEVER);
        List<String> docs =
                IntStream.range(0, MANY).mapToObj(i -> farm.named("d" + i)).toList();
        docs.forEach(id -> {
            host.call(Docs.CREATE, edit(id, "a")).replyOrThrow();
            host.call(Docs.UPDATE, edit(id, "b")).replyOrThrow();
        });

        host.close();

        assertThat(host.owner()).isEmpty();
        assertThat(host.instancesInMemory()).isZero();
        assertThat(docs).noneMatch(id -> farm.isHeld(Docs.home(id)));
        assertThat(farm.count(Kind.ABORTED)).isZero();
        WorkflowHost other = other();
        List<CompletableFuture<CallOutcome<String>>> answers = new ArrayList<>();
        docs.forEach(id -> answers.add(other.callAsync(Docs.UPDATE, edit(id, "c"), CallOptions.DEFAULT)));
        assertThat(answers).allMatch(reply -> reply(answer(reply)).equals("a b c"));
        assertThat(farm.count(Kind.WAITED)).isZero();
    }

    private WorkflowHost lazy(Duration timeToPersist, Duration timeToUnload) {
        return host(
                Docs.DEFINITION,
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE)
                        .timeToPersist(timeToPersist)
                        .timeToUnload(timeToUnload));
    }

    private WorkflowHost host(WorkflowDefinition<Doc> definition, UnaryOperator<HostBuilder> with) {
        return farm.troubled(0, definition, settings -> with.apply(settings.time(time)));
    }

    /** A host on another node, with clocks that go. */
    private WorkflowHost other() {
        return farm.host(1, Docs.DEFINITION, settings -> settings.timeToUnload(Duration.ZERO));
    }

    private static <T> T answer(CompletableFuture<T> answer) {
        return Waiting.forAnswer(answer, HostFarm.PATIENCE);
    }

    private InstanceHeader header() {
        return farm.header(home());
    }

    private InstanceId home() {
        return Docs.home(doc);
    }

    private void awaitReleased() {
        await("no owner holds it").until(() -> !farm.isHeld(home()));
    }

    /** The reply may be there before the host has set its timer. */
    private void awaitTaskIn(Duration delay) {
        await("something is to be done in " + delay)
                .until(() -> time.untilNextTask().filter(delay::equals).isPresent());
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(HostFarm.PATIENCE).pollInterval(Duration.ofMillis(5));
    }
}
