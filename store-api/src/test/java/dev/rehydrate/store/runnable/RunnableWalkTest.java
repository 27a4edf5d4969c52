// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.store.waiting.RecentInstances;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a walk through what wants to run")
class RunnableWalkTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int LIMIT = 10;

    /** Ten are due in each second, those with the highest numbers since just now. */
    private final NavigableSet<Integer> due = new TreeSet<>();

    private final RecentInstances left = new RecentInstances(() -> 0, Duration.ofSeconds(30), 1_000_000);
    private final RunnableWalk walk = new RunnableWalk(this::page, left, () -> NOW);
    private int crowd;
    private int mostOfAPage = Integer.MAX_VALUE;

    private CompletionStage<ScanPage> page(@Nullable ScanPosition after, int limit) {
        List<ScanPosition> found = new ArrayList<>();
        ScanPosition last = null;
        int most = Math.min(limit, mostOfAPage);
        for (int number : due) {
            ScanPosition position = position(number);
            if (after == null || isBehind(position, after)) {
                if (found.size() == most) {
                    return CompletableFuture.completedFuture(new ScanPage(found, last));
                }
                found.add(position);
                last = position;
            }
        }
        return CompletableFuture.completedFuture(new ScanPage(found, null));
    }

    private static boolean isBehind(ScanPosition position, ScanPosition after) {
        return position.isLaterThan(after)
                || (!after.isLaterThan(position) && position.at().compareTo(after.at()) > 0);
    }

    private ScanPosition position(int number) {
        return ScanPosition.due(NOW.minusSeconds((crowd - number) / 10), at(number));
    }

    private static SlotAddress at(int number) {
        return new SlotAddress(1, number);
    }

    private void crowdOf(int size) {
        crowd = size;
        IntStream.range(0, size).forEach(due::add);
    }

    private RunnableWalk.Found look() {
        return walk.look(LIMIT).toCompletableFuture().join();
    }

    private void leave(int number) {
        left.note(at(number).instance());
    }

    @Test
    @DisplayName("begins at the front each time while nothing is left to others")
    void beginsAtTheFront() {
        crowdOf(100);

        assertThat(look().slots()).startsWith(at(0)).hasSize(LIMIT);
        due.remove(3);
        assertThat(look().slots()).startsWith(at(0)).hasSize(LIMIT).doesNotContain(at(3));
        assertThat(look().all()).isFalse();
    }

    @Test
    @DisplayName("has found all when it has come to the end")
    void knowsItsEnd() {
        crowdOf(LIMIT);
        leave(4);

        assertThat(look().slots()).hasSize(LIMIT - 1);
        assertThat(look().all()).isTrue();
    }

    @Test
    @DisplayName("comes by all in turn while some are left to others, whichever these are")
    void comesByAll() {
        crowdOf(1_000);
        leave(0);
        Set<SlotAddress> seen = new HashSet<>();

        for (int looks = 0; looks < 300; looks++) {
            seen.addAll(look().slots());
        }

        assertThat(seen).hasSize(999);
    }

    @Test
    @DisplayName("finds at each look what has become due just now")
    void findsWhatIsDueNow() {
        crowdOf(10_000);
        IntStream.range(0, 100).forEach(this::leave);
        IntStream.range(9_800, 10_000).forEach(due::remove);
        look();
        due.add(9_990);

        assertThat(look().slots()).contains(at(9_990));
        assertThat(look().slots()).contains(at(9_990));
    }

    @Test
    @DisplayName("asks for a few pages only when the engine finds next to nothing, and goes on there")
    void endsAfterAFewPages() {
        crowdOf(50);
        IntStream.range(0, 49).forEach(this::leave);
        mostOfAPage = 5;

        RunnableWalk.Found first = look();
        assertThat(first.slots()).isEmpty();
        assertThat(first.all()).isFalse();

        List<SlotAddress> found = new ArrayList<>();
        for (int looks = 0; looks < 3; looks++) {
            found.addAll(look().slots());
        }
        assertThat(found).contains(at(49));
    }

    @Test
    @DisplayName("goes back to what was found and not tried")
    void goesBack() {
        crowdOf(1_000);
        leave(0);
        List<SlotAddress> found = look().slots();

        walk.goBackTo(found.subList(4, LIMIT));

        assertThat(look().slots()).contains(found.get(4), found.get(5));
    }

    @Test
    @DisplayName("has found all after it has come round to where it began")
    void comesRound() {
        crowdOf(30);
        due.remove(29);
        IntStream.range(0, 29).filter(number -> number != 2).forEach(this::leave);
        leave(2);
        mostOfAPage = 3;
        assertThat(look().all()).isFalse();
        mostOfAPage = Integer.MAX_VALUE;

        RunnableWalk.Found round = look();

        assertThat(round.all()).isTrue();
        assertThat(round.slots()).isEmpty();
    }
}
