// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static dev.rehydrate.store.memory.ListenedNode.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The deadline passes while a command gives back what it has claimed, after it is certain that it was not done. */
class LateGivingBackTest {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final ListenedNode node =
            new ListenedNode(data, time, options -> options.withDecorator(HangingRevocation::new));
    private final InstanceId id = InstanceId.random();
    private boolean commitFails;

    /** Does not answer when claims are revoked. */
    private final class HangingRevocation extends ForwardingEngine {

        HangingRevocation(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (operation instanceof RevokeClaims) {
                return new CompletableFuture<>();
            }
            return commitFails && operation instanceof CommitInstance
                    ? CompletableFuture.failedFuture(new StorageException(Effect.NONE, "not done", null))
                    : super.apply(at, operation);
        }
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void aCommitThatHasFailedIsNotInDoubt() {
        node.run(id, CreateInstance.of(InstanceChanges.data(Map.of("a", "b"))));
        commitFails = true;

        requireNothingDone(SaveInstance.of(withFurtherKey()));
    }

    @Test
    void aCommitThatWasRefusedIsNotInDoubt() {
        node.run(id, CreateInstance.of(InstanceChanges.data(Map.of("a", "b"))));

        requireNothingDone(CreateInstance.of(withFurtherKey()));
    }

    private static InstanceChanges<InstanceValue> withFurtherKey() {
        return InstanceChanges.data(Map.of("a", "c")).withKeys(KeyChanges.associating(InstanceKey.random()));
    }

    private void requireNothingDone(PersistenceCommand<SaveOutcome> command) {
        CompletableFuture<SaveOutcome> late = node.store().executeAsync(node.handle(id), command, TIMEOUT);
        assertThat(late).isNotDone();

        time.advance(TIMEOUT);

        assertThat(late).isDone();
        assertThatThrownBy(late::join).hasCauseInstanceOf(StoreUnavailableException.class);
    }
}
