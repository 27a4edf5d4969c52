// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sweep looks for holders without a record, and does not take a living owner for one. */
class UnknownHoldersTest {

    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    /** Does not show one owner for a while, as a side of a split whose slots have arrived at the other side before its owners. */
    private static final class LateRecord extends ForwardingEngine {

        private @Nullable OwnerId hidden;
        private int searches;

        LateRecord(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
            searches++;
            return super.holdersIn(parts);
        }

        @Override
        public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
            return super.owners().thenApply(all -> {
                Map<OwnerId, OwnerRecord> shown = new HashMap<>(all);
                shown.remove(hidden);
                return shown;
            });
        }

        @Override
        public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
            return owners().thenApply(all -> OwnerNews.of(all, watched, roster));
        }

        @Override
        public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
            return super.beatAndWatch(beats, watched, roster)
                    .thenCompose(
                            answer -> watch(watched, roster).thenApply(news -> new BeatAnswer(answer.refused(), news)));
        }
    }

    /** As on a grid, where a member sweeps many partitions. */
    private static final class ManyParts extends ForwardingEngine {

        private static final List<Integer> PARTS = List.of(0, 1, 2, 3, 4, 5, 6);

        private final List<Set<Integer>> asked = new ArrayList<>();
        private int sweeps;

        ManyParts(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<List<Integer>> partsToSweep(Duration period) {
            sweeps++;
            return super.partsToSweep(period).thenApply(mine -> mine.isEmpty() ? mine : PARTS);
        }

        @Override
        public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
            asked.add(parts);
            return super.holdersIn(parts);
        }
    }

    @Test
    void aSweepAsksOnceForAllItsParts() {
        AtomicReference<ManyParts> engine = new AtomicReference<>();
        try (ListenedNode node = new ListenedNode(
                new MemoryData(),
                time,
                options -> options.withDecorator(inner -> {
                    engine.set(new ManyParts(inner));
                    return engine.get();
                }))) {
            time.advance(SWEEP.multipliedBy(4));

            // The last sweep may still be waiting for its next part.
            assertThat(engine.get().asked)
                    .as("%s, whose store is open", node.owner())
                    .hasSizeBetween(engine.get().sweeps - 1, engine.get().sweeps)
                    .hasSizeGreaterThan(1)
                    .allSatisfy(parts -> assertThat(parts).containsExactlyInAnyOrderElementsOf(ManyParts.PARTS));
        }
    }

    @Test
    void anOwnerWhoseRecordArrivesAfterItsHoldLivesOn() {
        MemoryData data = new MemoryData();
        LateRecord[] engine = new LateRecord[1];
        try (ListenedNode holding = new ListenedNode(
                        data, time, options -> options.withPeriods(options.detectionPeriod(), Duration.ofDays(365)));
                ListenedNode sweeping = new ListenedNode(
                        data,
                        time,
                        options -> options.withDecorator(inner -> {
                            engine[0] = new LateRecord(inner);
                            engine[0].hidden = holding.owner();
                            return engine[0];
                        }))) {
            InstanceHandle held = holding.handle(InstanceId.random());
            holding.store()
                    .execute(held, CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.KEEP), TIMEOUT)
                    .receiptOrThrow();
            while (engine[0].searches == 0) {
                time.advance(Duration.ofSeconds(1));
            }

            engine[0].hidden = null;
            time.advance(SWEEP.multipliedBy(3));

            assertThat(engine[0].searches).isGreaterThan(2);
            assertThat(held.isValid()).isTrue();
            assertThat(sweeping.ownHandle().isValid()).isTrue();
        }
    }
}
