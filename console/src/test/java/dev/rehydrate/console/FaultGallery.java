// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.codec.kryo.KryoCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OutboundMessage;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.operations.diagnosis.Finding.Cause;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A store with instances that are stuck, each in its own way, and a console on it. Time is moved by hand. */
public final class FaultGallery implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(10);
    static final String TOKEN = "open sesame";

    /** A message to an order. */
    record Order(String id, String what) {}

    /** What is kept of an order. */
    record State(String what) {}

    static final Operation<State, Order, String> PLACE = Operation.createOrGet("Place", Order.class)
            .correlatedBy(Correlation.<Order>content("shop").part("Order", Order::id))
            .handledBy(
                    (turn, state, order) -> turn.become(new State(order.what())).what());
    static final Operation<State, Order, String> FAIL = Operation.mustExist("Fail", Order.class)
            .correlatedBy(Correlation.<Order>content("shop").part("Order", Order::id))
            .handledBy((turn, state, order) -> {
                throw new IllegalStateException("the warehouse <b>burns</b>");
            });
    static final Operation<State, Order, String> SHIP = Operation.mustExist("Ship", Order.class)
            .correlatedBy(Correlation.<Order>content("shop").part("Order", Order::id))
            .handledBy((turn, state, order) -> {
                turn.send("warehouse", order.what());
                return turn.become(new State("shipped")).what();
            });
    private static final Operation<State, Order, String> REMIND = Operation.mustExist("Remind", Order.class)
            .correlatedBy(Correlation.<Order>content("shop").part("Order", Order::id))
            .handledBy(
                    (turn, state, order) -> turn.become(new State("reminded")).what());
    private static final Operation<State, Order, String> PLAN = Operation.createOrGet("Plan", Order.class)
            .correlatedBy(Correlation.<Order>content("shop").part("Order", Order::id))
            .handledBy((turn, state, order) -> {
                turn.scheduleAfter("remind", Duration.ofDays(1), REMIND, order);
                return turn.become(new State("planned")).what();
            });

    /** Moved by hand. */
    @SuppressWarnings("exports") // The command line is tested with it, on the class path.
    public final ManualTime time = ManualTime.startingAt(Instant.parse("2026-11-22T12:00:00Z"));

    private final MemoryData data = new MemoryData();
    private StorageEngine engine;
    final InstanceStore store;
    /** Runs the definition Order. */
    public final WorkflowHost host;

    final Console console;

    /** Opens a store without instances. */
    public FaultGallery() {
        store = open(json().withDecorator(all -> engine = all));
        host = host(
                store, "new", WorkflowDefinition.of("Order", "1.0", State.class).with(PLACE, FAIL, SHIP));
        console = Console.of(store).host(host).token(TOKEN).time(time).build();
    }

    private StoreOptions json() {
        return StoreOptions.defaults()
                .withRecordedChanges(32)
                .withTime(time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()));
    }

    /** Opens a further store over the same instances. */
    public InstanceStore open(StoreOptions options) {
        return MemoryInstanceStore.open(data, options);
    }

    private WorkflowHost host(InstanceStore on, String node, WorkflowDefinition<State> definition) {
        return WorkflowHost.builder(on)
                .definition(definition)
                .node(node)
                .time(time)
                .executor(Runnable::run)
                .timeToUnload(Duration.ZERO)
                .owner(OwnerDescription.ofType("shop").describedBy(Map.of("node", node), Map.of()))
                .sink(FaultGallery::refuse)
                .redelivery(Backoff.DEFAULT)
                .maxSends(2)
                .start();
    }

    private static CompletionStage<Void> refuse(OutboundMessage message) {
        return CompletableFuture.failedFuture(new IllegalStateException("the warehouse is closed"));
    }

    /** An instance that is idle. */
    public InstanceId idle(String id, String what) {
        return host.call(PLACE, new Order(id, what)).replyOrThrow().facts().instance();
    }

    /** Several that are idle, of one moment. */
    List<InstanceId> idle(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> idle("order " + i + " of " + time.instant(), "tea"))
                .toList();
    }

    public InstanceId heldByExpiredOwner() {
        boolean[] dead = {false};
        InstanceStore dying = open(json().withDecorator(all -> MortalEngine.of(all, () -> dead[0])));
        OwnerId owner =
                dying.execute(dying.createHandle(), new CreateOwner(OwnerDescription.ofType("legacy")), PATIENCE);
        InstanceId id = InstanceId.random();
        InstanceHandle handle = dying.createHandle(owner, id);
        dying.execute(handle, LoadInstance.of(LoadMode.holdOrCreate()), PATIENCE);
        dying.execute(
                handle,
                SaveInstance.of(
                        InstanceChanges.builder()
                                .replaceData(Map.of("state", InstanceValue.of("half done")))
                                .build(),
                        AfterSave.KEEP),
                PATIENCE);
        dead[0] = true;
        time.advance(Duration.ofMinutes(5));
        return id;
    }

    public InstanceId suspendedByFailingTurn() {
        InstanceId id = idle("failing", "tea");
        try {
            host.call(FAIL, new Order("failing", "tea"));
        } catch (RuntimeException expected) {
            return id;
        }
        throw new IllegalStateException("the turn did not fail");
    }

    public InstanceId poisonValue() {
        InstanceStore other = open(json().withValues(ValueEncoding.with(
                KryoCodec.builder().register(7, State.class).build())));
        InstanceId id = InstanceId.random();
        other.commands()
                .execute(
                        id,
                        CreateInstance.of(InstanceChanges.builder()
                                .replaceData(Map.of("state", InstanceValue.of(new State("poison"))))
                                .build()));
        other.close();
        return id;
    }

    public InstanceId deadLetter() {
        InstanceId id = idle("dead", "coffee");
        host.call(SHIP, new Order("dead", "coffee"));
        time.advance(Duration.ofMinutes(1));
        return id;
    }

    public InstanceId waitingMailbox() {
        InstanceId id = idle("waiting", "milk");
        host.control().suspend(id, "inventory");
        host.post(SHIP, new Order("waiting", "milk"));
        return id;
    }

    public InstanceId timerOfUnknownOperation() {
        InstanceStore own = open(json());
        InstanceId id;
        try (WorkflowHost old = host(
                own, "old", WorkflowDefinition.of("Order", "1.0", State.class).with(PLAN, REMIND))) {
            id = old.call(PLAN, new Order("planned", "cake"))
                    .replyOrThrow()
                    .facts()
                    .instance();
        }
        own.close();
        return id;
    }

    public InstanceId definitionThatNoHostRuns() {
        InstanceStore own = open(json());
        InstanceId id;
        try (WorkflowHost old = WorkflowHost.builder(own)
                .definition(WorkflowDefinition.of("Invoice", "3.0", State.class).with(PLACE))
                .time(time)
                .executor(Runnable::run)
                .start()) {
            id = old.call(PLACE, new Order("invoice", "cake"))
                    .replyOrThrow()
                    .facts()
                    .instance();
        }
        own.close();
        return id;
    }

    /** The last release of its host has one definition more, and so another host type. */
    public InstanceId definitionThatHostsOfAnotherTypeRun() {
        WorkflowDefinition<State> invoice =
                WorkflowDefinition.of("Invoice", "3.0", State.class).with(PLACE);
        InstanceStore own = open(json());
        InstanceId id;
        try (WorkflowHost old = WorkflowHost.builder(own)
                .definition(invoice)
                .time(time)
                .executor(Runnable::run)
                .start()) {
            id = old.call(PLACE, new Order("invoice", "cake"))
                    .replyOrThrow()
                    .facts()
                    .instance();
        }
        own.close();
        WorkflowHost.builder(store)
                .definition(invoice)
                .definition(WorkflowDefinition.of("Receipt", "1.0", State.class).with(FAIL))
                .time(time)
                .executor(Runnable::run)
                .start();
        return id;
    }

    /** A key whose claim dangles. */
    public InstanceKey keyClaimedByACrash() {
        InstanceKey key = InstanceKey.of("shop", "claimed");
        engine.apply(SlotAddress.of(key), new ClaimKey(key, new KeyClaim(InstanceId.random(), 1), null, Set.of()));
        return key;
    }

    /** One way to be stuck, and what has to be said of it. */
    public record Stuck(
            String name, Function<FaultGallery, InstanceId> prepared, Cause cause, String explained, String remedy) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** All ways in which an instance is stuck. */
    public static List<Stuck> stuck() {
        return List.of(
                new Stuck(
                        "held by an expired owner",
                        FaultGallery::heldByExpiredOwner,
                        Cause.HELD_BY_EXPIRED_OWNER,
                        "whose lease has expired",
                        "release the instance"),
                new Stuck(
                        "suspended by a failing turn",
                        FaultGallery::suspendedByFailingTurn,
                        Cause.SUSPENDED_BY_FAILURE,
                        "the warehouse <b>burns</b>",
                        "then resume the instance"),
                new Stuck(
                        "a poison value",
                        FaultGallery::poisonValue,
                        Cause.POISON_VALUE,
                        "The value 'state' cannot be read here",
                        "deploy a release that has its class and codec"),
                new Stuck(
                        "a dead letter",
                        FaultGallery::deadLetter,
                        Cause.DEAD_LETTER,
                        "the warehouse is closed",
                        "redrive the message"),
                new Stuck(
                        "a waiting mailbox",
                        FaultGallery::waitingMailbox,
                        Cause.MAILBOX_WAITING,
                        "1 message waits in the mailbox",
                        "remove what keeps it from running"),
                new Stuck(
                        "a timer of an unknown operation",
                        FaultGallery::timerOfUnknownOperation,
                        Cause.UNKNOWN_TIMER_OPERATION,
                        "names the operation 'Remind'",
                        "Deploy a release whose definition has the operation"),
                new Stuck(
                        "a definition that no host runs",
                        FaultGallery::definitionThatNoHostRuns,
                        Cause.NO_HOST_FOR_DEFINITION,
                        "runs the definition Invoice",
                        "Start a host with this definition"),
                new Stuck(
                        "a definition that hosts of another type run",
                        FaultGallery::definitionThatHostsOfAnotherTypeRun,
                        Cause.NO_HOST_FOR_DEFINITION,
                        "No live owner of host type 'Invoice' runs the definition Invoice",
                        "('Invoice+Receipt'): a host type that is not set changes with the definitions of the host. Start them"
                                + " with hostType(\"Invoice\")"));
    }

    @Override
    public void close() {
        host.close();
        store.close();
    }
}
