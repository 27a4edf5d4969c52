// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What a store asks of the engine when there are many stores, with time moved by hand: {@code docs/scale.md}. */
class ManyStoresTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final OwnerDescription WORKER = OwnerDescription.ofType("worker");
    private static final Duration LEASE = StoreOptions.defaults().lease();
    private static final int WATCHED = 8;
    private static final List<Integer> SIZES = List.of(12, 100, 300);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final List<Node> nodes = new ArrayList<>();

    /** A store with one owner, and what it asked for. */
    private final class Node {

        private final Counted engine;
        private final InstanceStore store;
        private final OwnerId owner;

        Node() {
            Counted[] made = new Counted[1];
            store = MemoryInstanceStore.open(
                    data, StoreOptions.defaults().withTime(time).withDecorator(inner -> made[0] = new Counted(inner)));
            engine = Objects.requireNonNull(made[0]);
            owner = store.execute(store.createHandle(), new CreateOwner(WORKER), TIMEOUT);
        }
    }

    private static final class Counted extends ForwardingEngine {

        private long calls;
        private long beatsRead;
        private long ownersRead;
        private long mostBeatsRead;
        private boolean dead;

        private Counted(StorageEngine engine) {
            super(engine);
        }

        @Override
        protected <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
            calls++;
            return dead ? new CompletableFuture<>() : call.get();
        }

        @Override
        public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
            beatsRead += watched.size();
            mostBeatsRead = Math.max(mostBeatsRead, watched.size());
            return super.watch(watched, roster).thenApply(news -> {
                Map<?, ?> all = news.owners();
                ownersRead += all == null ? 0 : all.size();
                return news;
            });
        }

        @Override
        public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
            beatsRead += watched.size();
            mostBeatsRead = Math.max(mostBeatsRead, watched.size());
            return super.beatAndWatch(beats, watched, roster).thenApply(answer -> {
                Map<?, ?> all = answer.news().owners();
                ownersRead += all == null ? 0 : all.size();
                return answer;
            });
        }

        private void reset() {
            calls = 0;
            beatsRead = 0;
            ownersRead = 0;
            mostBeatsRead = 0;
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(node -> {
            if (!node.engine.dead) {
                node.store.close();
            }
        });
    }

    private void open(int count) {
        for (int i = 0; i < count; i++) {
            nodes.add(new Node());
        }
        time.advance(LEASE.multipliedBy(3));
        nodes.forEach(node -> node.engine.reset());
    }

    /** The figures of docs/scale.md. */
    private void print(int stores, String when) {
        System.out.printf(
                "%d stores, %s: of each %.1f calls, %.1f beats read, %.1f owners read%n",
                stores,
                when,
                nodes.stream().mapToLong(node -> node.engine.calls).average().orElse(0),
                nodes.stream()
                        .mapToLong(node -> node.engine.beatsRead)
                        .average()
                        .orElse(0),
                nodes.stream()
                        .mapToLong(node -> node.engine.ownersRead)
                        .average()
                        .orElse(0));
    }

    private boolean isFound(Node node) {
        var record = nodes.stream()
                .filter(other -> !other.engine.dead)
                .findFirst()
                .orElseThrow()
                .engine
                .owners()
                .toCompletableFuture()
                .join()
                .get(node.owner);
        return record == null || record.isExpired();
    }

    @RepeatedTest(3)
    void atRestAStoreAsksForAsMuchHoweverManyStoresThereAre(RepetitionInfo size) {
        int stores = SIZES.get(size.getCurrentRepetition() - 1);
        open(stores);

        time.advance(Duration.ofMinutes(10));

        print(stores, "in ten minutes at rest");
        // In a minute: 6 to 6.7 beats and as many looks, at most 8 polls of 2 calls, 2 to 3 shares of the sweep.
        long calls = nodes.stream().mapToLong(node -> node.engine.calls).sum();
        assertThat(calls).isLessThan(10L * 32 * stores);
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.engine.mostBeatsRead).isLessThanOrEqualTo(WATCHED);
            assertThat(node.engine.ownersRead).isZero();
        });
    }

    @RepeatedTest(3)
    void oneThatDiesIsFoundWithinALeaseAndTwoLooksAndByAFewOnly(RepetitionInfo size) {
        int stores = SIZES.get(size.getCurrentRepetition() - 1);
        open(stores);
        Node victim = nodes.get(stores / 2);

        victim.engine.dead = true;
        time.advance(LEASE.plus(LEASE.multipliedBy(2).dividedBy(3)));

        assertThat(isFound(victim)).isTrue();
        time.advance(LEASE);
        long owners = nodes.stream().mapToLong(node -> node.engine.ownersRead).sum();
        long beats = nodes.stream().mapToLong(node -> node.engine.beatsRead).sum();
        print(stores, "in a lease and two thirds, and a lease, with a death");
        // Each store reads all owners for each change of the roster: the expiry, and the end of the record.
        assertThat(owners).isLessThanOrEqualTo(2L * stores * stores);
        // Those that watched it look around for another one to watch, some times; the others go on as before.
        assertThat(beats).isLessThanOrEqualTo(10L * WATCHED * stores + 8L * WATCHED * stores);
    }

    @Test
    void oneThatDiesWithAllThatWatchedItIsFoundToo() {
        open(60);
        List<Node> ring = nodes.stream()
                .sorted(Comparator.<Node>comparingLong(node -> node.owner.high())
                        .thenComparingLong(node -> node.owner.low()))
                .toList();
        List<Node> dying = ring.subList(20, 20 + 2 * WATCHED);

        dying.forEach(node -> node.engine.dead = true);
        time.advance(LEASE.multipliedBy(3));

        assertThat(dying).allMatch(this::isFound);
        assertThat(ring.subList(0, 20)).noneMatch(this::isFound);
    }

    @Test
    void aStoreThatLivesIsNeverTakenForDeadWhileOthersComeAndGo() {
        open(20);
        for (int round = 0; round < 10; round++) {
            nodes.add(new Node());
            nodes.get(round).engine.dead = true;
            time.advance(LEASE);
        }

        assertThat(nodes.subList(10, nodes.size())).noneMatch(this::isFound);
    }
}
