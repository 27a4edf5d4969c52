// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.operations.action.ActionReport.Result;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is reported of an action if the store fails after it. */
class InstanceActionsTest {

    private final MemoryData data = new MemoryData();
    private final InstanceStore sound = MemoryInstanceStore.open(data, StoreOptions.defaults());
    private final InstanceStore failing =
            MemoryInstanceStore.open(data, StoreOptions.defaults().withDecorator(FailsAfterAChange::new));
    private final InstanceId id = InstanceId.random();

    /** Reads nothing any more once it has changed something. */
    private static final class FailsAfterAChange extends ForwardingEngine {
        private boolean hasChanged;

        FailsAfterAChange(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (hasChanged) {
                return CompletableFuture.failedFuture(new StorageException(Effect.NONE, "the network is down", null));
            }
            hasChanged = operation.canChange();
            return super.apply(at, operation);
        }
    }

    @AfterEach
    void close() {
        failing.close();
        sound.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Action.class,
            names = {"SUSPEND", "RELEASE", "DELETE"})
    void whatWasDoneIsNotReportedAsRefusedIfItCannotBeReadAfterwards(Action action) {
        sound.commands()
                .execute(id, CreateInstance.of(InstanceChanges.data(Map.of("items", 1)), AfterSave.RELEASE))
                .receiptOrThrow();

        ActionReport report = new InstanceActions(failing, null).perform(action, id, "inventory", "test");

        assertThat(report.answer()).isEqualTo("done");
        assertThat(report.result()).isEqualTo(Result.UNKNOWN);
        assertThat(report.verified())
                .startsWith("The instance could not be read afterwards")
                .contains("network is down");
        assertThat(new StoreReader(sound, null).stored(id).isEmpty()).isEqualTo(action == Action.DELETE);
    }

    @ParameterizedTest
    @EnumSource(
            value = Action.class,
            names = {"SUSPEND", "RESUME", "RELEASE", "DELETE"})
    void nothingWasDoneByAStoreThatIsClosed(Action action) {
        sound.commands()
                .execute(id, CreateInstance.of(InstanceChanges.data(Map.of("items", 1)), AfterSave.RELEASE))
                .receiptOrThrow();
        failing.close();

        ActionReport report = new InstanceActions(failing, null).perform(action, id, "inventory", "test");

        assertThat(report.result()).isEqualTo(Result.REFUSED);
        assertThat(report.answer()).startsWith("the store is closed");
        assertThat(report.verified()).isEqualTo("Nothing was changed.");
    }
}
