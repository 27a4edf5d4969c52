// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who counts as alive, and what becomes of the holds of the dead: contract §2.1, §4.2. */
public abstract class LeaseContract {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration SWEEPS = StoreOptions.defaults().sweepPeriod().multipliedBy(4);
    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-25 what a dead owner held is taken over at the next load, under the next token")
    void whatADeadOwnerHeldIsTakenOver(Farm farm) {
        Node dying = farm.node();
        Node other = farm.node();
        dying.createHeld(id, Sample.number(1));

        dying.crash();
        assertThat(other.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
        farm.passLease();

        InstanceSnapshot taken = other.load(id, LoadMode.hold()).snapshotOrThrow();
        assertThat(taken.header().token()).isEqualTo(new FencingToken(2));
        assertThat(taken.header().holder()).isEqualTo(other.owner());
        assertThat(Sample.numberOf(taken)).isEqualTo(1);
    }

    @Test
    @DisplayName("W-01 what an expired owner held is offered to the owners that live, each instance to one of them")
    void whatAnExpiredOwnerHeldIsOfferedOnceEach(Farm farm) {
        Node dying = farm.node(TYPED);
        List<Node> living = List.of(farm.node(TYPED), farm.node(TYPED));
        Set<InstanceId> orphans = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            InstanceId each = InstanceId.random();
            orphans.add(each);
            var unused = dying.createHeld(each, Sample.number(i));
        }
        dying.crash();
        living.forEach(node -> assertThat(node.loadRunnable().loaded())
                .as("before the lease ended")
                .isEmpty());
        farm.passLease();
        farm.advance(Farm.DETECTION.multipliedBy(2));

        Set<InstanceId> taken = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (Node node : living) {
                Optional<InstanceSnapshot> found = node.loadRunnable().loaded();
                found.ifPresent(orphan -> {
                    assertThat(taken.add(orphan.id())).as("offered once").isTrue();
                    assertThat(orphan.header().holder()).isEqualTo(node.owner());
                });
                more |= found.isPresent();
            }
        }

