// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.HostBuilder;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** The farm of one test. */
final class RunningFarm {

    /** For commands that are done when they are given. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final FarmSettings settings;
    private final MemoryData data = new MemoryData();
    private final List<HostEvent> events = new CopyOnWriteArrayList<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final List<Node> former = new ArrayList<>();
    private final FarmTime time;
    private final InstanceStore observer;
    private final OwnerId observing;

    RunningFarm(FarmSettings settings) {
        this.settings = settings;
        this.time = new FarmTime(ManualTime.startingAt(settings.start()));
        this.observer = store(new FaultPlan());
        this.observing =
                observer.execute(observer.createHandle(), new CreateOwner(OwnerDescription.anonymous()), AT_ONCE);
    }

    ManualTime time() {
        return time.manual();
    }

    List<HostEvent> events() {
        return events;
    }

    WorkflowHost host(String name, UnaryOperator<HostBuilder> own) {
        return nodes.computeIfAbsent(name, unused -> start(name, own)).host();
    }

    boolean hasHost(String name) {
        return nodes.containsKey(name);
    }

    private Node start(String name, UnaryOperator<HostBuilder> own) {
        FaultPlan faults = new FaultPlan();
        InstanceStore store = store(faults);
        HostBuilder builder = WorkflowHost.builder(store).node(name);
        settings.definitions().forEach(builder::definition);
        WorkflowHost host = own.apply(settings.hosts().apply(builder))
                .time(time)
                .executor(Runnable::run)
                .listener(events::add)
                .start();
        return new Node(host, store, faults);
    }

    private InstanceStore store(FaultPlan faults) {
        StoreOptions options = StoreOptions.defaults()
                .withTime(time)
                .withValues(settings.values())
                .withDecorator(faults::decorate);
        return MemoryInstanceStore.open(data, options);
    }

    void stop(String name) {
        Node node = running(name);
        node.stop();
        former.add(node);
        nodes.remove(name);
    }

    void kill(String name) {
        Node node = running(name);
        node.kill();
        former.add(node);
        nodes.remove(name);
    }

    private Node running(String name) {
        Node node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("there is no running host '" + name + "', only " + nodes.keySet());
        }
        return node;
    }

    Optional<InstanceSnapshot> stored(InstanceId id) {
        return observer.execute(observer.createHandle(observing, id), LoadInstance.of(LoadMode.peek()), AT_ONCE)
                .loaded();
    }

    Optional<InstanceSnapshot> stored(CorrelationKey key) {
        return observer.execute(
                        observer.createHandle(observing), LoadInstanceByKey.of(key.key(), LoadMode.peek()), AT_ONCE)
                .loaded();
    }

    void close() {
        nodes.values().forEach(node -> node.end(time()));
        former.forEach(node -> node.end(time()));
        observer.close();
    }
}
