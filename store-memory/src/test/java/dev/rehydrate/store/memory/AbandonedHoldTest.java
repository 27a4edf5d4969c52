// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One lease time after a load whose answer was lost, the store looks whether a hold was left behind. */
@DisplayName("a look for a hold that was left behind")
final class AbandonedHoldTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LEASE = StoreOptions.defaults().lease();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final MemoryInstanceStore store = MemoryInstanceStore.open(
            data, StoreOptions.defaults().withTime(time).withDecorator(Doubtful::new));
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    private final InstanceId id = InstanceId.random();

    private boolean losesLoads;
    private boolean losesAnswers;
    private boolean failsLooks;
    private boolean holdsLooks;
    private boolean holdsLoads;
    private @Nullable Runnable look;
    private @Nullable Runnable loaded;

    /** Loses a load on the way, or its answer, fails a look, sends a look when it is told to, and carries a load out and answers it when it is told to. */
    private final class Doubtful extends ForwardingEngine {

        Doubtful(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (operation instanceof AcquireInstance && losesLoads) {
                return CompletableFuture.failedFuture(new StorageException(Effect.UNKNOWN, "no answer", null));
            }
            if (operation instanceof AcquireInstance && losesAnswers) {
                return super.apply(at, operation)
                        .thenCompose(done -> CompletableFuture.failedFuture(
                                new StorageException(Effect.UNKNOWN, "no answer", null)));
            }
            if (operation instanceof InspectSlot && failsLooks) {
                return CompletableFuture.failedFuture(new StorageException(Effect.NONE, "no connection", null));
            }
            if (operation instanceof InspectSlot && holdsLooks) {
                CompletableFuture<Reply<A>> sent = new CompletableFuture<>();
                look = () -> complete(sent, () -> super.apply(at, operation));
                return sent;
            }
            if (operation instanceof AcquireInstance && holdsLoads) {
                CompletionStage<Reply<A>> done = super.apply(at, operation);
                CompletableFuture<Reply<A>> answer = new CompletableFuture<>();
                loaded = () -> complete(answer, () -> done);
                return answer;
            }
            return super.apply(at, operation);
        }

        private static <A> void complete(CompletableFuture<Reply<A>> late, Supplier<CompletionStage<Reply<A>>> reply) {
            late.complete(reply.get().toCompletableFuture().join());
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void create() {
        store.execute(
                        store.createHandle(owner, id),
                        CreateInstance.of(InstanceChanges.data(Map.of("note", "text")), AfterSave.RELEASE),
                        TIMEOUT)
                .receiptOrThrow();
    }

    private void loseALoad() {
        losesLoads = true;
        loadInDoubt();
        losesLoads = false;
    }

    private void loadInDoubt() {
        assertThatThrownBy(
                        () -> store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.hold()), TIMEOUT))
                .isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    @DisplayName("leaves the hold of a load alone that has begun meanwhile and is not answered yet")
    void leavesAFreshHoldAlone() {
        create();
        loseALoad();
        holdsLooks = true;
        time.advance(LEASE);
        assertThat(look).as("the look is under way").isNotNull();

        InstanceHandle handle = store.createHandle(owner, id);
        holdsLoads = true;
        CompletableFuture<LoadOutcome> load = store.executeAsync(handle, LoadInstance.of(LoadMode.hold()), TIMEOUT)
                .toCompletableFuture();
        holdsLooks = false;
        Objects.requireNonNull(look).run();
        Objects.requireNonNull(loaded).run();

        assertThat(load)
                .isCompletedWithValueMatching(outcome -> outcome.loaded().isPresent());
        store.execute(handle, SaveInstance.of(InstanceChanges.none(), AfterSave.RELEASE), TIMEOUT)
                .receiptOrThrow();
    }

    @Test
    @DisplayName("is repeated after another lease time if it fails")
    void isRepeated() {
        create();
        losesAnswers = true;
        loadInDoubt();
        losesAnswers = false;
        OwnerId other =
                store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);

        failsLooks = true;
        time.advance(LEASE);
        failsLooks = false;
        assertThat(load(other).loaded()).isEmpty();
        time.advance(LEASE);

        assertThat(load(other).loaded()).isPresent();
    }

    private LoadOutcome load(OwnerId by) {
        return store.execute(store.createHandle(by, id), LoadInstance.of(LoadMode.hold()), TIMEOUT);
    }
}
