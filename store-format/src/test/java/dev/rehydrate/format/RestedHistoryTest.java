// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.CommandLog;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.SlotOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules decide the same, and the same bytes are written, whether a slot lay open or was packed in between. */
class RestedHistoryTest {

    private static final int WALKS = 400;
    private static final int STEPS = 60;
    private static final SlotAddress AT = new SlotAddress(7, 9);
    private static final OwnerId OWNER = new OwnerId(1, 2);
    private static final InstanceChanges<StoredValue> DATA =
            InstanceChanges.<StoredValue>none().withData(new DataChange.Replace<>(Map.of()));
    private static final List<Long> ORIGINS = List.of(0x8000L, -1L, 0xABCDEF0123458FEDL);

    @Test
    void isDecidedUponAsIfItHadNeverBeenPacked() {
        LongStream.range(0, WALKS).forEach(seed -> new Walk(seed).go());
    }

    @Test
    void staysWhereItIsWhileCommandsAreAdded() {
        Slot slot = Slot.EMPTY;
        for (int i = 1; i <= 20; i++) {
            slot = next(saves(CommandId.inSequence(5, i)), new PackedSlot(slot).get(), Instant.ofEpochSecond(i));

            assertThat(slot.recent().origins().get(0).recent()).hasSize(Math.min(i, Slot.REMEMBERED_COMMANDS));
        }

        assertThat(new PackedSlot(slot).get().recent().origins().get(0).recent())
                .isInstanceOf(CommandLog.class)
                .isEqualTo(slot.recent().origins().get(0).recent());
    }

    /** The first origin has saved in a life that another one has ended, and that one remembers its new life only. */
    @Test
    void writesCommandsOfALifeThatOnlyTheyRemember() {
        List<SlotOperation<?>> operations = new ArrayList<>();
        LongStream.rangeClosed(1, 3).forEach(i -> operations.add(saves(CommandId.inSequence(5, i))));
        operations.add(ends(CommandId.inSequence(6, 1)));
        LongStream.rangeClosed(2, 2 + Slot.REMEMBERED_COMMANDS)
                .forEach(i -> operations.add(saves(CommandId.inSequence(6, i))));
        operations.add(saves(CommandId.inSequence(7, 1)));

        assertSameBytesWhereverItRested(operations, Instant.ofEpochSecond(1));
    }

    /** One operation finds the instance expired, and begins its next life. */
    @Test
    void writesCommandsOfALifeThatHasExpired() {
        SlotOperation<?> begins =
                commits(CommandId.inSequence(5, 1), CommitInstance.After.RELEASED, Duration.ofMillis(500));

        Slot last = assertSameBytesWhereverItRested(
                List.of(begins, saves(CommandId.inSequence(6, 1))), Instant.ofEpochSecond(1));

        assertThat(last.recent().origins().stream()
                        .flatMap(origin -> origin.recent().stream())
                        .map(command -> Objects.requireNonNull(command.receipt())
                                .revision()
                                .incarnation())
                        .distinct())
                .hasSize(2);
    }

    /** Each operation a second after the one before. */
    private static Slot assertSameBytesWhereverItRested(List<SlotOperation<?>> operations, Instant start) {
        Slot open = Slot.EMPTY;
        Slot rested = Slot.EMPTY;
        Instant now = start;
        for (SlotOperation<?> operation : operations) {
            now = now.plusSeconds(1);
            open = next(operation, open, now);
            rested = next(operation, new PackedSlot(rested).get(), now);

            assertThat(Wire.bytes(rested, SlotFormat::write))
                    .as(operation.toString())
                    .isEqualTo(Wire.bytes(open, SlotFormat::write));
        }
        return open;
    }

    private static SlotOperation<?> saves(CommandId id) {
        return commits(id, CommitInstance.After.RELEASED, null);
    }

    private static SlotOperation<?> ends(CommandId id) {
        return commits(id, CommitInstance.After.DELETED, null);
    }

