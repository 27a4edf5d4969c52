// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Idle instances that expire, and those that never do. */
public abstract class TtlContract {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Duration NEARLY = TTL.minusMillis(1);

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @Test
    void anIdleInstanceIsGoneAfterItsTimeNotBefore(Farm farm) {
        Node node = farm.node();
        node.create(id, expiring().keys(Sample.associating(key)).build());
        assertThat(node.read(id).header().expiresAt()).isEqualTo(farm.now().plus(TTL));

        farm.advance(NEARLY);
        assertThat(node.load(key, LoadMode.authoritative()).loaded()).isPresent();
        farm.advance(Duration.ofMillis(1));

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(id, LoadMode.free())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(key, LoadMode.hold())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.query(InstanceQuery.builder().build()).total()).isZero();
    }

    @Test
    void itsIdAndKeysAreFreeThen(Farm farm) {
        Node node = farm.node();
        SaveReceipt first =
                node.create(id, expiring().keys(Sample.associating(key)).build());

        farm.advance(TTL);

        assertThat(node.run(id, SaveInstance.ifUnchanged(Sample.number(2), first.revision())))
                .isEqualTo(new SaveOutcome.Mismatch(id, null));
        InstanceId heir = InstanceId.random();
        node.create(heir, Sample.withKeys(2, key));
        SaveReceipt second = node.create(id, Sample.number(3));
        assertThat(second.revision().incarnation())
                .isGreaterThan(first.revision().incarnation());
        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(heir);
    }

    @Test
    void everySaveBeginsTheTimeAnewAndALoadDoesNot(Farm farm) {
        Node node = farm.node();
        node.create(id, expiring().build());

        farm.advance(NEARLY);
        node.save(id, InstanceChanges.none()).receiptOrThrow();
        farm.advance(NEARLY);
        assertThat(node.load(id, LoadMode.authoritative()).loaded()).isPresent();
        farm.advance(Duration.ofMillis(1));

        assertThat(node.load(id, LoadMode.authoritative())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aLoadThatHoldsBeginsTheTimeAnew(Farm farm) {
        Node node = farm.node();
        node.create(id, expiring().build());
        Instant updatedAt = node.read(id).header().updatedAt();
        farm.advance(NEARLY);

        InstanceHandle handle = node.hold(id);
        assertThat(node.read(id).header().expiresAt()).isEqualTo(farm.now().plus(TTL));
        node.release(handle);
        farm.advance(NEARLY);

        assertThat(node.read(id).header().updatedAt()).isEqualTo(updatedAt);
        farm.advance(Duration.ofMillis(1));
        assertThat(node.load(id, LoadMode.authoritative())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aReleaseWithoutASaveBeginsTheTimeAnew(Farm farm) {
        Node node = farm.node();
        node.create(id, expiring().keys(Sample.associating(key)).build());
        InstanceHandle handle = node.hold(id);
        farm.advance(TTL.multipliedBy(3));

        node.release(handle);

        assertThat(node.load(key, LoadMode.authoritative()).loaded()).isPresent();
        farm.advance(NEARLY);
        assertThat(node.load(id, LoadMode.authoritative()).loaded()).isPresent();
        farm.advance(Duration.ofMillis(1));
        assertThat(node.load(id, LoadMode.authoritative())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aHoldThatIsTakenAwayBeginsTheTimeAnew(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, expiring().build());
        farm.advance(TTL.multipliedBy(3));

        assertThat(node.save(handle, InstanceChanges.none()).saved()).isPresent();
        farm.advance(TTL.multipliedBy(3));
        node.run(id, ForceRelease.now());

        assertThat(node.load(id, LoadMode.authoritative()).loaded()).isPresent();
    }

    @Test
    void aTouchBeginsTheTimeAnewAndDisturbsNoOneWhoHasSeenOrHoldsTheInstance(Farm farm) {
        Node node = farm.node();
        SaveReceipt seen =
                node.create(id, expiring().keys(Sample.associating(key)).build());
        farm.advance(NEARLY);

        assertThat(node.run(id, TouchInstance.now())).isEqualTo(ControlOutcome.DONE);
        farm.advance(NEARLY);

        assertThat(node.load(key, LoadMode.authoritative()).loaded()).isPresent();
        assertThat(node.run(id, SaveInstance.ifUnchanged(Sample.number(2), seen.revision()))
                        .saved())
                .isPresent();
        InstanceHandle handle = node.hold(id);
        assertThat(farm.node().run(id, TouchInstance.now())).isEqualTo(ControlOutcome.DONE);
        assertThat(node.save(handle, Sample.number(3)).saved()).isPresent();
    }

    @Test
    void aTouchCanSetAnotherTimeAndEndsWithTheInstance(Farm farm) {
        Node node = farm.node();
        node.create(id, expiring().build());
        TouchInstance longer = TouchInstance.withTtl(TTL.multipliedBy(3));

        assertThat(node.run(id, longer)).isEqualTo(ControlOutcome.DONE);
        farm.advance(TTL.multipliedBy(2));
        assertThat(node.run(id, longer)).isEqualTo(ControlOutcome.DONE);
        assertThat(node.load(id, LoadMode.authoritative()).loaded()).isPresent();
        farm.advance(TTL);

        assertThat(node.run(id, TouchInstance.now())).isEqualTo(ControlOutcome.NOT_FOUND);
    }

    @Test
    void theTimeCanBeShortenedAndTakenAway(Farm farm) {
        Node node = farm.node();
        InstanceId brief = InstanceId.random();
        node.create(id, expiring().build());
        node.create(brief, expiring().build());

        node.save(id, InstanceChanges.builder().idleTtl(null).build()).receiptOrThrow();
        node.save(
                        brief,
                        InstanceChanges.builder().idleTtl(Duration.ofSeconds(1)).build())
                .receiptOrThrow();
        farm.advance(Duration.ofSeconds(1));
        assertThat(node.load(brief, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        farm.advance(TTL.multipliedBy(3));

        assertThat(node.read(id).header().expiresAt()).isNull();
    }

    @Test
    void whatALiveOwnerHoldsDoesNotExpire(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, expiring().build());

        farm.advance(TTL.multipliedBy(3));

        assertThat(farm.node().load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.Held.class);
        assertThat(node.save(handle, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void whatADeadOwnerHeldExpires(Farm farm) {
        Node dying = farm.node();
        Node other = farm.node();
        dying.createHeld(id, expiring().keys(Sample.associating(key)).build());
        dying.crash();

        farm.advance(TTL.plus(Farm.LEASE));

        assertThat(other.load(id, LoadMode.hold())).isInstanceOf(LoadOutcome.NotFound.class);
        other.create(InstanceId.random(), Sample.withKeys(2, key));
    }

    /** No engine knows from the record alone that its holder has expired; the sweep does. */
    @Test
    void whatADeadOwnerHeldIsListedUntilItIsSweptAndNotLonger(Farm farm) {
        Node dying = farm.node();
        Node other = farm.node();
        dying.createHeld(id, expiring().build());
        dying.crash();
        InstanceQuery all = InstanceQuery.builder().build();

        farm.advance(TTL.plus(Farm.LEASE));
        assertThat(other.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        farm.advance(StoreOptions.defaults().sweepPeriod().multipliedBy(3).plusSeconds(1));

        assertThat(other.query(all).entries()).isEmpty();
        assertThat(other.query(all).total()).isZero();
    }

    @Test
    void whatIsDueDoesNotExpire(Farm farm) {
        Node node = farm.node(OwnerDescription.ofType("documents"));
        node.create(id, expiring().dueAfter(TTL.multipliedBy(2)).build());

        farm.advance(TTL.multipliedBy(3));

        assertThat(node.loadRunnable().loaded()).isPresent();
    }

    @Test
    void whatIsSuspendedDoesNotExpire(Farm farm) {
        Node node = farm.node();
        node.create(id, expiring().build());
        node.run(id, SuspendInstance.because("a person has to look"));

        farm.advance(TTL.multipliedBy(3));
        assertThat(node.read(id).header().suspension()).isNotNull();
        node.run(id, ResumeInstance.now());

        assertThat(node.load(id, LoadMode.authoritative()).loaded()).isPresent();
        farm.advance(TTL);
        assertThat(node.load(id, LoadMode.authoritative())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aStoreHasADefaultForInstancesThatSayNothing(Farm farm) {
        Node node = farm.node(OwnerDescription.anonymous(), options -> options.withDefaultIdleTtl(TTL));
        InstanceId lasting = InstanceId.random();
        node.create(id, Sample.number(1));
        node.create(lasting, Sample.numbered(2).idleTtl(null).build());

        farm.advance(TTL);

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(Sample.numberOf(node.read(lasting))).isEqualTo(2);
    }

    @Test
    void theTimeToLiveMayBeForEver(Farm farm) {
        Node former = farm.node();
        former.create(
                id,
                Sample.numbered(1).idleTtl(Duration.ofSeconds(Long.MAX_VALUE)).build());
        // No store is open during the day: what a store does in each second of it is of no interest here.
        former.store().close();
        farm.advance(Duration.ofDays(1));

        Node node = farm.node();
        farm.advance(TTL);

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(1);
    }

    private static InstanceChanges.Builder expiring() {
        return Sample.numbered(1).idleTtl(TTL);
    }

    @Test
    @DisplayName("T-01 what has expired is neither shown nor listed nor in the way, also before it is swept")
    void whatHasExpiredIsGoneBeforeItIsSwept(Farm farm) {
        Node node = farm.node(
                OwnerDescription.anonymous(), options -> options.withPeriods(Farm.DETECTION, TTL.multipliedBy(100)));
        node.create(id, expiring().keys(Sample.associating(key)).build());

        farm.advance(TTL);

        for (LoadMode mode :
                new LoadMode[] {LoadMode.peek(), LoadMode.free(), LoadMode.authoritative(), LoadMode.hold()}) {
            assertThat(node.load(id, mode)).isInstanceOf(LoadOutcome.NotFound.class);
            assertThat(node.load(key, mode)).isInstanceOf(LoadOutcome.NotFound.class);
        }
        assertThat(node.query(InstanceQuery.builder().build()).entries()).isEmpty();
        assertThat(node.query(InstanceQuery.builder().build()).total()).isZero();
        assertThat(node.run(id, TouchInstance.now())).isEqualTo(ControlOutcome.NOT_FOUND);
        assertThat(node.run(id, ForceRelease.now())).isEqualTo(ControlOutcome.NOT_FOUND);
        assertThat(node.run(id, SuspendInstance.because("x"))).isEqualTo(ControlOutcome.NOT_FOUND);
        node.create(InstanceId.random(), Sample.withKeys(2, key));
        node.create(id, Sample.number(3));
    }

    @Test
    @DisplayName("T-02 the default of a store holds for what a load creates, too")
    void theDefaultHoldsForWhatALoadCreates(Farm farm) {
        Node node = farm.node(OwnerDescription.ofType("documents"), options -> options.withDefaultIdleTtl(TTL));
        InstanceId elsewhere = InstanceId.random();
        InstanceHeader byId =
                node.load(id, LoadMode.holdOrCreate()).snapshotOrThrow().header();
        InstanceHeader atHome =
                node.load(key, LoadMode.holdOrCreate()).snapshotOrThrow().header();
        InstanceHeader other = node.load(InstanceKey.random(), new LoadMode.HoldOrCreate(elsewhere, Map.of()))
                .snapshotOrThrow()
                .header();

        for (InstanceHeader header : new InstanceHeader[] {byId, atHome, other}) {
            assertThat(header.expiresAt()).isEqualTo(header.createdAt().plus(TTL));
            assertThat(header.hostType()).isEqualTo("documents");
        }
    }

    @Test
    @DisplayName(
            "T-03 whose holder lives is shown after its time, whose holder has died is not, also before it is swept")
    void whatIsHeldIsShownAsLongAsItsHolderLives(Farm farm) {
        Node node = farm.node(
                OwnerDescription.anonymous(), options -> options.withPeriods(Farm.DETECTION, TTL.multipliedBy(100)));
        Node dying = farm.node(
                OwnerDescription.anonymous(), options -> options.withPeriods(Farm.DETECTION, TTL.multipliedBy(100)));
        InstanceId abandoned = InstanceId.random();
        node.createHeld(id, expiring().build());
        dying.createHeld(abandoned, expiring().build());
        dying.crash();

        farm.advance(TTL.plus(Farm.LEASE.multipliedBy(2)));

        assertThat(node.load(id, LoadMode.authoritative()).loaded()).isPresent();
        assertThat(node.load(abandoned, LoadMode.authoritative())).isInstanceOf(LoadOutcome.NotFound.class);
    }
}
