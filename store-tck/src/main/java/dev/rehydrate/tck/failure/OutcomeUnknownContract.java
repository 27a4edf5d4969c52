// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** No answer, or a lost one: what is said of it, and how it is settled. */
public abstract class OutcomeUnknownContract {

    private static final int MOST_STEPS = 60;

    private final InstanceId id = InstanceId.random();

    @Test
    void aCreationWithAFaultAtAnyStepSaysTheTruthAndIsSettledOnce(Farm farm) {
        failAtEachStep(farm, Trial.Kind.CREATE_WITH_THREE);
    }

    @Test
    void aSaveWithAFaultAtAnyStepSaysTheTruthAndIsSettledOnce(Farm farm) {
        failAtEachStep(farm, Trial.Kind.SAVE);
    }

    @Test
    void aCompletionWithAFaultAtAnyStepSaysTheTruthAndIsSettledOnce(Farm farm) {
        failAtEachStep(farm, Trial.Kind.COMPLETE);
    }

    private static void failAtEachStep(Farm farm, Trial.Kind kind) {
        Node node = farm.node(OwnerDescription.anonymous(), options -> options.withClaimGrace(Duration.ofMillis(20)));
        for (Fault fault : new Fault[] {Fault.FAIL_BEFORE, Fault.FAIL_AFTER}) {
            int step = 1;
            while (failAt(farm, node, new Trial(kind), fault, step)) {
                step++;
                assertThat(step).as("steps of " + kind).isLessThan(MOST_STEPS);
            }
            assertThat(step).as("steps of " + kind).isGreaterThan(1);
        }
    }

    private static boolean failAt(Farm farm, Node node, Trial trial, Fault fault, int step) {
        trial.prepare(farm, node);
        node.faults().inject(fault, step);
        Trial.State promised = afterFirst(node, trial);
        boolean hit = node.faults().wasHit();
        node.faults().open();

        Trial.State seen = trial.requireWhole(node);
        if (promised != null) {
            assertThat(seen).as("%s with %s at step %d", trial, fault, step).isEqualTo(promised);
        }
        Object settled = trial.answerTo(node);
        assertThat(settled).isInstanceOf(SaveOutcome.Saved.class);
        assertThat(trial.seenBy(node)).isEqualTo(trial.after());
        assertThat(trial.answerTo(node)).as("the same again").isEqualTo(settled);
        requireOneStep(node, trial);
        return hit;
    }

    /** What the first answer says of the state: after it, before it, or nothing. */
    private static Trial.@Nullable State afterFirst(Node node, Trial trial) {
        InstanceHandle handle = node.handle(trial.id());
        try {
            assertThat(Trial.isDone(trial.answerTo(node, handle)))
                    .as("%s, done", trial)
                    .isTrue();
            return trial.after();
        } catch (InstanceStoreException failure) {
            boolean unknown = failure.effect() == Effect.UNKNOWN;
            assertThat(failure).isInstanceOf(unknown ? OutcomeUnknownException.class : StoreUnavailableException.class);
            assertThat(handle.isValid()).as("usable after " + failure).isEqualTo(!unknown);
            return unknown ? null : trial.before();
        }
    }

    private static void requireOneStep(Node node, Trial trial) {
        node.load(trial.id(), LoadMode.peek())
                .loaded()
                .ifPresent(seen -> assertThat(seen.revision().number())
                        .as("revision after one " + trial)
                        .isEqualTo(trial.after().number()));
    }

    @Test
    void aCommandThatArrivesAfterItsRepeatChangesNothing(Farm farm) {
        Node node = farm.node();
        Revision created = node.create(id, Sample.number(1)).revision();
        SaveInstance save = SaveInstance.ifUnchanged(Sample.number(2), created);
        node.faults().inject(Fault.HOLD_BACK, 1);
        CompletableFuture<SaveOutcome> late = node.start(node.handle(id), save);
        farm.advance(Node.TIMEOUT);
        assertThatThrownBy(() -> farm.await(late)).isInstanceOf(OutcomeUnknownException.class);

        SaveOutcome settled = node.run(id, save);
        node.save(id, Sample.number(3)).receiptOrThrow();
        node.faults().open();

        assertThat(settled.saved()).isPresent();
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
    }

    @Test
    void aCommandThatArrivesAfterAnotherSaveIsRefusedIfItSaysWhatItExpects(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        Revision created = node.create(id, Sample.number(1)).revision();
        node.faults().inject(Fault.HOLD_BACK, 1);
        CompletableFuture<SaveOutcome> late =
                node.start(node.handle(id), SaveInstance.ifUnchanged(Sample.number(2), created));
        farm.advance(Node.TIMEOUT);
        assertThatThrownBy(() -> farm.await(late)).isInstanceOf(OutcomeUnknownException.class);

        other.save(id, Sample.number(3)).receiptOrThrow();
        node.faults().open();

        assertThat(Sample.numberOf(other.read(id))).isEqualTo(3);
    }

