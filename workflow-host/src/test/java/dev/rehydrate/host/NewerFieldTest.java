// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What comes without a caller to an instance whose state has a field that the older release does not know. */
@DisplayName("A host leaves to the newer release")
final class NewerFieldTest {

    /** The state of the older release. */
    public record Plan(String steps) {}

    /** The state of the newer one. */
    public record NewPlan(String steps, String added) {}

    /** Every message. */
    public record Step(String plan, String text) {}

    private static final Correlation<Step> BY_PLAN =
            Correlation.<Step>content("plans").part("Plan", Step::plan);

    /** A release: what it runs, and how it stores values. */
    private record Release<S>(
            Operation<S, Step, String> add,
            Operation<S, Step, String> later,
            Operation<S, Step, String> send,
            WorkflowDefinition<S> definition,
            ValueEncoding values) {

        static <S> Release<S> of(Class<S> state, BinaryOperator<Object> next, Class<?> other) {
            Operation<S, Step, String> add = Operation.createOrGet("Add", Step.class)
                    .correlatedBy(BY_PLAN)
                    .replying(String.class)
                    .handledBy((Turn<S> turn, S plan, Step step) ->
                            String.valueOf(turn.become(state.cast(next.apply(plan, step.text())))));
            Operation<S, Step, String> later = Operation.createOrGet("Later", Step.class)
                    .correlatedBy(BY_PLAN)
                    .handledBy((Turn<S> turn, S plan, Step step) -> {
                        turn.scheduleAfter("next", SECOND.multipliedBy(10), add, new Step(step.plan(), "timer"));
                        return String.valueOf(turn.become(state.cast(next.apply(plan, step.text()))));
                    });
            Operation<S, Step, String> send = Operation.createOrGet("Send", Step.class)
                    .correlatedBy(BY_PLAN)
                    .handledBy((Turn<S> turn, S plan, Step step) -> {
                        turn.send("sink", step);
                        return String.valueOf(turn.become(state.cast(next.apply(plan, step.text()))));
                    });
            ValueEncoding values = ValueEncoding.builder()
                    .writeWith(JacksonCodec.builder().build())
                    .renamed(other.getName(), state)
                    .build();
            return new Release<>(
                    add,
                    later,
                    send,
                    WorkflowDefinition.of("Plan", "1.0", state).with(add, later, send),
                    values);
        }
    }

    private final Release<Plan> old = Release.of(
            Plan.class,
            (plan, text) -> new Plan(plan == null ? "" + text : ((Plan) plan).steps() + " " + text),
            NewPlan.class);

    private final Release<NewPlan> next = Release.of(
            NewPlan.class,
            (plan, text) -> plan == null
                    ? new NewPlan("" + text, "kept")
                    : new NewPlan(((NewPlan) plan).steps() + " " + text, ((NewPlan) plan).added()),
            Plan.class);

    private final Farm farm = new Farm();
    private final List<Object> sent = new ArrayList<>();
    private boolean sinkIsUp = true;

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node, Release<?> release) {
        farm.definition = release.definition();
        return farm.host(node, store(release), this::settings);
    }

    private HostBuilder settings(HostBuilder settings) {
        return settings.timeToUnload(Duration.ZERO)
                .maxSends(3)
                .redelivery(new Backoff(SECOND, SECOND))
                .sink(message -> {
                    if (!sinkIsUp) {
                        return CompletableFuture.failedFuture(new IllegalStateException("the sink is down"));
                    }
                    sent.add(message.id());
                    return CompletableFuture.completedFuture(null);
                });
    }

    private InstanceStore store(Release<?> release) {
        return MemoryInstanceStore.open(
                farm.data, StoreOptions.defaults().withTime(farm.time).withValues(release.values()));
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            farm.advance(SECOND);
        }
    }

    private InstanceHeader header(String plan) {
        CorrelationKey key = CorrelationKey.of(KeyAlgorithm.SHA_256_128, "plans", Map.of("Plan", plan));
        return farm.peek(InstanceId.atHomeOf(key.key())).snapshotOrThrow().header();
    }

    private void assertLeftAlone(String plan, long before) {
        InstanceHeader header = header(plan);
        assertThat(header.suspension()).isNull();
        assertThat(header.holder()).isNull();
        assertThat(header.token().value() - before)
                .as("how often it was taken in a minute")
                .isLessThan(10);
    }

    private static <S> String add(WorkflowHost host, Release<S> release, String plan, String text) {
        return host.call(release.add(), new Step(plan, text)).replyOrThrow().reply();
    }

    @Test
    @DisplayName("timers of its instances, and runs its own beside them")
    void timers() {
        WorkflowHost newer = host("newer", next);
        for (int i = 0; i < 20; i++) {
            newer.call(next.later(), new Step("p" + i, "a"));
        }
        newer.close();
        WorkflowHost older = host("older", old);
        older.call(old.later(), new Step("old", "a"));
        long before = header("p0").token().value();

        pass(60);

        assertThat(add(older, old, "old", "b")).isEqualTo("Plan[steps=a timer b]");
        assertLeftAlone("p0", before);
        older.close();
        WorkflowHost back = host("newer again", next);
        pass(10);
        for (int i = 0; i < 20; i++) {
            assertThat(add(back, next, "p" + i, "c")).isEqualTo("NewPlan[steps=a timer c, added=kept]");
        }
    }

    @Test
    @DisplayName("messages that were posted")
    void posted() {
        WorkflowHost newer = host("newer", next);
        add(newer, next, "p", "a");
        newer.close();
        WorkflowHost older = host("older", old);
        older.post(old.add(), new Step("p", "b"));
        long before = header("p").token().value();

        pass(60);

        assertLeftAlone("p", before);
        assertThat(Farm.now(older.mailboxes().deadLetters(0, 10)).messages()).isEmpty();
        older.close();
        WorkflowHost back = host("newer again", next);
        pass(40);
        assertThat(add(back, next, "p", "c")).isEqualTo("NewPlan[steps=a b c, added=kept]");
    }

    @Test
    @DisplayName("messages of an outbox, which are sent once it is back")
    void outbox() {
        sinkIsUp = false;
        WorkflowHost newer = host("newer", next);
        newer.call(next.send(), new Step("p", "a"));
        newer.close();
        sinkIsUp = true;
        WorkflowHost older = host("older", old);
        long before = header("p").token().value();

        pass(60);

        assertThat(sent).isEmpty();
        assertLeftAlone("p", before);
        older.close();
        WorkflowHost back = host("newer again", next);
        pass(10);
        assertThat(sent).hasSize(1);
        assertThat(add(back, next, "p", "c")).isEqualTo("NewPlan[steps=a c, added=kept]");
    }

    @Test
    @DisplayName("what its owner held when it died")
    void takeover() {
        MortalEngine.Death death = MortalEngine.Death.never();
        farm.definition = next.definition();
        StoreOptions mortal = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(next.values())
                .withDecorator(inner -> new MortalEngine(inner, death));
        WorkflowHost dying = farm.host(
                "dying",
                MemoryInstanceStore.open(farm.data, mortal),
                settings -> settings(settings).timeToUnload(Duration.ofHours(1)));
        dying.call(next.later(), new Step("p", "a"));
        assertThat(header("p").holder()).isNotNull();
        death.now();
        WorkflowHost older = host("older", old);

        pass(120);

        assertThat(header("p").suspension()).isNull();
        assertThat(header("p").holder()).isNull();
        older.close();
        WorkflowHost back = host("newer again", next);
        pass(10);
        assertThat(add(back, next, "p", "c")).isEqualTo("NewPlan[steps=a timer c, added=kept]");
    }
}
