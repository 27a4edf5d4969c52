// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Commands whose answers come later, and callers that wait for them. */
public abstract class AsyncContract {

    private final InstanceId id = InstanceId.random();

    @Test
    void whoDoesNotWaitIsNotBlocked(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        node.faults().inject(Fault.HOLD_BACK, 1);

        CompletableFuture<LoadOutcome> load = node.start(node.handle(id), LoadInstance.of(LoadMode.hold()));
        assertThat(load).isNotDone();
        InstanceId other = InstanceId.random();
        node.create(other, Sample.number(2));

        node.faults().open();
        assertThat(farm.await(load).loaded()).isPresent();
    }

    @Test
    void manyCommandsCanBeUnderWayAtOnce(Farm farm) {
        Node node = farm.node();
        List<CompletableFuture<SaveOutcome>> saves = new ArrayList<>();

        for (int i = 0; i < 500; i++) {
            saves.add(
                    node.start(node.handle(InstanceId.random()), SaveInstance.of(Sample.number(i), AfterSave.RELEASE)));
        }

        for (CompletableFuture<SaveOutcome> save : saves) {
            assertThat(farm.await(save).saved()).isPresent();
        }
    }

    @Test
    void aCommandWithoutTimeFailsUnlessItIsAnsweredAtOnce(Farm farm) {
        Node node = farm.node();
        node.faults().inject(Fault.HOLD_BACK, 1);
        InstanceHandle handle = node.handle(id);

        CompletableFuture<LoadOutcome> load =
                node.store().executeAsync(handle, LoadInstance.of(LoadMode.free()), Duration.ZERO);
        farm.advance(Duration.ZERO);

        assertThatThrownBy(() -> farm.await(load)).isInstanceOf(StoreUnavailableException.class);
        assertThat(handle.isValid()).isFalse();
        node.faults().open();
    }

    @Test
    void waitingAndNotWaitingGiveTheSameAnswer(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));

        LoadOutcome waited = node.store().execute(node.handle(id), LoadInstance.of(LoadMode.peek()), Node.TIMEOUT);

        assertThat(waited.snapshotOrThrow().header())
                .isEqualTo(node.load(id, LoadMode.peek()).snapshotOrThrow().header());
        assertThatThrownBy(() -> {
                    InstanceHandle freed = node.handle(id);
                    freed.close();
                    node.store().execute(freed, LoadInstance.of(LoadMode.peek()), Node.TIMEOUT);
                })
                .isInstanceOf(HandleFreedException.class);
    }

    @Test
    void whoIsInterruptedWhileWaitingIsToldTheTruthAndStaysInterrupted(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));

        node.faults().inject(Fault.HOLD_BACK, 1);
        assertInterrupted(
                () -> node.store()
                        .execute(node.handle(id), SaveInstance.of(Sample.number(2), AfterSave.RELEASE), Node.TIMEOUT),
                OutcomeUnknownException.class);
        assertInterrupted(
                () -> {
                    node.faults().inject(Fault.HOLD_BACK, 1);
                    node.store().execute(node.handle(id), LoadInstance.of(LoadMode.free()), Node.TIMEOUT);
                },
                StoreUnavailableException.class);
        node.faults().open();

        farm.eventually(() -> assertThat(Sample.numberOf(node.read(id))).isEqualTo(2));
    }

    private static void assertInterrupted(Runnable waiting, Class<? extends RuntimeException> expected) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(waiting::run).isInstanceOf(expected);
        } finally {
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
    }

    @Test
    void aLoadThatIsCancelledLetsTheHoldGo(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle handle = node.handle(id);
        node.faults().inject(Fault.HOLD_ANSWER, 1);

        CompletableFuture<LoadOutcome> load = node.start(handle, LoadInstance.hold());
        assertThat(load.cancel(false)).isTrue();
        assertThat(handle.isValid()).isFalse();
        node.faults().open();

        farm.eventually(
                () -> assertThat(other.load(id, LoadMode.hold()).loaded()).isPresent());
    }

    @Test
    void aClosedStoreTakesNoCommand(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);

        node.store().close();
        node.store().close();

        assertThatThrownBy(() -> node.start(handle, LoadInstance.of(LoadMode.free())))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> node.handle(id))
                .isInstanceOf(OwnerLostException.class)
                .hasMessageStartingWith("the store is closed");
    }
}
