// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.inspection.StoreInspection;
import dev.rehydrate.store.inspection.StoreRepair;
import dev.rehydrate.typed.Instances;
import dev.rehydrate.typed.LockedInstance;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a caller is told who has used the store in a wrong way. */
final class MisuseTest {

    private final InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults());
    private final Instances<Integer> numbers = store.instances("Number", Integer.class);
    private final InstanceKey key = InstanceKey.of("test", "a number");

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // The point of it.
    void aStateThatIsNullIsRefusedWithTheKey() {
        numbers.create(key, 1);

        assertNullIsRefused(() -> numbers.update(key, number -> null));
        assertNullIsRefused(() -> numbers.createOrUpdate(key, number -> null));
        assertNullIsRefused(() -> numbers.create(key, null));
        try (LockedInstance<Integer> locked = numbers.lock(key)) {
            assertNullIsRefused(() -> locked.save(null));
        }
        assertThat(numbers.read(key)).contains(1);
    }

    private void assertNullIsRefused(ThrowingCallable call) {
        assertThatNullPointerException()
                .isThrownBy(call)
                .withMessage(
                        "the next state of the instance of 'Number' is null, nothing was changed: give a state, or end"
                                + " the instance with complete; key=" + key);
    }

    @Test
    void aCommandOnAnInstanceWithoutOneSaysHowToGiveIt() {
        assertThatIllegalStateException()
                .isThrownBy(() -> store.commands().execute(LoadInstance.of(LoadMode.peek())))
                .withMessage("the command is about an instance: give it with execute(instance, command) or"
                        + " executeAsync(instance, command), command=LoadInstance");
    }

    @Test
    void aCommandThatFindsItsInstanceSaysHowToGiveItIfAnInstanceIsNamed() {
        InstanceId id = InstanceId.random();
        for (PersistenceCommand<?> command : new PersistenceCommand<?>[] {
            LoadInstanceByKey.of(key, LoadMode.peek()),
            QueryInstances.of(InstanceQuery.builder().build())
        }) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> store.commands().execute(id, command))
                    .withMessage("the command is about no instance that is named: give it with execute(command) or"
                            + " executeAsync(command), command="
                            + command.getClass().getSimpleName() + " instance=" + id);
        }
    }

    /** The memory has an answer still, which looks like that of a store without owners and instances. */
    @Test
    void aLookAtAClosedStoreFails() {
        InstanceId id = InstanceId.random();
        StoreInspection before = store.inspection();
        store.close();

        for (StoreInspection inspection : List.of(before, store.inspection())) {
            assertIsClosed(inspection.owners());
            assertIsClosed(inspection.key(key));
            assertIsClosed(inspection.record(id));
            assertIsClosed(inspection.changes(id));
            assertIsClosed(inspection.storedRows(id));
        }
    }

    /** The memory would still be changed. */
    @Test
    void aRepairOfAClosedStoreFails() {
        InstanceId id = InstanceId.random();
        StoreRepair before = store.repair();
        store.close();

        for (StoreRepair repair : List.of(before, store.repair())) {
            assertIsClosed(repair.discardDamaged(id));
            assertIsClosed(repair.restoreKeys(id));
        }
    }

    private static void assertIsClosed(CompletableFuture<?> answer) {
        assertThat(answer)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnavailableException.class)
                .withMessageContaining("the store is closed");
    }
}
