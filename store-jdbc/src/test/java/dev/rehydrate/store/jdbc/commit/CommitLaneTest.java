// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One group after the other, over rows in memory that fail when they are told to. */
@SuppressWarnings("FutureReturnValueIgnored") // Where a test looks at the rows.
class CommitLaneTest {

    private static final SlotAddress AT = new SlotAddress(1, 1);
    private static final SlotAddress OTHER = new SlotAddress(1, 2);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Rows rows = new Rows();
    private final SlotCache cache = new SlotCache(1 << 20, Duration.ZERO, null, time);
    private final Retries retries = new Retries(time, Duration.ofSeconds(5), new SplittableRandom(1));
    private final CommitLane lane = new CommitLane(rows, cache, time, retries, () -> {});

    private enum Failing {
        BEFORE,
        AFTER
    }

    /** Rows, and what the database was asked. */
    private static final class Rows implements SlotDatabase {

        private final Map<SlotAddress, StoredSlot> stored = new HashMap<>();
        private final List<Failing> failures = new ArrayList<>();
        private final List<Integer> groups = new ArrayList<>();
        private @Nullable SlotAddress poison;
        private @Nullable Error broken;
        private @Nullable DatabaseException notRead;
        private @Nullable SlotAddress undecidable;
        private int reads;
        private int replications;
        private boolean lacksCommits;
        private boolean isOvertaken;
        private boolean isReplicationAway;
        private long lastVersion;

        @Override
        public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
            reads++;
            DatabaseException failure = notRead;
            notRead = null;
            if (failure != null) {
                throw failure;
            }
            Map<SlotAddress, StoredSlot> found = new ShortOfMemory(undecidable);
            found.putAll(stored);
            found.keySet().retainAll(addresses);
            return found;
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            groups.add(writes.size());
            if (broken != null) {
                throw broken;
            }
            if (writes.stream().anyMatch(write -> write.at().equals(poison))) {
                throw new DatabaseException(Effect.NONE, false, "not a value", null);
            }
            @Nullable Failing failing = failures.isEmpty() ? null : failures.remove(0);
            if (failing == Failing.BEFORE) {
                throw new DatabaseException(Effect.UNKNOWN, true, "lost", null);
            }
            if (isOvertaken) {
                List.copyOf(stored.entrySet())
                        .forEach(row -> put(row.getKey(), row.getValue().slot()));
            }
            Map<SlotAddress, Long> passed = new HashMap<>();
            for (SlotWrite write : writes) {
                StoredSlot row = stored.getOrDefault(write.at(), StoredSlot.NONE);
                if (row.version() == write.expected()) {
                    put(write.at(), write.next());
                    passed.put(write.at(), write.next().isBlank() ? StoredSlot.ABSENT : lastVersion);
                }
            }
            if (failing == Failing.AFTER) {
                throw new DatabaseException(Effect.UNKNOWN, true, "lost", null);
            }
            return passed;
        }

        @Override
        public void awaitReplication() {
            if (isReplicationAway) {
                throw new DatabaseException(Effect.UNKNOWN, true, "no standby", null);
            }
            replications++;
        }

        @Override
        public boolean mayLackCommits() {
            return lacksCommits;
        }

