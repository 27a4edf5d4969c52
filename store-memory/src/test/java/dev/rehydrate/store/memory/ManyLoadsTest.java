// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Thousands of loads of one owner wait for the same instance. The engine answers at once, so that whatever follows an answer runs
 * on the stack of what came before it.
 */
final class ManyLoadsTest {

    private static final int MANY = 5_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final InstanceId id = InstanceId.random();
    private final FaultPlan faults = new FaultPlan();
    private volatile boolean refuses;
    private final InstanceStore store = MemoryInstanceStore.open(
            StoreOptions.defaults().withDecorator(engine -> new Refusing(faults.decorate(engine))));
    private final List<CompletableFuture<LoadOutcome>> loads = new ArrayList<>();

    /** An engine to which nothing can be sent for a while. */
    private final class Refusing extends ForwardingEngine {

        private Refusing(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return refuses
                    ? CompletableFuture.failedFuture(new StorageException(Effect.NONE, "refused on purpose", null))
                    : super.apply(at, operation);
        }
    }

    @BeforeEach
    void letThemWait() {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("state", "x")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), create, PATIENCE).receiptOrThrow();
        faults.inject(Fault.HOLD_ANSWER, 1);
        for (int i = 0; i < MANY; i++) {
            InstanceHandle handle = store.createHandle(owner, id);
            loads.add(store.executeAsync(handle, LoadInstance.of(LoadMode.hold()), PATIENCE));
            handle.close();
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void eachGetsTheHold() {
        faults.open();

        assertThat(loads)
                .allSatisfy(load -> assertThat(load).succeedsWithin(PATIENCE).isInstanceOf(LoadOutcome.Loaded.class));
    }

    @Test
    void eachIsAnsweredIfTheEngineFails() {
        refuses = true;
        faults.open();

        assertThat(loads.get(0)).succeedsWithin(PATIENCE);
        assertThat(loads.subList(1, MANY))
                .allSatisfy(load -> assertThat(load).failsWithin(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void eachIsAnsweredIfTheStoreIsClosed() {
        store.close();
        faults.open();

        assertThat(loads)
                .allSatisfy(load -> assertThat(load.handle((outcome, failure) -> "answered"))
                        .succeedsWithin(PATIENCE));
    }
}