    @Test
    void anUnknownSaveOfAHolderIsSettledAlthoughItsHoldGoesBack(Farm farm) {
        Node node = farm.node();
        InstanceHandle holder = node.createHeld(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.number(2), AfterSave.KEEP);
        node.faults().inject(Fault.FAIL_AFTER, 1);

        assertThatThrownBy(() -> node.run(holder, save)).isInstanceOf(OutcomeUnknownException.class);

        assertThat(holder.isValid()).isFalse();
        assertThat(node.run(id, save).saved()).isPresent();
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
    }

    /** The release of the freed handle is still on its way when the save is repeated. */
    @Test
    void anUnknownSaveOfAHolderIsSettledWhileItsHoldGoesBack(Farm farm) {
        Node node = farm.node();
        InstanceHandle holder = node.createHeld(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.number(2), AfterSave.KEEP);
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        CompletableFuture<SaveOutcome> lost = node.start(holder, save);
        farm.advance(Node.TIMEOUT);
        assertThatThrownBy(() -> farm.await(lost)).isInstanceOf(OutcomeUnknownException.class);

        assertThat(node.run(id, save).saved()).isPresent();
        node.faults().open();

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
    }

    /** The repeat comes to the very hold of the freed handle, whose release is tried again later. */
    @Test
    void aSettledSaveKeepsItsHoldAlthoughTheFreedHandleStillWantsToGiveItBack(Farm farm) {
        Node node = farm.node();
        InstanceHandle holder = node.createHeld(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.number(2), AfterSave.KEEP);
        node.faults().inject(Fault.DIE_AFTER, 1);
        assertThatThrownBy(() -> node.run(holder, save)).isInstanceOf(OutcomeUnknownException.class);
        node.faults().open();

        InstanceHandle settled = node.handle(id);
        node.run(settled, save).receiptOrThrow();
        farm.advance(Duration.ofSeconds(5));

        assertThat(node.save(settled, Sample.number(3)).saved()).isPresent();
    }

    @Test
    void anUnknownSaveIsSettledAlsoAfterAnotherHandleTookTheHold(Farm farm) {
        Node node = farm.node();
        InstanceHandle holder = node.createHeld(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.number(2), AfterSave.KEEP);
        node.faults().inject(Fault.FAIL_AFTER, 1);
        assertThatThrownBy(() -> node.run(holder, save)).isInstanceOf(OutcomeUnknownException.class);
        InstanceHandle present = node.hold(id);

        InstanceHandle settled = node.handle(id);
        assertThat(node.run(settled, save).saved()).isPresent();

        assertThat(settled.isValid()).isFalse();
        assertThat(present.isValid()).isTrue();
        assertThat(node.save(present, Sample.number(3)).saved()).isPresent();
    }

    @Test
    void aReadThatIsNotAnsweredNeverClaimsToHaveDoneSomething(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));

        for (LoadMode mode : new LoadMode[] {LoadMode.free(), LoadMode.authoritative(), LoadMode.peek()}) {
            node.faults().inject(Fault.FAIL_AFTER, 1);
            assertThatThrownBy(() -> node.load(id, mode))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            unavailable -> assertThat(unavailable.effect()).isEqualTo(Effect.NONE));
        }
    }

    @Test
    void whoRepeatsWhatIsUnknownCountsRight(Farm farm) {
        Node node = farm.node();
        long seed = 7;
        Random random = new Random(seed);
        node.create(id, Sample.number(0));
        int increments = 200;

        for (int i = 0; i < increments; i++) {
            InstanceSnapshot seen = node.read(id);
            SaveInstance save = SaveInstance.ifUnchanged(Sample.number(Sample.numberOf(seen) + 1), seen.revision());
            node.faults().inject(random.nextBoolean() ? Fault.FAIL_AFTER : Fault.FAIL_BEFORE, 1 + random.nextInt(2));
            repeatUntilSaved(node, save);
            node.faults().open();
        }

        assertThat(Sample.numberOf(node.read(id))).as("seed " + seed).isEqualTo(increments);
    }

    private void repeatUntilSaved(Node node, SaveInstance save) {
        for (int attempt = 0; attempt < 10; attempt++) {
            try {
                node.run(id, save).receiptOrThrow();
                return;
            } catch (InstanceStoreException again) {
                assertThat(again).isInstanceOfAny(OutcomeUnknownException.class, StoreUnavailableException.class);
            }
        }
        throw new AssertionError("never saved");
    }
}
