// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import static dev.rehydrate.junit.Carts.ADD;
import static dev.rehydrate.junit.Carts.tea;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A call that can only go on when time is moved says so, rather than to wait for a moment that never comes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TimeStandsStillTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @RegisterExtension
    final TestFarm farm = TestFarm.with(Carts.DEFINITION);

    private final FarmTime time = new FarmTime(ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z")));
    private final MemoryData data = new MemoryData();

    @Test
    void aCallThatWaitsForAnotherHostNamesTheInstanceAndWhatToDo() {
        farm.host("a").call(ADD, tea("7"));
        InstanceId cart = InstanceId.atHomeOf(Carts.key("7").key());
        WorkflowHost b = farm.host("b");

        assertThatIllegalStateException()
                .isThrownBy(() -> b.call(ADD, tea("7")))
                .withMessageStartingWith("time stands still, and so does the call of " + ADD.name() + ": ")
                .withMessageContaining("waits until another host releases instance " + cart)
                .withMessageContaining("farm.advance(...)");
    }

    @Test
    void aCallGoesOnWhileAnotherThreadMovesTime() throws Exception {
        farm.host("a").call(ADD, tea("7"));
        WorkflowHost b = farm.host("b");

        CompletableFuture<CallOutcome<Integer>> answer = CompletableFuture.supplyAsync(
                () -> b.call(ADD, tea("7"), CallOptions.DEFAULT.within(MINUTE.multipliedBy(60))));
        while (!answer.isDone()) {
            farm.advance(Duration.ofSeconds(1));
        }

        assertThat(answer.get().replyOrThrow().reply()).isEqualTo(2);
    }

    @Test
    void aSaveThatWaitsForAClaimNamesTheKeyAndTheWait() {
        InstanceKey key = InstanceKey.random();
        InstanceId cutOff = InstanceId.random();
        FaultPlan faults = new FaultPlan();
        try (InstanceStore dying = store(faults);
                InstanceStore store = store(new FaultPlan())) {
            OwnerId former = owner(dying);
            InstanceHandle handle = dying.createHandle(former, cutOff);
            faults.inject(Fault.DIE, 2, EnumSet.of(Step.SLOT));
            var unused = dying.executeAsync(handle, creating(key), MINUTE);
            InstanceId heir = InstanceId.random();
            InstanceHandle next = store.createHandle(owner(store), heir);

            assertThatIllegalStateException()
                    .isThrownBy(() -> store.execute(next, creating(key), MINUTE))
                    .withMessageContaining(
                            "time stands still, and so does CreateInstance on InstanceHandle[instance=" + heir)
                    .withMessageContaining(
                            "instance " + heir + " wants key " + key + ", on which instance " + cutOff + " has a claim")
                    .withMessageContaining("claim-grace");
        }
    }

    private InstanceStore store(FaultPlan faults) {
        return MemoryInstanceStore.open(
                data, StoreOptions.defaults().withTime(time).withDecorator(faults::decorate));
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), MINUTE);
    }

    private static CreateInstance creating(InstanceKey key) {
        InstanceChanges<InstanceValue> changes =
                InstanceChanges.builder().keys(KeyChanges.associating(key)).build();
        return CreateInstance.of(changes, AfterSave.RELEASE);
    }
}
