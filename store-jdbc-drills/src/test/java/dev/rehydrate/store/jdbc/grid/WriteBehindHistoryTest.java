// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands on a farm with write-behind, with members that come, go and end between them, stores in the database in between, a
 * database that is away for a while, and a split that ends in a merge.
 */
final class WriteBehindHistoryTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int COMMANDS = 30;
    private static final int FAULTS = 8;

    private final HikariDataSource pool = Pools.of(Pools.newFile(), "");
    private final RefusingDatabase refusing = new RefusingDatabase();
    private final DataSource database = refusing.before(pool);

    static LongStream seeds() {
        long from = Long.getLong("history.from", 1);
        return LongStream.range(from, from + Long.getLong("history.seeds", 2));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsShownIsWhatWasAcknowledged(long seed) {
        Course course = new Course(seed);
        try {
            for (int i = 0; i < FAULTS; i++) {
                course.commands();
                course.fault();
            }
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                    "-Dhistory.from=" + seed + " " + String.join(System.lineSeparator(), course.history.trace()),
                    failure);
        } finally {
            refusing.away(false);
            course.end();
        }
    }

    /** A start raises fencing tokens and claim epochs, and does not write that. */
    private static Map<SlotAddress, List<Object>> withoutHolds(Map<SlotAddress, Slot> slots) {
        Map<SlotAddress, List<Object>> all = new HashMap<>();
        slots.forEach((at, slot) -> {
            InstanceRecord record = slot.instance();
            Object instance = record == null ? slot : List.of(Shown.free(record.header()), record.keys());
            all.put(at, List.of(instance, Optional.ofNullable(slot.claim()), slot.recent()));
        });
        return all;
    }

    /** What happens, as the seed says. */
    private final class Course {

        private final Random random;
        private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
        private final CommandHistory history;
        private BehindFarm farm = new BehindFarm(database, NEVER);
        private BehindFarm otherSide = farm.apart();
        private HazelcastInstanceStore store;
        /** Rows of what was removed by a member that ended before it had written that. */
        private final Set<SlotAddress> notRemoved = new HashSet<>();

        private boolean hasLostNotes;
        private Shown flushed;
        private Map<InstanceId, List<CommandHistory.Done>> flushedDone;

        Course(long seed) {
            random = new Random(seed);
            store = farm.start(options());
            history = new CommandHistory(random, time, store);
            flushed = shown(store);
            flushedDone = Map.of();
        }

        void end() {
            farm.close();
            otherSide.close();
        }

        private StoreOptions options() {
            return StoreOptions.defaults()
                    .withTime(time)
                    .withClaimGrace(Duration.ofMillis(1))
                    .withMemoryRetention(Duration.ofHours(24))
                    .withLease(Duration.ofHours(6));
        }

        private Shown shown(InstanceStore by) {
            return history.shownBy(by);
        }

        private void commands() {
            for (int i = 0; i < COMMANDS; i++) {
                history.step();
                if (random.nextInt(12) == 0 && !refusing.isAway()) {
                    flush();
                }
                if (random.nextInt(10) == 0) {
                    time.advance(Duration.ofMinutes(random.nextInt(20)));
                }
            }
        }

        /** Nothing expires meanwhile: on the other side of a split, it would not know that it was used. */
        private void commandsInAMoment() {
            for (int i = 0; i < COMMANDS; i++) {
                history.step();
            }
        }

        /** What is swept meanwhile is written by the next flush. */
        private void flush() {
            history.note("flush");
            Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
                store.flush(TIMEOUT);
                assertThat(withoutHolds(rowsOf(farm.slots().keySet()))).isEqualTo(withoutHolds(farm.slots()));
            });
            hasLostNotes = false;
            flushed = shown(store);
            flushedDone = history.remembered();
        }

        /** What a member had to remove when it ended without a word is not repeated: such a row can stay, until a farm begins with it. */
        private Map<SlotAddress, Slot> rowsOf(Set<SlotAddress> slots) {
            Map<SlotAddress, Slot> rows = new HashMap<>(farm.rows());
            if (hasLostNotes) {
                rows.forEach((at, row) -> {
                    if (!slots.contains(at) && row.instance() == null) {
                        notRemoved.add(at);
                    }
                });
            }
            rows.keySet().removeIf(at -> notRemoved.contains(at) && !slots.contains(at));
            return rows;
        }

        private void fault() {
            switch (random.nextInt(9)) {
                case 0 -> killAll();
                case 1 -> stopAll();
                case 2 -> join();
                case 3 -> joinAndKillTheEldest();
                case 4 -> joinAndStopTheEldest();
                case 5 -> goOnWithoutTheDatabase();
                case 6 -> loseAMemberWithoutTheDatabase();
                case 7 -> splitAndMerge();
                default -> goOnInTheDatabase();
            }
        }

        private void killAll() {
            history.note("kill all");
            farm.kill();
            otherSide.close();
            pass();
            history.remember(flushedDone);
            restart(flushed);
        }

        private void stopAll() {
            history.note("stop all");
            Shown before = shown(store);
            end();
            pass();
            restart(before);
        }

        private void pass() {
            time.advance(Duration.ofMinutes(random.nextInt(300)));
        }

        private void restart(Shown before) {
            farm = new BehindFarm(database, NEVER);
            otherSide = farm.apart();
            notRemoved.clear();
            store = farm.start(options());
            history.use(store);
            compare(store, before);
            flush();
        }

        /** Also after all that is remembered was given again. */
        private void compare(InstanceStore now, Shown before) {
            Instant present = time.instant();
            assertThat(shown(now).at(present)).isEqualTo(before.at(present));
            assertThat(history.repeat(history.remembered())).isEmpty();
            assertThat(shown(now).at(present)).isEqualTo(before.at(present));
        }

        private HazelcastInstanceStore joined() {
            HazelcastInstanceStore another = farm.start(options());
            farm.awaitShares();
            return another;
        }

        private void join() {
            history.note("join");
            Shown before = shown(store);
            HazelcastInstanceStore another = joined();
            compare(store, before);
            assertThat(shown(another).at(time.instant())).isEqualTo(before.at(time.instant()));
            flush();
        }

        private void joinAndKillTheEldest() {
            history.note("join and kill");
            Shown before = shown(store);
            HazelcastInstanceStore another = joined();
            farm.eldest().getLifecycleService().terminate();
            hasLostNotes = true;
            goOnWith(another, before);
        }

        private void joinAndStopTheEldest() {
            history.note("join and stop");
            Shown before = shown(store);
            HazelcastInstanceStore another = joined();
            store.close();
            goOnWith(another, before);
        }

        private void goOnWith(HazelcastInstanceStore another, Shown before) {
            store = another;
            history.use(another);
            compare(another, before);
            flush();
        }

        private void goOnWithoutTheDatabase() {
            history.note("the database is away");
            refusing.away(true);
            commands();
            Shown before = shown(store);
            refusing.away(false);
            flush();
            compare(store, before);
        }

        private void loseAMemberWithoutTheDatabase() {
            history.note("the database is away and a member is lost");
            HazelcastInstanceStore another = joined();
            refusing.away(true);
            commands();
            Shown before = shown(store);
            farm.eldest().getLifecycleService().terminate();
            hasLostNotes = true;
            store = another;
            history.use(another);
            compare(another, before);
            refusing.away(false);
            flush();
            compare(another, before);
        }

        /** Both sides begin with the same rows, at the same time; callers reach one of them. */
        private void splitAndMerge() {
            boolean callersAreOnTheOtherSide = random.nextBoolean();
            history.note("split, callers on the side that is given up: " + callersAreOnTheOtherSide);
            stopAll();
            farm.start(options());
            farm.awaitShares();
            otherSide = farm.apart();
            HazelcastInstanceStore there = otherSide.start(options());
            if (callersAreOnTheOtherSide) {
                history.use(there);
            }
            commandsInAMoment();
            if (random.nextBoolean()) {
                there.flush(TIMEOUT);
                store.flush(TIMEOUT);
            }
            Shown before = shown(callersAreOnTheOtherSide ? there : store);
            farm.merge(otherSide);
            hasLostNotes = true;
            store = there;
            history.use(there);
            compare(there, before);
            flush();
            compare(there, before);
        }

        private void goOnInTheDatabase() {
            history.note("go on in the database");
            Shown before = shown(store);
            end();
            pass();
            Shown after;
            try (InstanceStore inDatabase =
                    JdbcInstanceStore.open(farm.database().withStore(options()))) {
                history.use(inDatabase);
                compare(inDatabase, before);
                for (int i = 0; i < COMMANDS / 2; i++) {
                    history.step();
                }
                after = shown(inDatabase);
            }
            restart(after);
        }
    }
}
