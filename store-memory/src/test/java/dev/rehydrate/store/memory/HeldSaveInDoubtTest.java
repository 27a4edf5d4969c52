// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A save under a hold of which it is not known whether it was done. Its handle ends, and the hold goes back. */
class HeldSaveInDoubtTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final SaveInstance SAVE =
            SaveInstance.of(InstanceChanges.data(Map.of("a", "second")), AfterSave.RELEASE);

    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults()
            .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
            .withDecorator(Doubtful::new));
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    private final InstanceId id = InstanceId.random();

    /** Does not do some commits, or does not answer them, and says neither. */
    private final class Doubtful extends ForwardingEngine {

        Doubtful(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            boolean commits = operation instanceof CommitInstance;
            if (commits && lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                return doubt();
            }
            CompletionStage<Reply<A>> reply = super.apply(at, operation);
            boolean silent = commits && unanswered.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            return silent ? reply.thenCompose(done -> doubt()) : reply;
        }

        private static <A> CompletionStage<Reply<A>> doubt() {
            return CompletableFuture.failedFuture(new StorageException(Effect.UNKNOWN, "no answer", null));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private SaveReceipt created(InstanceHandle handle) {
        return store.execute(
                        handle, CreateInstance.of(InstanceChanges.data(Map.of("a", "first")), AfterSave.KEEP), TIMEOUT)
                .receiptOrThrow();
    }

    private SaveReceipt repeated() {
        return store.execute(store.createHandle(owner, id), SAVE, TIMEOUT).receiptOrThrow();
    }

    private void saveInDoubt(InstanceHandle handle) {
        assertThatThrownBy(() -> store.execute(handle, SAVE, TIMEOUT)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(handle.isValid()).isFalse();
    }

    @Test
    void isDoneOnceUnderTheNextTokenByItsRepeatIfItWasNotDone() {
        InstanceHandle handle = store.createHandle(owner, id);
        SaveReceipt before = created(handle);
        lost.set(2);

        saveInDoubt(handle);
        saveInDoubt(store.createHandle(owner, id));
        SaveReceipt after = repeated();

        assertThat(after.token()).isEqualTo(before.token().next());
        assertThat(after.revision().number()).isEqualTo(before.revision().number() + 1);
        assertThat(repeated()).isEqualTo(after);
    }

    @Test
    void isAnsweredWithItsOwnTokenIfItWasDone() {
        InstanceHandle handle = store.createHandle(owner, id);
        SaveReceipt before = created(handle);
        unanswered.set(2);

        saveInDoubt(handle);
        saveInDoubt(store.createHandle(owner, id));
        SaveReceipt after = repeated();

        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.revision().number()).isEqualTo(before.revision().number() + 1);
    }
}