        void put(SlotAddress at, Slot slot) {
            if (slot.isBlank()) {
                stored.remove(at);
            } else {
                stored.put(at, StoredSlot.of(slot, ++lastVersion));
            }
        }
    }

    /** Rows of which one is found when it is kept, and not when it is decided on. */
    private static final class ShortOfMemory extends HashMap<SlotAddress, StoredSlot> {

        private static final long serialVersionUID = 1;

        private final @Nullable SlotAddress at;
        private int asked;

        ShortOfMemory(@Nullable SlotAddress at) {
            this.at = at;
        }

        @Override
        public StoredSlot getOrDefault(@Nullable Object key, StoredSlot none) {
            if (key != null && key.equals(at) && ++asked > 1) {
                throw new OutOfMemoryError("made up");
            }
            return super.getOrDefault(key, none);
        }
    }

    private static KeyClaim claimOf(long instance) {
        return new KeyClaim(new InstanceId(0, instance), 0);
    }

    private CompletableFuture<?> claim(SlotAddress at, long instance) {
        InstanceKey key = new InstanceKey(at.high(), at.low());
        return lane.submit(at, new ClaimKey(key, claimOf(instance), null, Set.of()), null)
                .toCompletableFuture();
    }

    private CompletableFuture<?> drop(SlotAddress at, long instance) {
        return lane.submit(at, new DropClaim(new InstanceId(0, instance), 1), null)
                .toCompletableFuture();
    }

    private void commitAll() {
        while (lane.commitNextGroup()) {
            // One group after the other.
        }
    }

    @Test
    void whatWaitsIsOneGroupAndEachSlotOneWrite() {
        CompletableFuture<?> first = claim(AT, 1);
        CompletableFuture<?> dropped = drop(AT, 1);
        CompletableFuture<?> again = claim(AT, 2);
        CompletableFuture<?> other = claim(OTHER, 3);
        commitAll();

        assertThat(rows.groups).containsExactly(2);
        assertThat(lane.lastGroup()).isEqualTo(4);
        assertThat(rows.reads).isEqualTo(1);
        assertThat(List.of(first, dropped, again, other)).allMatch(CompletableFuture::isDone);
        assertThat(rows.stored.get(AT).slot().claim()).isEqualTo(claimOf(2));
    }

    @Test
    void whatIsCachedIsNotRead() {
        claim(AT, 1);
        commitAll();
        drop(AT, 1);
        commitAll();

        assertThat(rows.reads).isEqualTo(1);
        assertThat(rows.stored).isEmpty();
    }

    /** That it was given back, or revoked, can be among what is lost. */
    @Test
    void whoseClaimGoesIsNamedIfCommitsMayBeLost() {
        List<SlotAddress> named = new ArrayList<>();
        lane.onKeysInDoubt(named::add);
        claim(AT, 1);
        commitAll();
        drop(AT, 1);
        claim(AT, 2);
        commitAll();
        assertThat(named).isEmpty();

        rows.lacksCommits = true;
        claim(AT, 2);
        claim(OTHER, 3);
        commitAll();
        assertThat(named).isEmpty();
        drop(AT, 2);
        commitAll();
        lane.submit(
                OTHER,
                new ClaimKey(new InstanceKey(OTHER.high(), OTHER.low()), claimOf(4), claimOf(3), Set.of()),
                null);
        commitAll();

        assertThat(rows.stored.get(OTHER).slot().claim()).isEqualTo(claimOf(4));
        assertThat(named).containsExactly(new SlotAddress(0, 2), new SlotAddress(0, 3));
    }

    /** The claim of a further key is committed before the instance lists it, so it can be among what is lost. */
    @Test
    void whatListsAFurtherKeyIsNamedIfCommitsMayBeLost() {
        List<SlotAddress> named = new ArrayList<>();
        lane.onKeysInDoubt(named::add);
        rows.lacksCommits = true;
        KeyChanges<StoredValue> further = KeyChanges.associating(new InstanceKey(7, 7));

        create(lane, 1, CommandId.random(), InstanceChanges.none());
        create(lane, 2, CommandId.random(), InstanceChanges.<StoredValue>none().withKeys(further));
        commitAll();

        assertThat(named).containsExactly(new SlotAddress(0, 2));
    }

    /** The first commit can be that of another process, which was lost with its session before a standby had it. */
    @Test
    void aRepeatedCommandIsAnsweredOnceItsCommitIsReplicated() {
        CommandId command = CommandId.random();
        create(lane, 1, command, InstanceChanges.none());
        commitAll();
        assertThat(rows.replications).isZero();

        CompletableFuture<?> repeated = create(lane, 1, command, InstanceChanges.none());
        commitAll();

        assertThat(repeated).isCompleted();
        assertThat(rows.groups).containsExactly(1);
        assertThat(rows.replications).isPositive();
    }

    @Test
    void aRepeatedCommandWhoseReplicationIsNotKnownIsNotToldAsNothingDone() {
        CommandId command = CommandId.random();
        create(lane, 1, command, InstanceChanges.none());
        commitAll();
        rows.isReplicationAway = true;

        CompletableFuture<?> repeated = create(lane, 1, command, InstanceChanges.none());
        for (int i = 0; i < 100; i++) {
            commitAll();
            time.advance(Duration.ofMillis(100));
        }

        assertIsInDoubt(repeated);
    }

    /** Its caller was told that nothing was done. */
    @Test
    void aCommandThatIsAnsweredIsNotTriedAgainWithItsGroup() {
        CommandId command = CommandId.random();
        create(lane, 1, command, InstanceChanges.none());
        commitAll();
        rows.isReplicationAway = true;
        rows.undecidable = AT;
        CompletableFuture<?> repeated = create(lane, 1, command, InstanceChanges.none());
        assertThat(lane.commitNextGroup())
                .as("what is repeated is not answered from a copy")
                .isTrue();
        CompletableFuture<?> failed = claim(AT, 1);

        commitAll();
        assertThat(failed).isCompletedExceptionally();
        rows.isReplicationAway = false;
        rows.undecidable = null;
        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofMillis(100));
            commitAll();
        }

        assertThat(repeated).isCompleted();
        assertThat(rows.stored).doesNotContainKey(AT);
    }

    private CompletableFuture<?> create(long instance) {
        return create(lane, instance);
    }

    private static CompletableFuture<?> create(CommitLane lane, long instance) {
        return create(lane, instance, CommandId.random(), InstanceChanges.none());
    }

    private static CompletableFuture<?> create(
            CommitLane lane, long instance, CommandId command, InstanceChanges<StoredValue> changes) {
        Caller caller = new Caller(new OwnerId(1, 1), null, null, Set.of(), null);
        CommitInstance create = new CommitInstance(
                command, caller, new LockProof.Nothing(), Expected.absent(), changes, CommitInstance.After.RELEASED, 0);
        return lane.submit(new SlotAddress(0, instance), create, null).toCompletableFuture();
    }

    @Test
    void whatCreatesIsNotReadUnlessSomethingIsThere() {
        CompletableFuture<?> first = create(7);
        commitAll();
        assertThat(rows.reads).isZero();
        assertThat(first.join()).isInstanceOf(Reply.Done.class);

        cache.remove(new SlotAddress(0, 7));
        CompletableFuture<?> second = create(7);
        commitAll();

        assertThat(rows.reads).isEqualTo(1);
        assertThat(second).isDone();
        assertThat(rows.groups).as("the guess, which was refused, and the save").hasSize(3);
    }

    @Test
    void whatWasGuessedIsDecidedOnTheRowHoweverShortThePatience() {
        CommitLane hasty =
                new CommitLane(rows, cache, time, new Retries(time, Duration.ZERO, new SplittableRandom(1)), () -> {});
        create(7);
        commitAll();
        cache.remove(new SlotAddress(0, 7));

        CompletableFuture<?> second = create(hasty, 7);
        time.advance(Duration.ofMillis(1));
        while (hasty.commitNextGroup()) {
            // One group after the other.
        }

        assertThat(second.join()).isInstanceOf(Reply.Done.class);
    }

    @Test
    void aDecisionThatWritesNothingIsTakenOnTheRow() {
        claim(AT, 1);
        commitAll();
        rows.put(AT, Slot.EMPTY);

        CompletableFuture<?> refusedOnTheCopy = claim(AT, 2);
        commitAll();

        assertThat(refusedOnTheCopy.join()).isInstanceOf(Reply.Done.class);
        assertThat(rows.stored.get(AT).slot().claim()).isEqualTo(claimOf(2));
    }

    @Test
    void onlyWhatTheGuardRefusedIsDecidedAnew() {
        claim(AT, 1);
        claim(OTHER, 3);
        commitAll();
        rows.put(AT, rows.stored.get(AT).slot());
        rows.groups.clear();

        CompletableFuture<?> stale = drop(AT, 1);
        CompletableFuture<?> fresh = drop(OTHER, 3);
        lane.commitNextGroup();
        assertThat(fresh).isDone();
        assertThat(stale).isNotDone();
        commitAll();

        assertThat(stale).isDone();
        assertThat(rows.groups).containsExactly(2, 1);
        assertThat(rows.stored).isEmpty();
    }

    @Test
    void whatOthersOvertakeTimeAfterTimeFailsWhenItsPatienceIsOver() {
        claim(AT, 1);
        commitAll();
        rows.isOvertaken = true;

        CompletableFuture<?> dropped = drop(AT, 1);
        for (int i = 0; i < 10; i++) {
            lane.commitNextGroup();
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(dropped).isCompletedExceptionally();
        assertThatThrownBy(dropped::join)
                .hasMessageContaining("were faster")
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE));
    }

    @Test
    void aPoisonValueFailsAloneAndNothingElse() {
        List<CompletableFuture<?>> sound = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sound.add(claim(new SlotAddress(2, i), i + 1));
        }
        rows.poison = AT;
        CompletableFuture<?> poisoned = claim(AT, 1);
        commitAll();

        assertThat(sound).allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
        assertThatThrownBy(poisoned::join)
                .hasCauseInstanceOf(StorageException.class)
                .hasMessageContaining("not a value");
    }

    @Test
    void aGroupThatIsGivenUpInTheMiddleIsAnsweredAtOnce() {
        Error broken = new StackOverflowError();
        rows.broken = broken;
        CompletableFuture<?> claimed = claim(AT, 1);
        assertThatThrownBy(this::commitAll).isSameAs(broken);

        assertThatThrownBy(claimed::join)
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN));
        rows.broken = null;
        CompletableFuture<?> next = claim(OTHER, 2);
        commitAll();
        assertThat(next.join()).isInstanceOf(Reply.Done.class);
    }

    @Test
    void aDoubtThatIsGivenUpInTheMiddleIsAnsweredAtOnce() {
        Error broken = new StackOverflowError();
        rows.failures.add(Failing.BEFORE);
        CompletableFuture<?> doubtful = claim(AT, 1);
        commitAll();
        rows.broken = broken;
        time.advance(Duration.ofMillis(10));
        assertThatThrownBy(this::commitAll).isSameAs(broken);

        assertIsInDoubt(doubtful);
    }

    /** Another writer was faster, so that it is decided anew; whether it was before it was overwritten is not known. */
    @Test
    void whatWasDoubtfulStaysInDoubtUntilItIsAnswered() {
        claim(OTHER, 3);
        commitAll();
        rows.failures.add(Failing.BEFORE);
        CompletableFuture<?> doubtful = claim(AT, 1);
        commitAll();
        rows.put(AT, rows.stored.get(OTHER).slot());
        time.advance(Duration.ofMillis(10));
        lane.commitNextGroup();
        assertThat(doubtful).isNotDone();
        assertThat(lane.waiting()).isEqualTo(1);

        lane.close();

        assertIsInDoubt(doubtful);
    }

    private static void assertIsInDoubt(CompletableFuture<?> command) {
        assertThat(command).isCompletedExceptionally();
        assertThatThrownBy(command::join)
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN));
    }

    @Test
    void whatCouldNotBeReadIsTriedAgain() {
        rows.notRead = new DatabaseException(Effect.NONE, true, "lost", null);
        CompletableFuture<?> claimed = claim(AT, 1);
        commitAll();
        assertThat(claimed).isNotDone();

        time.advance(Duration.ofMillis(10));
        commitAll();

        assertThat(claimed).isCompletedWithValueMatching(Reply.Done.class::isInstance);
    }

    @Test
    void aLostAnswerIsSettledWhetherOrNotItWasCommitted() {
        for (Failing each : Failing.values()) {
            rows.failures.add(each);
            CompletableFuture<?> claimed = claim(AT, 1);
            commitAll();
            assertThat(claimed).isNotDone();
            time.advance(Duration.ofMillis(10));
            commitAll();

            assertThat(claimed.join()).isInstanceOf(Reply.Done.class);
            assertThat(rows.stored.get(AT).slot().claim()).isEqualTo(claimOf(1));
            drop(AT, 1);
            commitAll();
        }
    }

    /** The session that committed it may be lost while it waited for a standby, and the row is read before the standby has it. */
    @Test
    void aLostAnswerThatTheRowTellsIsGivenOnceItsCommitIsReplicated() {
        rows.failures.add(Failing.AFTER);
        CompletableFuture<?> claimed = claim(AT, 1);
        commitAll();
        assertThat(rows.replications).isZero();

        time.advance(Duration.ofMillis(10));
        commitAll();

        assertThat(claimed).isCompletedWithValueMatching(Reply.Done.class::isInstance);
        assertThat(rows.replications).isPositive();
    }

    @Test
    void whatPausesWhenTheLaneIsClosedIsAnsweredAtOnce() {
        rows.failures.add(Failing.BEFORE);
        CompletableFuture<?> doubtful = claim(AT, 1);
        commitAll();
        CompletableFuture<?> waiting = claim(OTHER, 2);

        lane.close();
        assertThat(doubtful).isNotDone();
        retries.endPauses();

        for (var each : Map.of(doubtful, Effect.UNKNOWN, waiting, Effect.NONE, claim(AT, 3), Effect.NONE)
                .entrySet()) {
            assertThatThrownBy(each.getKey()::join)
                    .hasMessageContaining("the store is closed")
                    .cause()
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            failure -> assertThat(failure.effect()).isEqualTo(each.getValue()));
        }
        assertThat(retries.paused()).isZero();
        time.advance(Duration.ofSeconds(5));
        assertThat(retries.paused()).isZero();
    }

    @Test
    void onlyADatabaseThatStaysAwayLeavesADoubt() {
        for (int i = 0; i < 100; i++) {
            rows.failures.add(Failing.BEFORE);
        }
        CompletableFuture<?> claimed = claim(AT, 1);
        for (int i = 0; i < 100; i++) {
            commitAll();
            time.advance(Duration.ofMillis(100));
        }

        assertThatThrownBy(claimed::join)
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN));
    }
}
