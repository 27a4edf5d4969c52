// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.Seed;
import dev.rehydrate.host.Docs.Edit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whether an instance stays in memory must not be visible in what it does. */
final class UnloadOrNotTest {

    private static final int SEQUENCES = 200;
    private static final List<Operation<Docs.Doc, Edit, String>> OPERATIONS =
            List.of(Docs.CREATE, Docs.OPEN, Docs.UPDATE, Docs.UPDATE, Docs.UPDATE, Docs.READ, Docs.SUBMIT, Docs.BREAK);

    private record Step(Operation<Docs.Doc, Edit, String> operation, Edit edit, Duration pause) {}

    @Test
    @DisplayName("WF-67 unloading at every idle moment gives the same replies and end state as never unloading")
    void unloadAtEveryIdleOrNever() {
        long seed = Seed.forTest("unloadAtEveryIdleOrNever");
        for (int i = 0; i < SEQUENCES; i++) {
            List<Step> steps = steps(new Random(seed + i), OPERATIONS);
            List<String> always = play(steps, Acknowledge.AFTER_SAVE, IdlePolicy.UNLOAD_AT_ONCE);

            assertThat(play(steps, Acknowledge.AFTER_SAVE, IdlePolicy.DEFAULT.unloadAfter(IdlePolicy.NEVER)))
                    .as("-Drehydrate.seed=%d", seed + i)
                    .isEqualTo(always);
            assertThat(play(steps, Acknowledge.AFTER_SAVE, IdlePolicy.DEFAULT.unloadAfter(Duration.ofSeconds(1))))
                    .as("-Drehydrate.seed=%d", seed + i)
                    .isEqualTo(always);
        }
    }

    @Test
    @DisplayName("WF-67 saving only when idle gives the same replies and end state, as long as no turn fails")
    void saveWhenIdle() {
        long seed = Seed.forTest("saveWhenIdle");
        List<Operation<Docs.Doc, Edit, String>> fine =
                OPERATIONS.stream().filter(operation -> operation != Docs.BREAK).toList();
        IdlePolicy policy = new IdlePolicy(Duration.ofMillis(400), Duration.ofSeconds(1));
        for (int i = 0; i < SEQUENCES; i++) {
            List<Step> steps = steps(new Random(seed + i), fine);

            assertThat(play(steps, Acknowledge.BEFORE_SAVE, policy))
                    .as("-Drehydrate.seed=%d", seed + i)
                    .isEqualTo(play(steps, Acknowledge.AFTER_SAVE, IdlePolicy.UNLOAD_AT_ONCE));
        }
    }

    private static List<Step> steps(Random random, List<Operation<Docs.Doc, Edit, String>> operations) {
        List<Step> steps = new ArrayList<>();
        for (int i = 5 + random.nextInt(25); i > 0; i--) {
            steps.add(new Step(
                    operations.get(random.nextInt(operations.size())),
                    Docs.edit("doc " + random.nextInt(3), "t" + i),
                    Duration.ofMillis(100L * random.nextInt(15))));
        }
        return steps;
    }

    private static List<String> play(List<Step> steps, Acknowledge acknowledge, IdlePolicy policy) {
        try (Farm farm = new Farm()) {
            WorkflowHost host = farm.host(
                    "one", settings -> settings.acknowledge(acknowledge).idle(policy));
            List<String> seen = new ArrayList<>();
            for (Step step : steps) {
                seen.add(answer(host, step));
                farm.advance(step.pause());
            }
            host.close();
            for (int i = 0; i < 3; i++) {
                seen.add(end(farm, "doc " + i));
            }
            return seen;
        }
    }

    private static String answer(WorkflowHost host, Step step) {
        try {
            CallOutcome<String> outcome = host.call(step.operation(), step.edit());
            return outcome instanceof CallOutcome.Replied<String> replied
                    ? replied.reply()
                    : outcome.getClass().getSimpleName();
        } catch (TurnFailedException failed) {
            return "failed";
        }
    }

    private static String end(Farm farm, String id) {
        return farm.peek(id) instanceof LoadOutcome.Loaded loaded
                ? String.join(" ", loaded.snapshot().data().get("state", Docs.Doc.class).edits)
                : "none";
    }
}
