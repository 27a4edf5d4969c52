// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private final FaultPlan plan = new FaultPlan();
    private final List<String> done = new ArrayList<>();

    @Test
    void withoutAPlanNothingGoesWrong() throws Exception {
        assertThat(step("a").get(0, TimeUnit.SECONDS)).isEqualTo("a");
        assertThat(plan.wasHit()).isFalse();
    }

    @Test
    void onlyThePlannedStepGoesWrongAndStepsAreCountedFromThen() throws Exception {
        assertThat(step("before")).isDone();
        plan.inject(Fault.FAIL_BEFORE, 2);

        assertThat(step("a").get(0, TimeUnit.SECONDS)).isEqualTo("a");
        assertFails(step("b"), Effect.NONE);
        assertThat(step("c").get(0, TimeUnit.SECONDS)).isEqualTo("c");

        assertThat(done).containsExactly("before", "a", "c");
        assertThat(plan.steps()).isEqualTo(3);
        assertThat(plan.wasHit()).isTrue();
    }

    @Test
    void aStepThatFailsAfterwardsWasDone() {
        plan.inject(Fault.FAIL_AFTER, 1);

        assertFails(step("a"), Effect.UNKNOWN);

        assertThat(done).containsExactly("a");
    }

    @Test
    void aStepThatIsHeldBackIsDoneWhenThePlanIsOpened() {
        plan.inject(Fault.HOLD_BACK, 1);

        CompletableFuture<String> held = step("a");
        assertThat(step("b")).isDone();
        assertThat(held).isNotDone();
        assertThat(done).containsExactly("b");
        plan.open();

        assertThat(held).isCompletedWithValue("a");
        assertThat(done).containsExactly("b", "a");
    }

    @Test
    void aHeldAnswerComesWhenThePlanIsOpenedAlthoughTheStepWasDone() {
        plan.inject(Fault.HOLD_ANSWER, 1);

        CompletableFuture<String> held = step("a");
        assertThat(held).isNotDone();
        assertThat(done).containsExactly("a");
        plan.open();

        assertThat(held).isCompletedWithValue("a");
        assertThat(done).containsExactly("a");
    }

    @Test
    void aHeldAnswerIsNotReachedBeforeThereIsOne() {
        CompletableFuture<String> onItsWay = new CompletableFuture<>();
        plan.inject(Fault.HOLD_ANSWER, 1);

        CompletionStage<String> held = plan.through(Step.SLOT, () -> onItsWay);
        assertThat(plan.wasHit()).isFalse();
        onItsWay.complete("a");

        assertThat(plan.wasHit()).isTrue();
        assertThat(held.toCompletableFuture()).isNotDone();
    }

    @Test
    void whatDiesStaysDeadUntilThePlanIsOpened() throws Exception {
        plan.inject(Fault.DIE, 2);
        assertThat(step("a")).isDone();

        assertFails(step("b"), Effect.NONE);
        assertFails(step("c"), Effect.NONE);
        plan.open();

        assertThat(step("d").get(0, TimeUnit.SECONDS)).isEqualTo("d");
        assertThat(done).containsExactly("a", "d");
    }

    @Test
    void whatDiesAfterAStepHasDoneThatOne() {
        plan.inject(Fault.DIE_AFTER, 1);

        assertFails(step("a"), Effect.UNKNOWN);
        assertFails(step("b"), Effect.NONE);

        assertThat(done).containsExactly("a");
    }

    @Test
    void stepsOfOtherKindsAreNeitherCountedNorHit() throws Exception {
        plan.inject(Fault.DIE, 1, EnumSet.of(Step.OWNER));

        assertThat(step("a").get(0, TimeUnit.SECONDS)).isEqualTo("a");
        assertThat(plan.steps()).isZero();
        assertFails(
                plan.through(Step.OWNER, () -> CompletableFuture.completedFuture("beat"))
                        .toCompletableFuture(),
                Effect.NONE);
        assertThat(step("b").get(0, TimeUnit.SECONDS)).isEqualTo("b");
    }

    private CompletableFuture<String> step(String name) {
        return plan.through(Step.SLOT, () -> {
                    done.add(name);
                    return CompletableFuture.completedFuture(name);
                })
                .toCompletableFuture();
    }

    private static void assertFails(CompletableFuture<String> step, Effect effect) {
        assertThatThrownBy(() -> step.get(0, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(effect));
    }
}
