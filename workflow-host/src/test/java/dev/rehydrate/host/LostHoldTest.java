// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replies that were given before the save are told as lost, whatever notices first that the hold is gone. */
final class LostHoldTest {

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void hostThatIsStoppedBecauseItsLeaseIsLostTellsWhatIsLost() {
        AtomicReference<WorkflowHost> stops = new AtomicReference<>();
        HostListener listener = event -> {
            farm.events.add(event);
            if (event.kind() == Kind.OWNER_LOST) {
                var unused = stops.get().stop(SECOND);
            }
        };
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE)
                        .timeToUnload(IdlePolicy.NEVER)
                        .listener(listener));
        stops.set(host);
        host.call(Docs.CREATE, edit("1", "a"));
        assertThat(reply(host.call(Docs.UPDATE, edit("1", "b")))).isEqualTo("a b");
        farm.engine.stopBeats();
        farm.happened();

        farm.advance(Duration.ofSeconds(31));

        assertThat(farm.lastEvent(Kind.ABORTED).unsavedReplies()).isOne();
        assertThat(farm.happened()).containsExactly(Kind.ABORTED);
        assertThat(host.instancesInMemory()).isZero();
    }

    /** The answer to a save comes too late, which frees the handle, and its repeat settles it: the instance stays in memory. */
    @Test
    void timerOfAnInstanceWhoseHandleWasFreedIsNotTriedOverAndOverAndComesOnce() {
        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        farm.host("former").call(Orders.ADD, topping("7", "base"));
        FaultPlan plan = new FaultPlan();
        InstanceStore store = MemoryInstanceStore.open(
                farm.data,
                StoreOptions.defaults()
                        .withTime(farm.time)
                        .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                        .withDecorator(plan::decorate));
        AtomicInteger tasks = new AtomicInteger();
        WorkflowHost host = farm.host(
                "one",
                store,
                settings -> settings.timeToUnload(IdlePolicy.NEVER).executor(task -> {
                    if (tasks.incrementAndGet() > 10_000) {
                        throw new RejectedExecutionException("it is tried over and over");
                    }
                    task.run();
                }));
        plan.inject(Fault.HOLD_ANSWER, 2, EnumSet.of(Step.SLOT));
        var call =
                host.callAsync(Orders.REMIND_ONLY, topping("7", ""), CallOptions.DEFAULT.within(Duration.ofMinutes(5)));

        farm.advance(Duration.ofSeconds(15));
        plan.open();
        farm.advance(Duration.ofSeconds(60));

        assertThat(tasks).hasValueLessThan(1_000);
        assertThat(call).isCompleted();
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+late-once");
        host.close();
        store.close();
    }
}
