// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeLogTest {

    private static RecordedChange change(long revision, OwnerId owner) {
        return new RecordedChange(
                Instant.ofEpochMilli(1_000 * revision),
                owner,
                RecordedCommand.SAVE,
                revision,
                revision * 10,
                Set.of(ChangeEvent.SAVED));
    }

    /** Against a list of which the first ones are cut off. */
    @Test
    void isTheEndOfAllChanges() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<RecordedChange> all = new ArrayList<>();
            ChangeLog log = ChangeLog.empty(1);
            for (int i = 1; i < 100; i++) {
                int most = random.nextInt(10) == 0 ? 1 + random.nextInt(40) : log.capacity();
                RecordedChange next = drawn(random, i);
                all = new ArrayList<>(all.subList(Math.max(0, all.size() + 1 - most), all.size()));
                all.add(next);
                log = log.with(most, next);
                assertThat(log.changes()).as("seed %s", seed).isEqualTo(all);
                assertThat(log.owners()).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(most);
                assertThat(log.lastBytes()).isEqualTo(next.bytes());
                assertThat(copied(log)).isEqualTo(log).hasSameHashCodeAs(log);
            }
        }
    }

    private static RecordedChange drawn(Random random, int revision) {
        EnumSet<ChangeEvent> events = EnumSet.allOf(ChangeEvent.class);
        events.removeIf(event -> random.nextBoolean());
        RecordedCommand[] commands = RecordedCommand.values();
        return new RecordedChange(
                Instant.ofEpochMilli(random.nextLong() >> 20),
                new OwnerId(0, random.nextInt(50)),
                commands[random.nextInt(commands.length)],
                revision,
                random.nextInt() & Integer.MAX_VALUE,
                events);
    }

    private static ChangeLog copied(ChangeLog log) {
        ChangeLog.Restored copy = ChangeLog.restored(log.capacity(), log.owners(), log.size());
        log.forEach(
                (millis, revision, bytes, codes) -> copy.add(millis, revision, bytes, codes.author(), codes.events()));
        return copy.done();
    }

    @Test
    void manyOwnersOfOneChangeEachDoNotFillTheTable() {
        ChangeLog log = ChangeLog.empty(4);
        for (int i = 1; i < 1_000; i++) {
            log = log.with(4, change(i, new OwnerId(i, i)));
        }
        assertThat(log.owners()).hasSize(4);
        assertThat(log.changes()).extracting(RecordedChange::revision).containsExactly(996L, 997L, 998L, 999L);
    }

    /** A newer release may have recorded what this one does not know; it is shown without, and stays. */
    @Test
    void keepsCodesThatItDoesNotKnow() {
        ChangeLog.Restored newer = ChangeLog.restored(2, List.of(new OwnerId(0, 1)), 1);
        newer.add(1, 1, 0, 31, 1 << 10 | 2);
        ChangeLog log = newer.done();

        assertThat(log.changes()).singleElement().satisfies(change -> {
            assertThat(change.command()).isEqualTo(RecordedCommand.OTHER);
            assertThat(change.events()).containsExactly(ChangeEvent.SAVED);
        });
        assertThat(copied(log)).isEqualTo(log);
    }

    @Test
    void refusesWhatCannotBe() {
        OwnerId owner = new OwnerId(0, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> ChangeLog.empty(0));
        assertThatIllegalArgumentException().isThrownBy(() -> ChangeLog.empty(256));
        assertThatIllegalArgumentException().isThrownBy(() -> ChangeLog.restored(2, List.of(owner), 3));
        ChangeLog.Restored log = ChangeLog.restored(2, List.of(owner), 1);
        assertThatIllegalArgumentException().isThrownBy(() -> log.add(1, 0, 1, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> log.add(1, 1, -1, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> log.add(1, 1, 1L << 60, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> log.add(1, 1, 1, 1 << 5, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> log.add(1, 1, 1, 0, 1 << 11));
        assertThatIllegalStateException().isThrownBy(log::done);
        log.add(1, 1, 1, 0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> log.add(1, 1, 1, 0, 0));
    }

    @Test
    void noTwoWordsHaveOneCode() {
        assertThat(Arrays.stream(RecordedCommand.values()).map(RecordedCommand::code))
                .doesNotHaveDuplicates()
                .allMatch(code -> code >= 0 && code < 32);
        for (ChangeEvent event : ChangeEvent.values()) {
            int bit = ChangeEvent.bits(Set.of(event));
            assertThat(Integer.bitCount(bit)).isOne();
            assertThat(bit).isLessThan(1 << 11);
            assertThat(ChangeEvent.of(bit)).containsExactly(event);
        }
    }
}
