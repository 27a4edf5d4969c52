// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A host dies at the first step of a command, at the second, and so on until there is no further step. */
public abstract class CrashContract {

    private static final Duration GRACE = Duration.ofMillis(20);
    private static final int MOST_STEPS = 60;

    @Test
    void aCreationThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.CREATE);
    }

    @Test
    void aCreationWithOneFurtherKeyThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.CREATE_WITH_ONE);
    }

    @Test
    void aCreationWithThreeFurtherKeysThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.CREATE_WITH_THREE);
    }

    @Test
    void anAssociationThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.ASSOCIATE);
    }

    @Test
    void aDisassociationThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.DISASSOCIATE);
    }

    @Test
    void aSaveThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.SAVE);
    }

    @Test
    void aCompletionThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.COMPLETE);
    }

    @Test
    void aCompletionThatKeepsAndDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.COMPLETE_AND_KEEP);
    }

    @Test
    void aDeletionThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.DELETE);
    }

    @Test
    void aReclaimThatDiesAtAnyStepLeavesAllOrNothing(Farm farm) {
        dieAtEachStep(farm, Trial.Kind.RECLAIM);
    }

    private static void dieAtEachStep(Farm farm, Trial.Kind kind) {
        Node survivor = node(farm);
        for (Fault death : new Fault[] {Fault.DIE, Fault.DIE_AFTER}) {
            int step = 1;
            while (dieAt(farm, survivor, new Trial(kind), death, step)) {
                step++;
                assertThat(step).as("steps of " + kind).isLessThan(MOST_STEPS);
            }
            assertThat(step - 1).as("deaths of " + kind).isPositive();
        }
    }

    /** Tells whether the command got as far as to that step. */
    private static boolean dieAt(Farm farm, Node survivor, Trial trial, Fault death, int step) {
        // Before the rest, for a store judges others only by what it has watched itself.
        Node dying = node(farm);
        trial.prepare(farm, survivor);
        dying.faults().inject(death, step);
        boolean answered = isAnswered(dying, trial);
        boolean hit = dying.faults().wasHit();

        Trial.State seen = trial.requireWhole(survivor);
        if (answered || !hit) {
            assertThat(seen).as("%s was acknowledged", trial).isEqualTo(trial.after());
        }
        for (InstanceKey key : trial.freeKeys(seen)) {
            requireFreeSoon(farm, survivor, key);
        }
        for (InstanceKey key : seen.keys()) {
            assertThatThrownBy(() -> survivor.create(InstanceId.random(), Sample.withKeys(9, key)))
                    .isInstanceOf(KeyCollisionException.class);
        }
        if (isHeld(survivor, trial)) {
            dying.crash();
            farm.passLease();
            assertThat(survivor.load(trial.id(), LoadMode.hold()).loaded())
                    .as("%s, taken over", trial)
                    .isPresent();
        }
        return hit;
    }

    private static boolean isHeld(Node node, Trial trial) {
        return node.load(trial.id(), LoadMode.peek())
                .loaded()
                .map(seen -> seen.header().holder())
                .isPresent();
    }

    private static boolean isAnswered(Node dying, Trial trial) {
        try {
            assertThat(Trial.isDone(trial.answerTo(dying)))
                    .as("%s, done", trial)
                    .isTrue();
            return true;
        } catch (InstanceStoreException died) {
            return false;
        }
    }

    /** A key that no instance has can be associated, at the latest when the claim of an expired owner counts as abandoned. */
    private static void requireFreeSoon(Farm farm, Node node, InstanceKey key) {
        Instant before = farm.now();

        node.create(InstanceId.random(), Sample.withKeys(9, key));

        assertThat(Duration.between(before, farm.now()))
                .as("time to free a key")
                .isLessThanOrEqualTo(GRACE.multipliedBy(2));
    }

    private static Node node(Farm farm) {
        return farm.node(OwnerDescription.anonymous(), options -> options.withClaimGrace(GRACE));
    }
}
