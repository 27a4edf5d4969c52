// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.store.waiting.AsyncLoop;
import dev.rehydrate.store.waiting.RecentInstances;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for instances that want to run, from the one that is due longest. While many of them are for other hosts, one look comes
 * by some of them, and the next one goes on where it ended, round and round: however many they are, each look costs the same, and
 * none hides what is behind it (decision record 214). What has become due just now does not wait for its turn.
 */
public final class RunnableWalk {

    /** What is due for no longer than this is looked for at each look. */
    static final Duration RECENT = Duration.ofSeconds(10);

    /** A look asks the engine for so many pages at most, and one more for what has become due just now. */
    static final int MOST_PAGES = 8;

    /** So many of a page may be left to others, beside those that are looked for. */
    static final int ROOM = 1_024;

    private final Pages pages;
    private final RecentInstances skipped;
    private final Supplier<Instant> now;
    /** Behind which the next look goes on; null for one that begins at the front. */
    private @Nullable ScanPosition from;
    /** What the last look came by, and where it began. */
    private List<ScanPosition> walked = List.of();

    private @Nullable ScanPosition begun;

    /**
     * Begins at the front.
     *
     * @param pages what the engine finds
     * @param skipped what is left to others for a while
     * @param now the clock by which instances are due
     */
    public RunnableWalk(Pages pages, RecentInstances skipped, Supplier<Instant> now) {
        this.pages = pages;
        this.skipped = skipped;
        this.now = now;
    }

    /** Where instances that want to run are found. */
    @FunctionalInterface
    public interface Pages {

        /**
         * Walks on.
         *
         * @param after the position to go on behind, or null to begin
         * @param limit how many at most
         * @return the next page
         */
        CompletionStage<ScanPage> next(@Nullable ScanPosition after, int limit);
    }

    /**
     * What a look has found.
     *
     * @param slots the slots, without those that are left to others
     * @param all whether there were no more
     */
    public record Found(List<SlotAddress> slots, boolean all) {

        /** Copies the list. */
        public Found {
            slots = List.copyOf(slots);
        }
    }

    /**
     * Looks for instances that want to run and are not left to others.
     *
     * @param limit how many at most
     * @return what was found
     */
    public CompletionStage<Found> look(int limit) {
        ScanPosition start;
        synchronized (this) {
            start = from;
        }
        Look look = new Look(limit, start);
        return AsyncLoop.whileTrue(look::step).thenApply(done -> ended(look));
    }

    private synchronized Found ended(Look look) {
        from = look.goesOn() ? look.at : null;
        begun = look.start;
        walked = look.walked;
        return new Found(List.copyOf(look.found), look.all);
    }

    /**
     * Goes on before what the last look has found, which was not tried.
     *
     * @param found what was not tried
     */
    public synchronized void goBackTo(Collection<SlotAddress> found) {
        if (from == null) {
            return;
        }
        Set<SlotAddress> slots = Set.copyOf(found);
        ScanPosition before = begun;
        for (ScanPosition each : walked) {
            if (slots.contains(each.at())) {
                from = before;
                return;
            }
            before = each;
        }
    }

    /** One look: from where the last one ended to the end, and from the front to where it began. */
    private final class Look {

        private final int limit;
        private final @Nullable ScanPosition start;
        private final int ofAPage;

        private final Set<SlotAddress> found = new LinkedHashSet<>();
        private final List<ScanPosition> walked = new ArrayList<>();
        private @Nullable ScanPosition at;
        private boolean sawRecent;
        private boolean atFront;
        private boolean leftSome;
        private boolean all;
        private int asked;

        private Look(int limit, @Nullable ScanPosition start) {
            this.limit = limit;
            this.ofAPage = limit + Math.min(skipped.size(), ROOM);
            this.start = start;
            this.at = start;
            this.sawRecent = start == null;
            this.atFront = start == null;
        }

        private CompletableFuture<Boolean> step() {
            if (!sawRecent) {
                sawRecent = true;
                return pages.next(ScanPosition.dueSince(now.get().minus(RECENT)), ofAPage)
                        .thenApply(this::recent)
                        .toCompletableFuture();
            }
            asked++;
            return pages.next(at, ofAPage).thenApply(this::goOn).toCompletableFuture();
        }

        /** They leave room for the others, which would wait for ever behind enough of them. */
        private boolean recent(ScanPage page) {
            page.found().stream()
                    .map(ScanPosition::at)
                    .filter(each -> !skipped.has(each.instance()))
                    .limit(Math.max(1, limit / 2))
                    .forEach(found::add);
            return true;
        }

        private boolean goOn(ScanPage page) {
            for (ScanPosition each : page.found()) {
                if (isRound(each)) {
                    return end();
                }
                if (found.size() >= limit) {
                    return false;
                }
                visit(each);
            }
            ScanPosition next = page.next();
            if (next == null ? atFront : isRound(next)) {
                return end();
            }
            at = next;
            atFront |= next == null;
            return found.size() < limit && asked < MOST_PAGES;
        }

        private void visit(ScanPosition each) {
            at = each;
            walked.add(each);
            if (skipped.has(each.at().instance())) {
                leftSome = true;
            } else {
                found.add(each.at());
            }
        }

        /** Of the moment at which it began a look may see some twice. */
        private boolean isRound(ScanPosition position) {
            return atFront && start != null && position.isLaterThan(start);
        }

        private boolean end() {
            all = true;
            return false;
        }

        private boolean goesOn() {
            return !all && (start != null || leftSome || asked > 1);
        }
    }
}