        assertThat(taken).isEqualTo(orphans);
    }

    @Test
    @DisplayName("WF-26 a save by a holder whose lease ended is refused, and the new holder's data stays")
    void aSaveAfterTheLeaseEndedIsRefused(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        InstanceHandle old = stalled.createHeld(id, Sample.number(1));
        stalled.crash();
        farm.passLease();
        InstanceHandle present = other.hold(id);
        other.save(present, Sample.number(2)).receiptOrThrow();

        stalled.faults().open();

        assertThatThrownBy(() -> stalled.save(old, Sample.number(3))).isInstanceOf(OwnerLostException.class);
        assertThat(old.isValid()).isFalse();
        assertThat(Sample.numberOf(other.read(id))).isEqualTo(2);
    }

    /** The owner cannot know yet: its save was on the way while its lease ended. The token stops it, not the clock. */
    @Test
    void aSaveThatWasOnTheWayWhileTheLeaseEndedIsFenced(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        InstanceHandle old = stalled.createHeld(id, Sample.number(1));
        stalled.faults().inject(Fault.HOLD_BACK, 1);
        CompletableFuture<SaveOutcome> save = stalled.store()
                .executeAsync(old, SaveInstance.of(Sample.number(3), AfterSave.KEEP), Duration.ofDays(1));
        stalled.faults().inject(Fault.DIE, 1, EnumSet.of(Step.OWNER));
        farm.passLease();
        InstanceHandle present = other.hold(id);
        other.save(present, Sample.number(2)).receiptOrThrow();

        stalled.faults().open();

        assertThatThrownBy(() -> farm.await(save)).isInstanceOf(LeaseLostException.class);
        assertThat(Sample.numberOf(other.read(id))).isEqualTo(2);
        assertThat(other.save(present, Sample.number(4)).saved()).isPresent();
    }

    @Test
    @DisplayName("WF-27 when its beats fail an owner is lost: its handles are freed, a wait for its events ends")
    void anOwnerThatCannotBeatIsLost(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, Sample.number(1));
        CompletableFuture<Set<StoreEvent>> wait = node.store().eventsAsync(node.ownHandle(), Duration.ofDays(1));

        node.faults().inject(Fault.DIE, 1, EnumSet.of(Step.OWNER));
        farm.passLease();

        assertThatThrownBy(() -> farm.await(wait)).isInstanceOf(OwnerLostException.class);
        assertThat(node.ownHandle().isValid()).isFalse();
        assertThat(handle.isValid()).isFalse();
        assertThatThrownBy(node::handle).isInstanceOf(OwnerLostException.class);
    }

    @Test
    void anOwnerWhoseBeatsAreNeverAnsweredIsLostToo(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, Sample.number(1));
        CompletableFuture<Set<StoreEvent>> wait = node.store().eventsAsync(node.ownHandle(), Duration.ofDays(1));

        node.faults().inject(Fault.HOLD_BACK, 1, EnumSet.of(Step.OWNER));
        farm.passLease();

        assertThatThrownBy(() -> farm.await(wait)).isInstanceOf(OwnerLostException.class);
        assertThat(handle.isValid()).isFalse();
        node.faults().open();
        farm.passLease();
        assertThat(farm.liveOwners()).doesNotContain(node.ownHandle().owner().orElseThrow());
    }

    @Test
    void aFailureToSeeWhoLivesIsNoUnknownOutcome(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        holder.createHeld(id, Sample.number(1));
        InstanceHandle handle = other.handle(id);
        other.faults().inject(Fault.FAIL_AFTER, 1, EnumSet.of(Step.OWNER));

        assertThatThrownBy(() -> other.save(handle, Sample.number(2))).isInstanceOf(StoreUnavailableException.class);

        assertThat(handle.isValid()).isTrue();
        assertThat(other.save(handle, Sample.number(2))).isInstanceOf(SaveOutcome.Held.class);
    }

    @Test
    void aHostThatLostItsOwnerGoesOnWithANewOne(Farm farm) {
        Node node = farm.node();
        node.createHeld(id, Sample.number(1));
        node.faults().inject(Fault.DIE, 1, EnumSet.of(Step.OWNER));
        farm.passLease();
        node.faults().open();

        node.register(OwnerDescription.anonymous());
        farm.passLease();

        assertThat(node.load(id, LoadMode.hold()).snapshotOrThrow().header().token())
                .isEqualTo(new FencingToken(2));
    }

    @Test
    void aLiveOwnerKeepsItsHoldsForAsLongAsItLives(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        InstanceHandle handle = holder.createHeld(id, Sample.number(1));

        for (int i = 0; i < 20; i++) {
            farm.advance(Farm.LEASE.dividedBy(2).plusMillis(7));
            assertThat(other.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
        }

        assertThat(holder.save(handle, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aJumpOfTheWallClockCostsNoOwnerItsLease(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        InstanceHandle handle = holder.createHeld(id, Sample.number(1));

        for (Duration jump : new Duration[] {Duration.ofDays(1), Duration.ofDays(-3)}) {
            farm.time().jumpWallClock(jump);
            farm.advance(SECOND);
            assertThat(other.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
            assertThat(holder.save(handle, Sample.number(2)).saved()).isPresent();
        }
    }

    @Test
    void anOwnerKnowsThatItIsLostBeforeAnybodyElseDoes(Farm farm) {
        Node failing = farm.node();
        Node other = farm.node();
        InstanceHandle handle = failing.createHeld(id, Sample.number(1));
        failing.faults().inject(Fault.DIE, 1, EnumSet.of(Step.OWNER));
        Duration limit = Farm.LEASE.multipliedBy(3);
        boolean taken = false;

        for (Duration passed = Duration.ZERO; !taken && passed.compareTo(limit) < 0; passed = passed.plus(SECOND)) {
            farm.advance(SECOND);
            taken = other.load(id, LoadMode.hold()).loaded().isPresent();
            if (taken) {
                assertThatThrownBy(() -> failing.save(handle, Sample.number(2))).isInstanceOf(OwnerLostException.class);
            }
        }

        assertThat(taken).as("taken over within " + limit).isTrue();
    }

    @Test
    @DisplayName("W-05 what a dead owner held is taken over by each command that takes a hold or saves without one")
    void whatADeadOwnerHeldIsTakenOverByEachCommand(Farm farm) {
        Node other = farm.node();
        Node dying = farm.node();
        InstanceId byKey = InstanceId.random();
        InstanceKey key = InstanceKey.random();
        InstanceKey home = InstanceKey.random();
        InstanceId saved = InstanceId.random();
        InstanceId completed = InstanceId.random();
        dying.createHeld(byKey, Sample.withKeys(1, key));
        dying.createHeld(InstanceId.atHomeOf(home), Sample.withKeys(1, home));
        dying.createHeld(saved, Sample.number(1));
        dying.createHeld(completed, Sample.number(1));
        dying.crash();
        farm.passLease();

        FencingToken next = FencingToken.FIRST.next();
        assertThat(other.load(key, LoadMode.hold()).snapshotOrThrow().header().token())
                .isEqualTo(next);
        assertThat(other.load(home, LoadMode.holdOrCreate())
                        .snapshotOrThrow()
                        .header()
                        .token())
                .isEqualTo(next);
        assertThat(other.save(saved, Sample.number(2)).receiptOrThrow().token()).isEqualTo(next);
        assertThat(other.run(completed, CompleteInstance.now()).saved()).isPresent();
    }

    /** The one that was lost ends it itself, before any other has seen it: only what is stored can tell of it. */
    @Test
    @DisplayName("W-08 what an owner held when it was lost is offered also to one that has come after it was ended")
    void whatALostOwnerHeldIsOfferedToOneThatComesLater(Farm farm) {
        Node failing = farm.node(TYPED);
        InstanceHandle lost = failing.createHeld(id, Sample.number(1));
        failing.faults().inject(Fault.HOLD_BACK, 1, EnumSet.of(Step.OWNER));
        farm.passLease();
        failing.faults().open();
        farm.advance(Farm.LEASE);
        assertThat(lost.isValid()).isFalse();

        Node later = farm.node(TYPED);
        farm.advance(Farm.DETECTION.multipliedBy(2));

        assertThat(later.loadRunnable().loaded())
                .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo(id));
    }

    /** The storage carries the load out long after the process has died that sent it, as a member does that stood still. */
    @Test
    @DisplayName(
            "W-09 what is held by a command that came after its owner was forgotten is offered to the owners that live")
    void whatALateCommandHoldsIsOffered(Farm farm) {
        Node living = farm.node(TYPED);
        living.create(id, Sample.number(1));
        OwnerId forgotten = forgottenOwner(farm);
        AcquireInstance late = new AcquireInstance(
                CommandId.random(),
                new Caller(forgotten, null, null, Set.of()),
                new LockProof.Nothing(),
                new Lookup.ById(false),
                Map.of(),
                0);
        assertThat(farm.await(farm.engine().apply(SlotAddress.of(id), late))).isInstanceOf(Reply.Done.class);

        farm.advance(SWEEPS);

        InstanceSnapshot offered = farm.eventually(() -> living.loadRunnable().loaded());
        assertThat(offered.id()).isEqualTo(id);
        farm.advance(SWEEPS);
        farm.eventually(() ->
                assertThat(farm.owners()).as("nothing refers to it any more").doesNotContain(forgotten));
    }

    /** An owner that has died, and whose record the sweep has removed because nothing referred to it. */
    private static OwnerId forgottenOwner(Farm farm) {
        OwnerId owner = OwnerId.random();
        farm.await(farm.engine().addOwner(new OwnerRecord(owner, TYPED, Farm.LEASE, 0)));
        farm.await(farm.engine().expireOwner(owner));
        farm.advance(SWEEPS);
        farm.eventually(
                () -> assertThat(farm.owners()).as("forgotten by the sweep").doesNotContain(owner));
        return owner;
    }
}
