// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.engine.ByteStore.Space;
import dev.rehydrate.format.engine.ScriptedStore.Fate;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.DiscardDamaged;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompareAndSwapEngineTest {

    private static final SlotAddress AT = new SlotAddress(1, 2);
    private static final OwnerId OWNER = new OwnerId(3, 4);
    private static final Caller CALLER = new Caller(OWNER, null, null, Set.of());
    private static final Duration TTL = Duration.ofSeconds(1);

    private final ScriptedStore bytes = new ScriptedStore();
    private final StepwiseTime time = new StepwiseTime();
    private final CompareAndSwapEngine engine = new CompareAndSwapEngine(bytes, time, Duration.ofSeconds(2));

    @Test
    void aLostRaceIsRunAgain() {
        bytes.next(Fate.LOST_RACE, Fate.LOST_RACE, Fate.LOST_RACE, Fate.LOST_RACE);

        Reply.Done<CommitAnswer> done = done(engine.apply(AT, save(1, new Expected.Absent())));

        assertThat(done.events()).isEmpty();
        assertThat(stored().instance()).isNotNull();
    }

    @Test
    void whoAlwaysLosesGivesUpAtTheDeadlineAndHasDoneNothing() {
        bytes.always(Fate.LOST_RACE);

        StorageException failure = failure(engine.apply(AT, save(1, new Expected.Absent())));

        assertThat(failure.effect()).isEqualTo(Effect.NONE);
        assertThat(stored()).isEqualTo(Slot.EMPTY);
    }

    @Test
    void pausesGrowToABoundAndEndAtTheDeadline() {
        bytes.always(Fate.LOST_RACE);

        failure(engine.apply(AT, save(1, new Expected.Absent())));

        assertThat(time.pauses())
                .hasSizeBetween(250, 500)
                .allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(Duration.ofMillis(8)));
        assertThat(time.pauses().get(0)).isLessThanOrEqualTo(Duration.ofMillis(1));
        assertThat(time.pauses().stream().reduce(Duration.ZERO, Duration::plus)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aWriteThatWasDoneAndNotAnsweredIsAnsweredAsDone() {
        bytes.next(Fate.DONE_AND_NOT_ANSWERED);

        Reply.Done<CommitAnswer> done = done(engine.apply(AT, save(1, new Expected.Absent())));

        assertThat(done.events()).isEmpty();
        assertThat(done.answer().receipt().revision()).isEqualTo(revision());
    }

    @Test
    void aWriteThatWasDoneAndNotAnsweredIsRememberedUnderALaterOne() {
        bytes.next(Fate.DONE_AND_NOT_ANSWERED);
        bytes.onTrouble(() -> done(engine.apply(AT, save(2, new Expected.Any()))));

        Reply.Done<CommitAnswer> done = done(engine.apply(AT, save(1, new Expected.Absent())));

        assertThat(done.events()).containsExactly(DecisionEvent.REPEATED);
        assertThat(done.answer().receipt().revision().number()).isEqualTo(1);
        assertThat(revision().number()).isEqualTo(2);
    }

    @Test
    void aWriteThatWasNeitherDoneNorAnsweredIsDoneOnce() {
        bytes.next(Fate.NEITHER_DONE_NOR_ANSWERED, Fate.THROWN, Fate.LOST_RACE);

        done(engine.apply(AT, save(1, new Expected.Absent())));

        assertThat(revision().number()).isEqualTo(1);
    }

    @Test
    void whatIsNeverAnsweredIsUnknown() {
        bytes.always(Fate.NEITHER_DONE_NOR_ANSWERED);

        assertThat(failure(engine.apply(AT, save(1, new Expected.Absent()))).effect())
                .isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aLostConnectionAfterAnUnansweredWriteLeavesTheDoubt() {
        bytes.next(Fate.DONE_AND_NOT_ANSWERED);
        bytes.onTrouble(bytes::cutOff);

        assertThat(failure(engine.apply(AT, save(1, new Expected.Absent()))).effect())
                .isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aLostConnectionBeforeAnyWriteHasDoneNothing() {
        bytes.cutOff();

        assertThat(failure(engine.apply(AT, save(1, new Expected.Absent()))).effect())
                .isEqualTo(Effect.NONE);
    }

    @Test
    void aRefusalAfterAnUnansweredWriteIsAFailureThatKeepsTheDoubt() {
        bytes.next(Fate.NEITHER_DONE_NOR_ANSWERED, Fate.REFUSED);

        assertThat(failure(engine.apply(AT, save(1, new Expected.Absent()))).effect())
                .isEqualTo(Effect.UNKNOWN);
    }

    /** The write may still arrive, and the version that it expects is still there. */
    @Test
    void aRefusalByARuleIsNotToldWhileAnEarlierWriteMayStillTakeEffect() {
        done(engine.apply(AT, save(1, new Expected.Absent())));
        Revision revision = revision();
        bytes.next(Fate.NEITHER_DONE_NOR_ANSWERED);
        bytes.onTrouble(() -> time.pass(TTL.multipliedBy(2)));

        assertThat(failure(engine.apply(AT, save(2, new Expected.At(revision)))).effect())
                .isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aRefusalByARuleIsToldOnceAnotherWriterHasSettledTheDoubt() {
        done(engine.apply(AT, save(1, new Expected.Absent())));
        Revision revision = revision();
        bytes.next(Fate.NEITHER_DONE_NOR_ANSWERED);
        bytes.onTrouble(() -> done(engine.apply(AT, save(3, new Expected.Any()))));

        Reply<CommitAnswer> reply = completed(engine.apply(AT, save(2, new Expected.At(revision))));

        assertThat(reply).isInstanceOf(Reply.Refused.class);
    }

    @Test
    void aDamagedSlotIsCorruptAndFoundByNoScan() {
        bytes.put(Space.SLOTS, AT, new byte[] {1, 2, 3});

        assertThat(failure(engine.apply(AT, new InspectSlot(Set.of()))).isCorrupt())
                .isTrue();
        assertThat(completed(engine.scan(new SlotScan.Occupied(Duration.ZERO), 10)))
                .isEmpty();
    }

    @Test
    void aDamagedSlotIsDiscardedAndNoOtherOne() {
        bytes.put(Space.SLOTS, AT, new byte[] {1, 2, 3});

        assertThat(completed(engine.apply(AT, new DiscardDamaged()))).isEqualTo(new Reply.Done<>(true));
        assertThat(bytes.has(Space.SLOTS, AT)).isFalse();
        assertThat(completed(engine.apply(AT, new DiscardDamaged()))).isEqualTo(new Reply.Done<>(false));

        done(engine.apply(AT, save(1, new Expected.Absent())));
        assertThat(completed(engine.apply(AT, new DiscardDamaged()))).isEqualTo(new Reply.Done<>(false));
        byte[] newer = bytes.get(Space.SLOTS, AT).clone();
        newer[0] = newer[1] = 99;
        bytes.put(Space.SLOTS, AT, newer);
        assertThat(failure(engine.apply(AT, new DiscardDamaged()))).hasMessageContaining("was written in version 99");
        assertThat(bytes.get(Space.SLOTS, AT)).isEqualTo(newer);
    }

    @Test
    void aDamagedSlotIsShownAsItIsStored() {
        bytes.put(Space.SLOTS, AT, new byte[] {1, 2, 3});

        assertThat(completed(engine.storedRows(AT))).singleElement().satisfies(row -> {
            assertThat(row.table()).isEqualTo("slots");
            assertThat(row.texts()).containsOnlyKeys("version");
            assertThat(row.bytes()).containsEntry("bytes", new byte[] {1, 2, 3});
        });
        assertThat(completed(engine.storedRows(new SlotAddress(3, 4)))).isEmpty();
    }

    /** As long as the record of a dead owner is there, newer hosts find what it held. */
    @Test
    void anEntryOfANewerReleaseMayBeHeldByAnyOwner() {
        done(engine.apply(AT, save(1, new Expected.Absent())));
        assertThat(completed(engine.scan(new SlotScan.HeldBy(OWNER), 1))).isEmpty();

        byte[] newer = bytes.get(Space.SLOTS, AT).clone();
        newer[0] = newer[1] = 99; // Written by version 99, and readable back to version 99.
        bytes.put(Space.SLOTS, AT, newer);

        assertThat(completed(engine.scan(new SlotScan.HeldBy(OWNER), 1))).containsExactly(AT);
        assertThat(completed(engine.scan(new SlotScan.Occupied(Duration.ZERO), 1)))
                .isEmpty();
    }

    /** No host of any release will load it, and the records of all owners that ever die would be kept for it. */
    @Test
    void aDamagedEntryIsHeldByNoOwner() {
        bytes.put(Space.SLOTS, AT, new byte[] {1, 2, 3});

        assertThat(completed(engine.scan(new SlotScan.HeldBy(OWNER), 1))).isEmpty();
    }

    @Test
    void anOwnerThatCannotBeReadIsNotLeftOut() {
        completed(engine.addOwner(owner()));
        assertThat(completed(engine.owners())).containsOnlyKeys(OWNER);

        bytes.put(Space.OWNERS, AT, new byte[] {1, 2, 3});

        assertThat(failure(engine.owners()).isCorrupt()).isTrue();
    }

    @Test
    void beatsOfALiveOwnerOnlyAreTaken() {
        assertThat(completed(engine.beat(OWNER, 1))).isFalse();
        completed(engine.addOwner(owner()));
        bytes.next(Fate.LOST_RACE, Fate.DONE_AND_NOT_ANSWERED);
        assertThat(completed(engine.beat(OWNER, 2))).isTrue();
        assertThat(completed(engine.owners()).get(OWNER).beat()).isEqualTo(2);
        completed(engine.expireOwner(OWNER));
        assertThat(completed(engine.beat(OWNER, 3))).isFalse();
    }

    @Test
    void manyPagesAreScannedUpToALimit() {
        for (long low = 0; low < 1000; low++) {
            done(engine.apply(new SlotAddress(9, low), save(low + 10, new Expected.Absent())));
        }

        assertThat(completed(engine.scan(new SlotScan.Occupied(Duration.ZERO), 5000)))
                .hasSize(1000)
                .doesNotHaveDuplicates();
        assertThat(completed(engine.scan(new SlotScan.Occupied(Duration.ZERO), 300)))
                .hasSize(300);
    }

    @Test
    void aPageSaysWhichEntriesCannotBeRead() {
        done(engine.apply(AT, save(1, new Expected.Absent())));
        assertThat(page().gap()).isNull();
        List<SlotAddress> damaged =
                Stream.of(3L, 4L, 5L, 6L).map(low -> new SlotAddress(1, low)).toList();
        damaged.forEach(at -> bytes.put(Space.SLOTS, at, new byte[] {99, 99}));

        RecordPage page = page();

        assertThat(page.records()).hasSize(1);
        assertThat(page.gap())
                .contains(damaged.get(0).toString(), damaged.get(2).toString(), "and 1 other");
    }

    private RecordPage page() {
        return completed(engine.query(InstanceQuery.builder().build()));
    }

    @Test
    void patienceMayBeForEver() {
        CompareAndSwapEngine patient = new CompareAndSwapEngine(bytes, time, ChronoUnit.FOREVER.getDuration());
        bytes.next(Fate.LOST_RACE, Fate.LOST_RACE, Fate.LOST_RACE, Fate.LOST_RACE);

        done(patient.apply(AT, save(1, new Expected.Absent())));

        assertThat(stored().instance()).isNotNull();
    }

    @Test
    void announcementsOfAnUnknownVersionAreLeftOut() {
        List<Announcement> heard = new ArrayList<>();
        engine.onAnnouncement(heard::add);

        bytes.announce(new byte[] {99, 99});
        Announcement news = new Announcement.Released(new InstanceId(1, 2));
        engine.announce(news);

        assertThat(heard).containsExactly(news);
    }

    @Test
    void anEntryNeverHasTheVersionOfNone() {
        assertThatThrownBy(() -> new ByteStore.Entry(AT, ByteStore.ABSENT, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static OwnerRecord owner() {
        return new OwnerRecord(OWNER, OwnerDescription.anonymous(), Duration.ofSeconds(30), 0);
    }

    private static CommitInstance save(long command, Expected expected) {
        InstanceChanges<StoredValue> none = InstanceChanges.none();
        InstanceChanges<StoredValue> changes = new InstanceChanges<>(
                none.data(),
                none.metadata(),
                none.keys(),
                none.due(),
                none.suspension(),
                none.definition(),
                new IdleTtlChange.Set(TTL));
        return new CommitInstance(
                new CommandId(7, command),
                CALLER,
                new LockProof.Nothing(),
                expected,
                changes,
                CommitInstance.After.RELEASED,
                0);
    }

    private Slot stored() {
        return done(engine.apply(AT, new InspectSlot(Set.of()))).answer();
    }

    private Revision revision() {
        return stored().instance().header().revision();
    }

    private static <A> Reply.Done<A> done(CompletionStage<Reply<A>> stage) {
        return (Reply.Done<A>) completed(stage);
    }

    private static <T> T completed(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().getNow(null);
    }

    private static StorageException failure(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().getNow(null);
            throw new AssertionError("it did not fail");
        } catch (CompletionException failed) {
            return (StorageException) failed.getCause();
        }
    }
}
