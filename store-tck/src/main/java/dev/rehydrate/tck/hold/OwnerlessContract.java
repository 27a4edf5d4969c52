// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Commands without owner and handle, for callers that never hold. */
public abstract class OwnerlessContract {

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @Test
    void aLifeNeedsNeitherOwnerNorHandle(Farm farm) {
        Node node = farm.node();
        StoreCommands commands = node.store().commands();

        Revision first = farm.await(commands.executeAsync(id, CreateInstance.of(Sample.withKeys(1, key))))
                .receiptOrThrow()
                .revision();
        Revision second = farm.await(commands.executeAsync(id, SaveInstance.ifUnchanged(Sample.number(2), first)))
                .receiptOrThrow()
                .revision();
        LoadOutcome byKey = farm.await(commands.executeAsync(LoadInstanceByKey.read(key)));
        assertThat(Sample.numberOf(byKey.snapshotOrThrow())).isEqualTo(2);
        assertThat(farm.await(commands.executeAsync(
                                QueryInstances.of(InstanceQuery.builder().build())))
                        .entries())
                .hasSize(1);
        farm.await(commands.executeAsync(id, CompleteInstance.expecting(Expected.revision(second))))
                .receiptOrThrow();

        assertThat(farm.await(commands.executeAsync(id, LoadInstance.read()))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void waitingAndNotWaitingGiveTheSameAnswerWithoutOwnerToo(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));

        LoadOutcome waited = node.store().commands().execute(id, LoadInstance.read());

        assertThat(waited.snapshotOrThrow().header()).isEqualTo(node.read(id).header());
    }

    @Test
    void aCommandThatHoldsNeedsAHandle(Farm farm) {
        StoreCommands commands = farm.node().store().commands();
        Stream<PersistenceCommand<?>> needy = Stream.of(
                CreateInstance.of(Sample.number(1), AfterSave.KEEP),
                SaveInstance.of(Sample.number(1), AfterSave.KEEP),
                LoadInstance.hold(),
                LoadInstance.of(LoadMode.holdOrCreate()),
                LoadInstanceByKey.hold(key),
                ReleaseInstance.now(),
                LoadRunnable.now(),
                CreateOwner.anonymous(),
                new RetireOwner());

        needy.forEach(command -> assertThatIllegalArgumentException()
                .as(command.toString())
                .isThrownBy(() -> commands.execute(id, command))
                .withMessageContaining(command.getClass().getSimpleName()));
        assertThat(farm.occupied()).isEmpty();
    }

    @Test
    void aWriterWithoutOwnerIsKeptOutByAHolder(Farm farm) {
        Node node = farm.node();
        InstanceHandle held = node.createHeld(id, Sample.number(1));
        SaveInstance save = SaveInstance.of(Sample.number(2));

        assertThat(farm.await(node.store().commands().executeAsync(id, save))).isInstanceOf(SaveOutcome.Held.class);

        node.release(held);
        assertThat(farm.await(node.store().commands().executeAsync(id, SaveInstance.of(Sample.number(3))))
                        .saved())
                .isPresent();
    }

    @Test
    void eachItemOfABatchHasAnOutcomeOfItsOwn(Farm farm) {
        Node node = farm.node();
        InstanceId taken = InstanceId.random();
        node.create(taken, Sample.withKeys(0, key));
        List<StoreCommands.Item<SaveOutcome>> items = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            items.add(new StoreCommands.Item<>(InstanceId.random(), CreateInstance.of(Sample.number(i))));
        }
        items.add(new StoreCommands.Item<>(taken, CreateInstance.of(Sample.number(1))));
        items.add(new StoreCommands.Item<>(InstanceId.random(), CreateInstance.of(Sample.withKeys(1, key))));

        List<StoreCommands.ItemOutcome<SaveOutcome>> outcomes =
                farm.await(node.store().commands().executeAll(items));

        assertThat(outcomes).extracting(StoreCommands.ItemOutcome::item).isEqualTo(items);
        assertThat(outcomes.subList(0, 200))
                .allSatisfy(outcome -> assertThat(outcome.orThrow().saved()).isPresent());
        assertThat(outcomes.get(200).orThrow()).isInstanceOf(SaveOutcome.Mismatch.class);
        assertThatThrownBy(outcomes.get(201)::orThrow).isInstanceOf(KeyCollisionException.class);
    }

    @Test
    void anItemThatCannotBeStoredLeavesTheOutcomesOfTheOthers(Farm farm) {
        Node node = farm.node();
        InstanceChanges<InstanceValue> unwritable = InstanceChanges.data(Map.of("object", new Object()));
        List<StoreCommands.Item<SaveOutcome>> items = List.of(
                new StoreCommands.Item<>(id, CreateInstance.of(Sample.number(1))),
                new StoreCommands.Item<>(InstanceId.random(), CreateInstance.of(unwritable)));

        List<StoreCommands.ItemOutcome<SaveOutcome>> outcomes =
                farm.await(node.store().commands().executeAll(items));

        assertThat(outcomes.get(0).orThrow().saved()).isPresent();
        assertThatThrownBy(outcomes.get(1)::orThrow)
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(InstanceStoreException.Effect.NONE));
    }

    @Test
    void aBatchWithACommandThatIsNotAboutAnInstanceIsRefusedWhole(Farm farm) {
        StoreCommands commands = farm.node().store().commands();
        List<StoreCommands.Item<LoadOutcome>> items = List.of(
                new StoreCommands.Item<>(id, LoadInstance.read()),
                new StoreCommands.Item<>(id, LoadInstanceByKey.of(key, LoadMode.authoritative())));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> commands.executeAll(items))
                .withMessageContaining("executeAsync");
    }

    @Test
    void anAnswerIsCompletedWhereTheCallerWantsIt(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        List<Runnable> waiting = new ArrayList<>();
        node.faults().inject(Fault.HOLD_BACK, 1);

        CompletableFuture<LoadOutcome> answer = node.store()
                .executeAsync(node.handle(id), LoadInstance.read(), Node.TIMEOUT, task -> {
                    synchronized (waiting) {
                        waiting.add(task);
                    }
                });
        node.faults().open();

        farm.eventually(() -> {
            synchronized (waiting) {
                assertThat(waiting).hasSize(1);
            }
        });
        assertThat(answer).isNotDone();
        waiting.get(0).run();
        assertThat(answer).isDone();
    }

    @Test
    void aClosedStoreTakesNoCommandWithoutOwner(Farm farm) {
        Node node = farm.node();
        StoreCommands commands = node.store().commands();
        node.store().close();

        assertThatIllegalStateException().isThrownBy(() -> commands.execute(id, LoadInstance.read()));
        assertThatIllegalStateException().isThrownBy(() -> commands.executeAll(List.of()));
    }
}
