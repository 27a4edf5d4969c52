// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static dev.rehydrate.store.memory.ListenedNode.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What it costs, and how long it takes, to wait for a key on which a save has a claim that does not come to an end. */
class StalledClaimTest {

    private static final Duration GRACE = StoreOptions.defaults().claimGrace();
    private static final int NEVER = 100_000;
    /** The claim on the key, where it leads, and the instance that it is for. */
    private static final int MOST_PER_LOOK = 3;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final ListenedNode stalled = new ListenedNode(data, time);
    private final ListenedNode waiting = new ListenedNode(data, time);
    private final InstanceKey key = InstanceKey.random();

    @AfterEach
    void close() {
        stalled.faults().open();
        stalled.close();
        waiting.close();
    }

    @Test
    void whoWaitsForAFurtherKeyAsksLessAndLessOften() {
        requireLessAndLessOften(Wish.FURTHER_KEY);
    }

    @Test
    void whoWaitsForAHomeKeyAsksLessAndLessOften() {
        requireLessAndLessOften(Wish.HOME_KEY);
    }

    @Test
    void whoLoadsOrCreatesAsksLessAndLessOften() {
        requireLessAndLessOften(Wish.LOAD_OR_CREATE);
    }

    /** Many may want a key whose host has stalled, and what they ask takes the storage from those who work. */
    private void requireLessAndLessOften(Wish wish) {
        CompletableFuture<SaveOutcome> save = stalledBeforeItsCommit();
        waiting.faults().inject(Fault.HOLD_BACK, NEVER, EnumSet.of(Step.SLOT));

        CompletableFuture<?> rival = wish.begin(waiting, key);
        time.advance(GRACE.minusMillis(1));

        assertThat(rival).isNotDone();
        // At once, after 5, 10, 20, 40 and 80 ms, and every 40 ms from then on.
        assertThat(waiting.faults().steps()).isLessThanOrEqualTo(MOST_PER_LOOK * 10);

        time.advance(Duration.ofMillis(1));
        assertThat(rival).isCompleted();
        stalled.faults().open();
        assertThatThrownBy(save::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(KeyCollisionException.class);
    }

    @Test
    void whoWaitsForAFurtherKeyLearnsSoonThatTheSaveIsDone() {
        requireSoonDone(Wish.FURTHER_KEY);
    }

    @Test
    void whoWaitsForAHomeKeyLearnsSoonThatTheSaveIsDone() {
        requireSoonDone(Wish.HOME_KEY);
    }

    @Test
    void whoLoadsOrCreatesLearnsSoonThatTheSaveIsDone() {
        requireSoonDone(Wish.LOAD_OR_CREATE);
    }

    private void requireSoonDone(Wish wish) {
        CompletableFuture<SaveOutcome> save = stalledBeforeItsCommit();
        CompletableFuture<?> rival = wish.begin(waiting, key);
        time.advance(GRACE.dividedBy(2));
        assertThat(rival).isNotDone();
        stalled.faults().open();
        assertThat(save.join()).isInstanceOf(SaveOutcome.Saved.class);

        time.advance(Duration.ofMillis(40));

        assertThat(rival).isDone();
    }

    /** Who wants a key. */
    private enum Wish {
        FURTHER_KEY {
            @Override
            CompletableFuture<?> begin(ListenedNode node, InstanceKey key) {
                return create(node, InstanceId.random(), key);
            }
        },
        HOME_KEY {
            @Override
            CompletableFuture<?> begin(ListenedNode node, InstanceKey key) {
                return create(node, InstanceId.atHomeOf(key), key);
            }
        },
        LOAD_OR_CREATE {
            @Override
            CompletableFuture<?> begin(ListenedNode node, InstanceKey key) {
                LoadMode mode = new LoadMode.HoldOrCreate(InstanceId.random(), Map.of());
                return node.store().executeAsync(node.handle(), LoadInstanceByKey.of(key, mode), TIMEOUT);
            }
        };

        abstract CompletableFuture<?> begin(ListenedNode node, InstanceKey key);
    }

    private CompletableFuture<SaveOutcome> stalledBeforeItsCommit() {
        stalled.faults().inject(Fault.HOLD_BACK, 2, EnumSet.of(Step.SLOT));
        CompletableFuture<SaveOutcome> save = create(stalled, InstanceId.random(), key);
        assertThat(stalled.faults().wasHit()).isTrue();
        return save;
    }

    private static CompletableFuture<SaveOutcome> create(ListenedNode node, InstanceId id, InstanceKey key) {
        CreateInstance create = CreateInstance.of(
                InstanceChanges.builder().keys(KeyChanges.associating(key)).build(), AfterSave.RELEASE);
        return node.store().executeAsync(node.handle(id), create, TIMEOUT);
    }
}
