// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a store does without being asked goes on after whatever went wrong once. */
class MaintenanceTasksTest {

    private static final Duration LEASE = StoreOptions.defaults().lease();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    private static final class OutOfStackOnce extends ForwardingEngine {

        private final AtomicInteger beats = new AtomicInteger();

        OutOfStackOnce(StorageEngine engine) {
            super(engine);
        }

        @Override
        public boolean beatsAndWatches() {
            return false;
        }

        @Override
        public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
            if (beats.getAndIncrement() == 0) {
                throw new StackOverflowError("for a moment");
            }
            return super.beat(owner, beat);
        }
    }

    @Test
    void anOwnerBeatsOnAfterOneBeatThatRanOutOfStack() {
        try (ListenedNode node =
                new ListenedNode(new MemoryData(), time, options -> options.withDecorator(OutOfStackOnce::new))) {
            time.advance(LEASE.multipliedBy(4));

            assertThat(node.ownHandle().isValid()).isTrue();
        }
    }

    /** Has no memory for one look, and counts those that begin. */
    private static final class ShortOfMemoryOnce extends ForwardingEngine {

        private boolean fails;
        private int looks;

        ShortOfMemoryOnce(StorageEngine engine) {
            super(engine);
        }

        @Override
        public Instant now() {
            if (fails) {
                fails = false;
                throw new InternalError("no memory is left for a look");
            }
            return super.now();
        }

        @Override
        public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
            looks++;
            return super.walk(scan, after, limit);
        }
    }

    /** Without it, what becomes due is found by the next poll, seconds later, for as long as the store is open. */
    @Test
    void whatIsDueIsLookedForAtItsTimeAfterALookThatCouldNotBegin() {
        ShortOfMemoryOnce[] engine = new ShortOfMemoryOnce[1];
        try (ListenedNode node = new ListenedNode(
                new MemoryData(),
                time,
                options -> options.withPeriods(LEASE, LEASE)
                        .withDecorator(inner -> engine[0] = new ShortOfMemoryOnce(inner)))) {
            createDueInASecond(node);
            engine[0].fails = true;
            time.advance(Duration.ofSeconds(1));
            assertThat(engine[0].fails).as("a look was to begin").isFalse();
            int looks = engine[0].looks;

            createDueInASecond(node);
            time.advance(Duration.ofSeconds(1));

            assertThat(engine[0].looks).isGreaterThan(looks);
        }
    }

    private static void createDueInASecond(ListenedNode node) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .dueAfter(Duration.ofSeconds(1))
                .build();
        node.run(InstanceId.random(), CreateInstance.of(changes, AfterSave.RELEASE))
                .receiptOrThrow();
    }

    /** Carries each combined call out at once and answers it when it is let go. */
    private static final class LateAnswers extends ForwardingEngine {

        private final ManualTime time;
        private final List<Runnable> held = new ArrayList<>();
        private long lastSentAt;
        private boolean holds;

        LateAnswers(StorageEngine engine, ManualTime time) {
            super(engine);
            this.time = time;
        }

        @Override
        public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
            lastSentAt = time.nanoTime();
            CompletionStage<BeatAnswer> answer = super.beatAndWatch(beats, watched, roster);
            if (!holds) {
                return answer;
            }
            CompletableFuture<BeatAnswer> late = new CompletableFuture<>();
            held.add(() -> late.complete(answer.toCompletableFuture().join()));
            return late;
        }
    }

    @Test
    void aBeatThatIsAnsweredLateCountsFromBeforeItsCallWasSent() {
        LateAnswers[] engine = new LateAnswers[1];
        try (ListenedNode node = new ListenedNode(
                new MemoryData(),
                time,
                options -> options.withDecorator(inner -> engine[0] = new LateAnswers(inner, time)))) {
            LateAnswers late = engine[0];
            late.holds = true;
            while (late.held.isEmpty()) {
                time.advance(Duration.ofSeconds(1));
            }
            long sentAt = late.lastSentAt;
            time.advance(LEASE.dividedBy(2));
            assertThat(late.held).as("one call at a time").hasSize(1);
            late.held.get(0).run();

            time.advance(LEASE.minus(Duration.ofNanos(time.nanoTime() - sentAt)).minusMillis(1));
            assertThat(node.ownHandle().isValid()).as("until its lease is over").isTrue();
            time.advance(Duration.ofMillis(1));
            assertThat(node.ownHandle().isValid()).as("counted from the call").isFalse();
            late.holds = false;
        }
    }

    @Test
    void anOwnerThatWasRefusedIsLostWithTheAnswer() {
        try (ListenedNode node = new ListenedNode(new MemoryData(), time)) {
            node.engine().expireOwner(node.owner()).toCompletableFuture().join();
            assertThat(node.ownHandle().isValid()).isTrue();

            time.advance(LEASE.dividedBy(3));

            assertThat(node.ownHandle().isValid()).isFalse();
        }
    }

    /** Fails beats for a while, and never answers a call that ends an owner. */
    private static final class NeverEnds extends ForwardingEngine {

        private final boolean both;
        private final List<OwnerId> asked = new ArrayList<>();
        private boolean fails;

        NeverEnds(StorageEngine engine, boolean both) {
            super(engine);
            this.both = both;
        }

        @Override
        public boolean beatsAndWatches() {
            return both;
        }

        @Override
        public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
            return fails ? CompletableFuture.failedFuture(new IllegalStateException()) : super.beat(owner, beat);
        }

        @Override
        public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
            return fails
                    ? CompletableFuture.failedFuture(new IllegalStateException())
                    : super.beatAndWatch(beats, watched, roster);
        }

        @Override
        public CompletionStage<Void> expireOwner(OwnerId owner) {
            asked.add(owner);
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> removeOwner(OwnerId owner) {
            return expireOwner(owner);
        }
    }

    @Test
    void noBeatWaitsForTheEndOfAnOwnerThatWasLost() {
        requireBeatsAfterALoss(false);
    }

    @Test
    void noCombinedCallWaitsForTheEndOfAnOwnerThatWasLost() {
        requireBeatsAfterALoss(true);
    }

    private void requireBeatsAfterALoss(boolean both) {
        NeverEnds[] engines = new NeverEnds[1];
        try (ListenedNode node = new ListenedNode(
                new MemoryData(),
                time,
                options -> options.withDecorator(inner -> engines[0] = new NeverEnds(inner, both)))) {
            NeverEnds engine = engines[0];
            engine.fails = true;
            time.advance(LEASE.multipliedBy(2));
            assertThat(engine.asked).contains(node.owner());
            engine.fails = false;
            InstanceHandle next = node.store().createHandle();
            node.run(next, new CreateOwner(OwnerDescription.ofType("documents")));

            time.advance(LEASE.multipliedBy(4));

            assertThat(next.isValid()).isTrue();
        }
    }
}
