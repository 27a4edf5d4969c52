// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what stores ask of their engines, and lets one of them die: its beats do not arrive any more. */
final class CountedEngine extends ForwardingEngine {

    private final Calls calls;
    private volatile boolean dead;

    CountedEngine(StorageEngine engine, Calls calls) {
        super(engine);
        this.calls = calls;
    }

    void die() {
        dead = true;
    }

    /** The calls of all stores. */
    static final class Calls {

        final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
        final Set<OwnerId> expired = ConcurrentHashMap.newKeySet();
        volatile Runnable onExpired = () -> {};

        void count(String what, long by) {
            counts.computeIfAbsent(what, first -> new LongAdder()).add(by);
        }
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        calls.count("slot", 1);
        return super.apply(at, operation);
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        calls.count("scan", 1);
        return super.scan(scan, limit);
    }

    @Override
    public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        calls.count("scan", 1);
        return super.walk(scan, after, limit);
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        calls.count("share of the sweep", 1);
        return super.partsToSweep(period);
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        calls.count("next due", 1);
        return super.nextDue(hostType, after);
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        calls.count("beat", 1);
        return dead ? CompletableFuture.completedFuture(true) : super.beat(owner, beat);
    }

    @Override
    public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
        calls.count("beat and watch", 1);
        calls.count("- beats read", watched.size());
        if (dead) {
            return CompletableFuture.completedFuture(new BeatAnswer(Set.of(), new OwnerNews(roster, null, Map.of())));
        }
        return super.beatAndWatch(beats, watched, roster).thenApply(answer -> {
            Map<OwnerId, OwnerRecord> all = answer.news().owners();
            calls.count("- owners read", all == null ? 0 : all.size());
            return answer;
        });
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        calls.count("expire owner", 1);
        if (!dead && calls.expired.add(owner)) {
            calls.onExpired.run();
        }
        return super.expireOwner(owner);
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        calls.count("retire owner", 1);
        return super.retireOwner(owner);
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        calls.count("all owners", 1);
        return super.owners();
    }

    @Override
    public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
        calls.count("watch", 1);
        calls.count("- beats read", watched.size());
        return super.watch(watched, roster).thenApply(news -> {
            Map<OwnerId, OwnerRecord> all = news.owners();
            calls.count("- owners read", all == null ? 0 : all.size());
            return news;
        });
    }

    @Override
    public void announce(Announcement news) {
        calls.count("announcement", 1);
        super.announce(news);
    }
}