    private static SlotOperation<?> commits(
            CommandId id, CommitInstance.After after, @Nullable Duration idleTimeToLive) {
        return new CommitInstance(
                id,
                new Caller(OWNER, null, idleTimeToLive, Set.of()),
                new LockProof.Nothing(),
                new Expected.Any(),
                DATA,
                after,
                0);
    }

    private static Slot next(SlotOperation<?> operation, Slot slot, Instant now) {
        return operation.decide(AT, slot, now) instanceof Decision.Write<?> write ? write.next() : slot;
    }

    private static final class Walk {

        private final long seed;
        private final Draw draw;
        private Slot open = Slot.EMPTY;
        private Slot rested = Slot.EMPTY;
        private long sequence = 1000;
        private Instant now = Instant.ofEpochSecond(1_700_000_000);
        private CommandId last = CommandId.inSequence(1, 1);

        Walk(long seed) {
            this.seed = seed;
            this.draw = new Draw(seed);
        }

        void go() {
            for (int step = 0; step < STEPS; step++) {
                now = now.plusSeconds(draw.below(3));
                SlotOperation<?> operation = operation();
                Slot before = draw.below(3) > 0 ? new PackedSlot(rested).get() : rested;
                Decision<?> expected = operation.decide(AT, open, now);

                Decision<?> decision = operation.decide(AT, before, now);

                assertThat(decision).as("seed %d step %d", seed, step).isEqualTo(expected);
                assertThat(expected).isEqualTo(decision);
                if (expected instanceof Decision.Write<?> write && decision instanceof Decision.Write<?> other) {
                    open = write.next();
                    rested = other.next();
                    assertThat(Wire.bytes(rested, SlotFormat::write))
                            .as("seed %d step %d", seed, step)
                            .isEqualTo(Wire.bytes(open, SlotFormat::write));
                }
            }
        }

        private SlotOperation<?> operation() {
            InstanceRecord record = open.instance();
            Hold hold = record == null ? null : Hold.of(record);
            boolean held = record != null && record.header().holder() != null;
            LockProof proof = held ? new LockProof.Holding(hold) : new LockProof.Nothing();
            Caller caller = new Caller(OWNER, null, null, Set.of(), draw.below(5) == 0 ? Duration.ofSeconds(9) : null);
            CommandId id = command();
            return switch (draw.below(9)) {
                case 0, 1 -> new AcquireInstance(id, caller, proof, new Lookup.ById(true), Map.of(), 0);
                case 2, 3 -> hold == null ? saves(id) : new ReleaseHold(id, OWNER, hold);
                case 4 -> new ControlInstance(id, caller, null);
                default ->
                    new CommitInstance(id, caller, proof, new Expected.Any(), changes(), after(), open.claimEpoch());
            };
        }

        /** The state of an instance without data is another one, and is written in another way. */
        private InstanceChanges<StoredValue> changes() {
            return seed % 3 == 0 && draw.below(3) == 0 ? InstanceChanges.none() : DATA;
        }

        private CommitInstance.After after() {
            return draw.below(20) == 0
                    ? CommitInstance.After.DELETED
                    : draw.oneOf(List.of(CommitInstance.After.HELD, CommitInstance.After.RELEASED));
        }

        /** Mostly the next one of an origin; sometimes one that is late, or was there before, or has no order. */
        private CommandId command() {
            int how = draw.below(12);
            if (how == 0) {
                return last;
            }
            sequence++;
            long place = how == 1 ? sequence - draw.below(40) : sequence;
            long origin = draw.oneOf(ORIGINS.subList(0, 1 + (int) (seed % ORIGINS.size())));
            last = how == 2 && seed % 2 == 0
                    ? new CommandId(3, place)
                    : CommandId.at(origin, draw.below(4) == 0 ? draw.below(3) : 0, place);
            return last;
        }
    }
}
