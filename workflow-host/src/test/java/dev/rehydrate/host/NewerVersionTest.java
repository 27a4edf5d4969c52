// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.async.OtherRelease;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Two hosts during an upgrade: the older one reads up to schema version 1, the newer one writes version 2. */
final class NewerVersionTest {

    /** The state. */
    public static final class Plan {
        public List<String> steps = new ArrayList<>();
    }

    /** Every message. */
    public record Step(String plan, String text) {}

    private static final Correlation<Step> BY_PLAN =
            Correlation.<Step>content("plans").part("Plan", Step::plan);

    private static final Operation<Plan, Step, String> ADD = Operation.createOrGet("Add", Step.class)
            .correlatedBy(BY_PLAN)
            .replying(String.class)
            .handledBy((turn, plan, step) -> add(turn, plan, step));

    private static final Operation<Plan, Step, String> ADD_AND_WAIT = Operation.createOrGet("AddAndWait", Step.class)
            .correlatedBy(BY_PLAN)
            .handledBy((turn, plan, step) -> {
                turn.scheduleAfter("next", Duration.ofSeconds(10), ADD, new Step(step.plan(), "later"));
                return add(turn, plan, step);
            });

    private static final WorkflowDefinition<Plan> DEFINITION =
            WorkflowDefinition.of("Plan", "1.0", Plan.class).with(ADD, ADD_AND_WAIT);

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    private static String add(Turn<Plan> turn, Plan before, Step step) {
        Plan plan = before == null ? turn.become(new Plan()) : before;
        plan.steps.add(step.text());
        return String.join(" ", plan.steps);
    }

    private WorkflowHost host(String node, int version) {
        farm.definition = DEFINITION;
        InstanceStore store = MemoryInstanceStore.open(
                farm.data,
                StoreOptions.defaults()
                        .withTime(farm.time)
                        .withValues(ValueEncoding.with(
                                JacksonCodec.builder().schemaVersion(version).build())));
        return farm.host(
                node,
                store,
                settings -> settings.timeToUnload(Duration.ZERO).maxSends(3).redelivery(new Backoff(SECOND, SECOND)));
    }

    private InstanceHeader header(String plan) {
        CorrelationKey key = CorrelationKey.of(KeyAlgorithm.SHA_256_128, "plans", Map.of("Plan", plan));
        return farm.peek(InstanceId.atHomeOf(key.key())).snapshotOrThrow().header();
    }

    @Test
    @DisplayName("a call to an older host says which version was found and which is known, and changes nothing")
    void call() {
        WorkflowHost newer = host("newer", 2);
        WorkflowHost older = host("older", 1);
        newer.call(ADD, new Step("p", "a"));

        assertThatExceptionOfType(UnreadableValueException.class)
                .isThrownBy(() -> older.call(ADD, new Step("p", "b")))
                .matches(UnreadableValueException::isOfNewerVersion)
                .withMessageContaining("written under schema version 2")
                .withMessageContaining("reads up to 1");

        assertThat(header("p").suspension()).isNull();
        assertThat(header("p").holder()).isNull();
        assertThat(newer.call(ADD, new Step("p", "c")).replyOrThrow().reply()).isEqualTo("a c");
    }

    @Test
    @DisplayName("an older host leaves alone what is due and written by a newer one, which runs it when it comes")
    void whatIsDue() {
        WorkflowHost newer = host("newer", 2);
        for (int i = 0; i < 20; i++) {
            newer.call(ADD_AND_WAIT, new Step("p" + i, "a"));
        }
        newer.close();
        WorkflowHost older = host("older", 1);
        older.call(ADD_AND_WAIT, new Step("old", "a"));
        long before = header("p0").token().value();
        for (int i = 0; i < 60; i++) {
            farm.advance(SECOND);
        }

        assertThat(older.call(ADD, new Step("old", "b")).replyOrThrow().reply()).isEqualTo("a later b");
        assertThat(header("p0").suspension()).isNull();
        assertThat(header("p0").holder()).isNull();
        assertThat(header("p0").token().value() - before)
                .as("how often it was taken in a minute")
                .isLessThan(10);

        WorkflowHost back = host("newer again", 2);
        for (int i = 0; i < 10; i++) {
            farm.advance(SECOND);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(back.call(ADD, new Step("p" + i, "c")).replyOrThrow().reply())
                    .isEqualTo("a later c");
        }
    }

    @Test
    @DisplayName(
            "an older host is looking at what it leaves alone each half minute, and the log tells of each once an hour")
    void whatIsDueIsToldOnce() {
        WorkflowHost newer = host("newer", 2);
        for (int i = 0; i < 20; i++) {
            newer.call(ADD_AND_WAIT, new Step("p" + i, "a"));
        }
        newer.close();
        try (CapturedLog log = CapturedLog.open()) {
            WorkflowHost older = host("older", 1);
            for (int i = 0; i < 59; i++) {
                farm.advance(Duration.ofMinutes(1));
            }
            assertThat(header("p0").token().value()).as("tries").isGreaterThan(50);
            assertThat(log.lines(Level.WARN, "hosts that can read it")).hasSize(20);

            farm.advance(Duration.ofMinutes(3));
            assertThat(log.lines(Level.WARN, "hosts that can read it")).hasSize(40);
            older.close();
        }
    }

    @Test
    @DisplayName(
            "a message that was posted through an older host waits for a newer one, however long, and is not set aside")
    void postedMessages() {
        WorkflowHost newer = host("newer", 2);
        newer.call(ADD, new Step("p", "a"));
        newer.close();
        WorkflowHost older = host("older", 1);
        older.post(ADD, new Step("p", "b"));
        for (int i = 0; i < 30; i++) {
            farm.advance(SECOND);
        }
        assertThat(Farm.now(older.mailboxes().deadLetters(0, 10)).messages()).isEmpty();
        older.close();

        WorkflowHost back = host("newer again", 2);
        for (int i = 0; i < 40; i++) {
            farm.advance(SECOND);
        }

        assertThat(back.call(ADD, new Step("p", "c")).replyOrThrow().reply()).isEqualTo("a b c");
    }

    @Test
    @DisplayName("a handler that meets what a newer version has written does not put its instance aside")
    void handlerThatMeetsANewerValue() {
        WorkflowHost newer = host("newer", 2);
        newer.call(ADD, new Step("p", "a"));
        assertThat(OtherRelease.isCauseOf(new IllegalStateException("no", new RuntimeException("other"))))
                .isFalse();
        WorkflowHost older = host("older", 1);
        UnreadableValueException unreadable =
                catchThrowableOfType(UnreadableValueException.class, () -> older.call(ADD, new Step("p", "b")));
        Operation<Plan, Step, String> meets = Operation.createOrGet("Meets", Step.class)
                .correlatedBy(BY_PLAN)
                .handledBy((turn, plan, step) -> {
                    throw new IllegalStateException("a conversation", unreadable);
                });
        farm.definition = DEFINITION.with(meets);
        WorkflowHost host = farm.host("one");
        host.call(ADD, new Step("q", "a"));

        assertThatExceptionOfType(TurnFailedException.class).isThrownBy(() -> host.call(meets, new Step("q", "b")));

        assertThat(header("q").suspension()).isNull();
        assertThat(host.call(ADD, new Step("q", "c")).replyOrThrow().reply()).isEqualTo("a c");
    }
}
