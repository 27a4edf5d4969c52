// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.host.lifecycle.KnownOperations;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Hosts over one data. Time is moved by hand and turns run in the thread that calls, so that a test sees everything done
 * when a call returns.
 */
final class Farm implements AutoCloseable {

    static final Duration SECOND = Duration.ofSeconds(1);

    final MemoryData data = new MemoryData();
    private final List<Runnable> closings = new ArrayList<>();
    final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    final List<HostEvent> events = new CopyOnWriteArrayList<>();

    /** What the hosts run. */
    WorkflowDefinition<?> definition = Docs.DEFINITION;

    /** The engine of the store that was opened last. */
    TroubledEngine engine;

    /** The parts of a host, none of which runs by itself. */
    HostParts parts() {
        InstanceStore store = store();
        HostSettings settings =
                WorkflowHost.builder(store).definition(definition).time(time).settings();
        return HostParts.assembled(
                settings,
                new StoreAccess(store, Runnable::run),
                List.of(definition),
                KnownOperations.of(List.of(definition), store));
    }

    InstanceStore store() {
        return store(time);
    }

    InstanceStore store(TimeSource clock) {
        StoreOptions options = StoreOptions.defaults()
                .withTime(clock)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                .withDecorator(this::troubled);
        InstanceStore store = MemoryInstanceStore.open(data, options);
        closings.add(store::close);
        return store;
    }

    /** The store of a process that dies at some step, with a host of its own. */
    WorkflowHost mortal(String node, MortalEngine.Death death, UnaryOperator<HostBuilder> settings) {
        StoreOptions options = StoreOptions.defaults()
                .withTime(time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                .withDecorator(inner -> new MortalEngine(inner, death));
        // A process that has died closes nothing, and its store would wait for answers that never come.
        InstanceStore store = MemoryInstanceStore.open(data, options);
        closings.add(death::now);
        return host(node, store, settings);
    }

    private StorageEngine troubled(StorageEngine inner) {
        engine = new TroubledEngine(inner);
        return engine;
    }

    /** A host with a store of its own. */
    WorkflowHost host(String node, UnaryOperator<HostBuilder> settings) {
        return host(node, store(), settings);
    }

    WorkflowHost host(String node, InstanceStore store, UnaryOperator<HostBuilder> settings) {
        HostBuilder builder = WorkflowHost.builder(store)
                .node(node)
                .definition(definition)
                .time(time)
                .executor(Runnable::run)
                .listener(events::add);
        WorkflowHost host = settings.apply(builder).start();
        closings.add(() -> {
            var unused = host.stop(Duration.ZERO);
        });
        return host;
    }

    /** A host that unloads after every turn. */
    WorkflowHost host(String node) {
        return host(node, settings -> settings.timeToUnload(Duration.ZERO));
    }

    void advance(Duration by) {
        time.advance(by);
    }

    /** What happened to instances since the last call, in order. */
    List<Kind> happened() {
        List<Kind> kinds = events.stream()
                .filter(event -> event.instance() != null)
                .map(HostEvent::kind)
                .toList();
        events.clear();
        return kinds;
    }

    HostEvent lastEvent(Kind kind) {
        return events.stream()
                .filter(event -> event.kind() == kind)
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no " + kind + " in " + events));
    }

    LoadOutcome peek(String id) {
        return tool().ask(Docs.home(id), LoadInstance.of(LoadMode.peek()));
    }

    LoadOutcome peek(InstanceId id) {
        return tool().ask(id, LoadInstance.of(LoadMode.peek()));
    }

    LoadOutcome.Loaded stored(String id) {
        return (LoadOutcome.Loaded) peek(id);
    }

    /** A caller without a host: an administrator, or another program. */
    Tool tool() {
        return new Tool(store());
    }

    static <R> R reply(CallOutcome<R> outcome) {
        return outcome.replyOrThrow().reply();
    }

    static <T> T now(CompletableFuture<T> answer) {
        return Waiting.forAnswer(answer, Duration.ZERO);
    }

    @Override
    public void close() {
        for (int i = closings.size() - 1; i >= 0; i--) {
            closings.get(i).run();
        }
    }

    static final class Tool {
        private final InstanceStore store;
        private final OwnerId owner;

        private Tool(InstanceStore store) {
            this.store = store;
            this.owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), SECOND);
        }

        <R> R ask(InstanceId instance, PersistenceCommand<R> command) {
            return store.execute(store.createHandle(owner, instance), command, SECOND);
        }

        /** A command that finds its instance. */
        <R> R askFor(PersistenceCommand<R> command) {
            return store.execute(store.createHandle(owner), command, SECOND);
        }

        /** Takes the hold and keeps it until the handle is closed. */
        InstanceHandle hold(InstanceId instance) {
            InstanceHandle handle = store.createHandle(owner, instance);
            store.execute(handle, LoadInstance.of(LoadMode.hold()), SECOND).snapshotOrThrow();
            return handle;
        }
    }
}
