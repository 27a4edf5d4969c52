// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** The hosts of one test on the nodes of a provider that many tests share; they take nothing that is not theirs. */
final class HostFarm implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Provider provider;
    private final UnaryOperator<StoreOptions> settings;
    private final String type = "hosts-" + UUID.randomUUID();
    private final Deque<Runnable> closings = new ArrayDeque<>();
    private final StoreCommands tool;
    final Collection<HostEvent> events = new ConcurrentLinkedQueue<>();

    /** The engine of the store that was opened last. */
    TroubledEngine engine;

    HostFarm(Provider provider) {
        this(provider, options -> options);
    }

    HostFarm(Provider provider, UnaryOperator<StoreOptions> settings) {
        this.provider = provider;
        this.settings = settings;
        this.tool = open(0, options()).commands().withTimeout(PATIENCE);
    }

    private InstanceStore open(int node, StoreOptions options) {
        InstanceStore store = provider.open(node, options);
        closings.push(store::close);
        return store;
    }

    private StoreOptions options() {
        return settings.apply(StoreOptions.defaults()
                .withValues(ValueEncoding.with(JacksonCodec.builder().build())));
    }

    /** A name that no other test uses. */
    String named(String id) {
        return type + "/" + id;
    }

    /** What hosts say that can take over from each other. */
    OwnerDescription type(String suffix) {
        return OwnerDescription.ofType(type + suffix);
    }

    /** A host with a store of its own. */
    WorkflowHost host(int node, WorkflowDefinition<?> definition, UnaryOperator<HostBuilder> with) {
        return start(open(node, options()), node, definition, with);
    }

    /** A host of a release that knows these values. */
    WorkflowHost host(int node, ValueEncoding values, WorkflowDefinition<?> definition) {
        return start(
                open(node, options().withValues(values)),
                node,
                definition,
                settings -> settings.timeToUnload(Duration.ZERO));
    }

    /** A host whose store has troubles when its {@link #engine} is told to. */
    WorkflowHost troubled(int node, WorkflowDefinition<?> definition, UnaryOperator<HostBuilder> with) {
        StoreOptions troubled = options().withDecorator(inner -> engine = new TroubledEngine(inner));
        return start(open(node, troubled), node, definition, with);
    }

    /** A host of a process that dies when it is told to. */
    WorkflowHost mortal(
            int node, MortalEngine.Death death, WorkflowDefinition<?> definition, UnaryOperator<HostBuilder> with) {
        StoreOptions mortal = options().withDecorator(inner -> new MortalEngine(inner, death));
        return start(open(node, mortal), node, definition, with);
    }

    private WorkflowHost start(
            InstanceStore store, int node, WorkflowDefinition<?> definition, UnaryOperator<HostBuilder> with) {
        HostBuilder builder = WorkflowHost.builder(store)
                .node("n" + node)
                .owner(type(""))
                .definition(definition)
                .listener(events::add);
        WorkflowHost host = with.apply(builder).start();
        closings.push(() -> Waiting.forEnd(host.stop(Duration.ofSeconds(5)), PATIENCE));
        return host;
    }

    /** A caller without a host: an administrator, or another program. It has no lease that expires while the process is paused. */
    <R> R ask(InstanceId instance, PersistenceCommand<R> command) {
        return tool.execute(instance, command);
    }

    LoadOutcome peek(InstanceId instance) {
        return ask(instance, LoadInstance.of(LoadMode.peek()));
    }

    InstanceHeader header(InstanceId instance) {
        return peek(instance).snapshotOrThrow().header();
    }

    boolean isHeld(InstanceId instance) {
        return header(instance).holder() != null;
    }

    long count(Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).count();
    }

    /** What happened to instances, in order. */
    List<Kind> happened() {
        return events.stream()
                .filter(event -> event.instance() != null)
                .map(HostEvent::kind)
                .toList();
    }

    @Override
    public void close() {
        closings.forEach(Runnable::run);
    }
}
