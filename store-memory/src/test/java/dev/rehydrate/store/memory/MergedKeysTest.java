// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store makes of further keys whose claims and records a merge of two sides has taken from different sides. */
final class MergedKeysTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private boolean hasNoTimers;
    private final MergingEngine engine = new MergingEngine();
    private final InstanceStore store = MemoryInstanceStore.open(
            new MemoryData(),
            StoreOptions.defaults().withTime(new ShortOfMemory()).withDecorator(engine::over));
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    private final InstanceId id = InstanceId.random();
    private final InstanceId other = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();
    private final SlotAddress atKey = SlotAddress.of(key);

    /** The time of the test, which sets no timer while memory is short. */
    private final class ShortOfMemory extends ForwardingTime {

        ShortOfMemory() {
            super(time);
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            if (hasNoTimers) {
                throw new OutOfMemoryError("made up");
            }
            return super.schedule(delay, task);
        }
    }

    /** An engine in which a test can leave what a merge leaves, and tell the store of it. */
    private static final class MergingEngine {

        private Function<SlotAddress, CompletionStage<Void>> store = at -> CompletableFuture.completedFuture(null);
        private StorageEngine plain;
        private boolean fails;
        private @Nullable SlotAddress silent;

        StorageEngine over(StorageEngine below) {
            plain = below;
            return new ForwardingEngine(below) {
                @Override
                public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
                    if (at.equals(silent)) {
                        return new CompletableFuture<>();
                    }
                    return fails
                            ? CompletableFuture.failedFuture(
                                    new StorageException(Effect.NONE, "the partition is moving", null))
                            : super.apply(at, operation);
                }

                @Override
                public void onMerge(Function<SlotAddress, CompletionStage<Void>> listener) {
                    store = listener;
                }
            };
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void save(InstanceId instance, KeyChanges<InstanceValue> keys) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("text", InstanceValue.of("saved")))
                .keys(keys)
                .build();
        store.execute(store.createHandle(owner, instance), SaveInstance.of(changes, AfterSave.RELEASE), TIMEOUT)
                .receiptOrThrow();
    }

    /** The claim that there is on the key from now on. */
    private void leave(KeyClaim claim) {
        engine.plain
                .apply(atKey, new DropClaim(id, Long.MAX_VALUE))
                .toCompletableFuture()
                .join();
        engine.plain
                .apply(atKey, new ClaimKey(key, claim, null, Set.of()))
                .toCompletableFuture()
                .join();
    }

    private void merged(InstanceId instance) {
        var unused = settling(instance);
    }

    private CompletableFuture<Void> settling(InstanceId instance) {
        return engine.store.apply(SlotAddress.of(instance)).toCompletableFuture();
    }

    private InstanceId found() {
        return store.execute(store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.authoritative()), TIMEOUT)
                .snapshotOrThrow()
                .id();
    }

    private Set<InstanceKey> keysOf(InstanceId instance) {
        return store.execute(store.createHandle(owner, instance), LoadInstance.of(LoadMode.peek()), TIMEOUT)
                .snapshotOrThrow()
                .keys()
                .keySet();
    }

    @Test
    void aLookThatIsNotAnsweredKeepsNoOtherBack() {
        save(id, KeyChanges.associating(key));
        engine.plain
                .apply(atKey, new DropClaim(id, Long.MAX_VALUE))
                .toCompletableFuture()
                .join();
        engine.silent = SlotAddress.of(other);

        merged(other);
        merged(id);

        assertThat(found()).isEqualTo(id);
    }

    @Test
    void aListedKeyWithoutAClaimIsClaimedAgain() {
        save(id, KeyChanges.associating(key));
        engine.plain
                .apply(atKey, new DropClaim(id, Long.MAX_VALUE))
                .toCompletableFuture()
                .join();

        merged(id);

        assertThat(found()).isEqualTo(id);
    }

    @Test
    void aClaimOfAnInstanceThatDoesNotListTheKeyGivesWay() {
        save(id, KeyChanges.associating(key));
        save(other, KeyChanges.none());
        leave(new KeyClaim(other, 7));

        merged(id);

        assertThat(found()).isEqualTo(id);
        assertThat(keysOf(id)).containsExactly(key);
    }

    @Test
    void aKeyThatTwoInstancesListStaysWithTheOneThatHasTheClaim() {
        save(id, KeyChanges.associating(key));
        engine.plain
                .apply(atKey, new DropClaim(id, Long.MAX_VALUE))
                .toCompletableFuture()
                .join();
        save(other, KeyChanges.associating(key));

        merged(id);
        merged(other);

        assertThat(found()).isEqualTo(other);
        assertThat(keysOf(other)).containsExactly(key);
        assertThat(keysOf(id)).isEmpty();
    }

    @Test
    void anInstanceThatCannotBeAskedNowIsAskedLater() {
        save(id, KeyChanges.associating(key));
        engine.plain
                .apply(atKey, new DropClaim(id, Long.MAX_VALUE))
                .toCompletableFuture()
                .join();
        engine.fails = true;
        merged(id);
        engine.fails = false;

        time.advance(Duration.ofSeconds(1));

        assertThat(found()).isEqualTo(id);
    }

    @Test
    void instancesThatCannotBeAskedWhileMemoryIsShortKeepNoOtherBack() {
        save(id, KeyChanges.associating(key));
        engine.plain
                .apply(atKey, new DropClaim(id, Long.MAX_VALUE))
                .toCompletableFuture()
                .join();
        engine.fails = true;
        hasNoTimers = true;
        List<CompletableFuture<Void>> late =
                Stream.generate(() -> settling(InstanceId.random())).limit(100).toList();
        engine.fails = false;
        hasNoTimers = false;

        merged(id);

        assertThat(found()).isEqualTo(id);
        assertThat(late).allMatch(CompletableFuture::isDone);
    }

    @Test
    void aStoreSaysWhenItHasDoneWithAnInstance() {
        save(id, KeyChanges.associating(key));
        engine.fails = true;
        CompletableFuture<Void> settled = settling(id);
        assertThat(settled).isNotDone();
        engine.fails = false;
        time.advance(Duration.ofSeconds(1));
        assertThat(settled).isCompleted();

        engine.fails = true;
        CompletableFuture<Void> givenUp = settling(id);
        for (int i = 0; i < 60; i++) {
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(givenUp).isCompleted();
    }

    /** Another one looks at it then. */
    @Test
    void aStoreThatIsClosedHasNotDoneWithAnInstance() {
        save(id, KeyChanges.associating(key));
        engine.fails = true;
        CompletableFuture<Void> settled = settling(id);

        store.close();
        time.advance(Duration.ofMinutes(2));

        assertThat(settled).isNotDone();
    }
}
