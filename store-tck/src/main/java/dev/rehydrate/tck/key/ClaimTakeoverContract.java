// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims on keys that are not (yet) listed by the instance they were made for. */
public abstract class ClaimTakeoverContract {

    /** The steps of a creation with one further key: first the claim, then the commit. */
    private static final int CLAIM = 1;

    private static final int COMMIT = 2;

    private final InstanceId slow = InstanceId.random();
    private final InstanceId quick = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @Test
    void aKeyClaimedByASaverThatStalledIsTakenOverAndTheSaverIsRefused(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, stalled);
        Instant before = farm.now();

        other.create(quick, Sample.withKeys(2, key));
        assertThat(Duration.between(before, farm.now()))
                .as("only after the claim was watched for its grace, but soon after")
                .isBetween(Farm.GRACE, Farm.GRACE.multipliedBy(2));
        stalled.faults().open();

        assertThatThrownBy(() -> farm.await(create))
                .isInstanceOfSatisfying(
                        KeyCollisionException.class,
                        collision -> assertThat(collision.holderInstance()).isEqualTo(quick));
        assertThat(other.load(slow, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(quick);
    }

    @Test
    void aClaimThatComesTooLateCollides(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, CLAIM, stalled);

        other.create(quick, Sample.withKeys(2, key));
        stalled.faults().open();

        assertThatThrownBy(() -> farm.await(create)).isInstanceOf(KeyCollisionException.class);
        assertThat(other.load(slow, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aFreshClaimIsWaitedFor(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, first);
        CompletableFuture<SaveOutcome> rival =
                second.start(second.handle(quick), CreateInstance.of(Sample.withKeys(2, key), AfterSave.RELEASE));

        farm.advance(Farm.GRACE.dividedBy(2));
        assertThat(rival).isNotDone();
        first.faults().open();

        assertThat(farm.await(create).saved()).isPresent();
        assertThatThrownBy(() -> farm.await(rival))
                .isInstanceOfSatisfying(
                        KeyCollisionException.class,
                        collision -> assertThat(collision.holderInstance()).isEqualTo(slow));
        assertThat(first.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(slow);
    }

    @Test
    void aJumpOfTheWallClockDoesNotMakeAFreshClaimOld(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, first);
        farm.time().jumpWallClock(Duration.ofDays(1));
        CompletableFuture<SaveOutcome> rival =
                second.start(second.handle(quick), CreateInstance.of(Sample.withKeys(2, key), AfterSave.RELEASE));

        farm.advance(Farm.GRACE.dividedBy(2));

        assertThat(rival).isNotDone();
        first.faults().open();
        assertThat(farm.await(create).saved()).isPresent();
        assertThatThrownBy(() -> farm.await(rival)).isInstanceOf(KeyCollisionException.class);
    }

    @Test
    void aPlainLoadDoesNotWaitForAClaimThatLeadsNowhere(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, stalled);
        Instant before = farm.now();

        for (LoadMode mode : new LoadMode[] {LoadMode.hold(), LoadMode.free(), LoadMode.authoritative()}) {
            assertThat(other.load(key, mode)).isEqualTo(new LoadOutcome.NotFound(null, key));
        }

        assertThat(farm.now()).isEqualTo(before);
        stalled.faults().open();
        assertThat(farm.await(create).saved()).isPresent();
    }

    @Test
    void aLoadThatMayCreateTakesOverAClaimThatLeadsNowhere(Farm farm) {
        Node dying = farm.node();
        Node other = farm.node();
        dying.faults().inject(Fault.DIE, COMMIT);
        assertThatThrownBy(() -> dying.create(slow, Sample.withKeys(1, key)))
                .isInstanceOf(StoreUnavailableException.class);

        LoadOutcome loaded =
                other.run(other.handle(), LoadInstanceByKey.of(key, new LoadMode.HoldOrCreate(quick, Map.of())));

        assertThat(loaded.snapshotOrThrow().id()).isEqualTo(quick);
        assertThat(other.load(slow, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aHomeKeyIsTakenOverFromAClaimThatLeadsNowhereToo(Farm farm) {
        Node dying = farm.node();
        Node other = farm.node();
        InstanceId home = InstanceId.atHomeOf(key);
        dying.faults().inject(Fault.DIE, COMMIT);
        assertThatThrownBy(() -> dying.create(slow, Sample.withKeys(1, key)))
                .isInstanceOf(StoreUnavailableException.class);

        other.create(home, Sample.withKeys(2, key));

        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(home);
    }

    /** Who revoked the claims did not take the key in the end: the stalled saver claims it again and goes on. */
    @Test
    void aSaverWhoseClaimsWereRevokedInVainClaimsAgain(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, stalled);
        other.create(quick, Sample.withKeys(2, key));
        other.complete(quick);

        stalled.faults().open();

        assertThat(farm.await(create).saved()).isPresent();
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(slow);
    }

    /** A key that came, went and came again must not be taken from its instance by a late clean-up. */
    @Test
    void tidyingUpLateDoesNotTakeAKeyThatCameBack(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        other.create(slow, Sample.withKeys(1, key));
        stalled.faults().inject(Fault.HOLD_BACK, 2);
        CompletableFuture<SaveOutcome> complete = stalled.start(stalled.handle(slow), CompleteInstance.now());
        farm.awaitFault(stalled);
        other.create(slow, Sample.withKeys(3, key));

        stalled.faults().open();

        assertThat(farm.await(complete).saved()).isPresent();
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(slow);
    }

    @Test
    @DisplayName("K-03 a deletion by an administrator that tidies up late does not take a key that came back")
    void aDeletionThatTidiesUpLateDoesNotTakeAKeyThatCameBack(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        other.create(slow, Sample.withKeys(1, key));
        stalled.faults().inject(Fault.HOLD_BACK, 2);
        CompletableFuture<ControlOutcome> deletion = stalled.start(stalled.handle(slow), DeleteInstance.now());
        farm.awaitFault(stalled);
        other.create(slow, Sample.withKeys(3, key));

        stalled.faults().open();

        assertThat(farm.await(deletion)).isEqualTo(ControlOutcome.DONE);
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(slow);
    }

    @Test
    @DisplayName("K-04 a save whose claim was revoked is refused, whatever is done to its instance meanwhile")
    void aRevokedClaimStaysRevokedWhateverIsDoneMeanwhile(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        other.create(slow, Sample.number(1));
        stalled.faults().inject(Fault.HOLD_BACK, COMMIT);
        CompletableFuture<SaveOutcome> save =
                stalled.start(stalled.handle(slow), SaveInstance.of(Sample.withKeys(2, key), AfterSave.RELEASE));
        farm.awaitFault(stalled);
        other.create(quick, Sample.withKeys(3, key));

        doAll(other, slow);
        stalled.faults().open();

        assertThatThrownBy(() -> farm.await(save)).isInstanceOf(KeyCollisionException.class);
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(quick);
    }

    @Test
    @DisplayName("K-05 what is done to an instance leaves the key of its bits to the instance that has it")
    void whatIsDoneToAnInstanceLeavesTheKeyOfItsBits(Farm farm) {
        Node node = farm.node();
        InstanceKey bits = new InstanceKey(slow.high(), slow.low());
        node.create(quick, Sample.withKeys(1, bits));
        node.create(slow, Sample.number(2));

        doAll(node, slow);
        node.complete(slow);

        assertThat(node.load(bits, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(quick);
    }

    @Test
    @DisplayName("K-06 a load that may create finds the instance that gets the key while its claim is looked into")
    void aLoadThatMayCreateFindsTheInstanceThatGetsTheKeyMeanwhile(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, stalled);
        // The slot of the key shows the claim, the slot of its instance has nothing; then the claim is looked into.
        other.faults().inject(Fault.HOLD_BACK, 3);
        CompletableFuture<LoadOutcome> load =
                other.start(other.handle(), LoadInstanceByKey.of(key, new LoadMode.HoldOrCreate(quick, Map.of())));
        farm.awaitFault(other);
        stalled.faults().open();
        assertThat(farm.await(create).saved()).isPresent();

        other.faults().open();

        assertThat(farm.await(load).snapshotOrThrow().id()).isEqualTo(slow);
        assertThat(other.load(quick, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("K-07 a claim is not made void if its instance has come to list the key just before")
    void aClaimIsNotMadeVoidIfItsInstanceListsTheKeyByThen(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        CreateInstance rival = CreateInstance.of(Sample.withKeys(2, key), AfterSave.RELEASE);
        CompletableFuture<SaveOutcome> create = stalledAt(farm, COMMIT, stalled);
        other.faults().inject(Fault.FAIL_BEFORE, 3);
        assertThatThrownBy(() -> other.run(quick, rival)).isInstanceOf(StoreUnavailableException.class);
        farm.advance(Farm.GRACE);
        // The claim is met and its instance is looked at as before, and now it counts as abandoned.
        other.faults().inject(Fault.HOLD_BACK, 3);
        CompletableFuture<SaveOutcome> late = other.start(other.handle(quick), rival);
        farm.awaitFault(other);
        stalled.faults().open();
        assertThat(farm.await(create).saved()).isPresent();

        other.faults().open();

        assertThatThrownBy(() -> farm.await(late))
                .isInstanceOfSatisfying(
                        KeyCollisionException.class,
                        collision -> assertThat(collision.holderInstance()).isEqualTo(slow));
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(slow);
    }

    private static void doAll(Node node, InstanceId instance) {
        node.release(node.hold(instance));
        node.hold(instance);
        node.run(instance, ForceRelease.now());
        node.run(instance, SuspendInstance.because("a person has to look"));
        node.run(instance, ResumeInstance.now());
        node.run(instance, TouchInstance.now());
        node.save(instance, Sample.number(7)).receiptOrThrow();
    }

    private CompletableFuture<SaveOutcome> stalledAt(Farm farm, int step, Node node) {
        node.faults().inject(Fault.HOLD_BACK, step);
        CompletableFuture<SaveOutcome> create =
                node.start(node.handle(slow), CreateInstance.of(Sample.withKeys(1, key), AfterSave.RELEASE));
        farm.awaitFault(node);
        assertThat(create).isNotDone();
        return create;
    }
}
