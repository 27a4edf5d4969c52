// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.concurrency;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Random commands of three nodes on two instances and four keys, with faults and crashes between them. */
final class RandomWalk {

    private static final int TRACE = 12;

    private final Farm farm;
    private final Random random;
    private final Expectation expectation;
    private final List<InstanceId> ids;
    private final List<InstanceKey> keys;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Node, List<InstanceHandle>> handles = new HashMap<>();
    private final Deque<String> trace = new ArrayDeque<>();
    private final Map<InstanceId, Revision> revisions = new HashMap<>();
    private @Nullable Unknown unknown;
    private int numbers;

    /**
     * A save with an unknown outcome.
     *
     * @param id what it saves
     * @param number what it writes
     * @param command the command, to be repeated
     */
    private record Unknown(InstanceId id, int number, SaveInstance command) {}

    RandomWalk(Farm farm, Random random) {
        this.farm = farm;
        this.random = random;
        // From the seed like everything else, so that a walk can be repeated.
        InstanceId first = new InstanceId(random.nextLong(), random.nextLong());
        this.ids = List.of(first, new InstanceId(random.nextLong(), random.nextLong()));
        this.keys = List.of(new InstanceKey(first.high(), first.low()), newKey(), newKey(), newKey());
        this.expectation = new Expectation(ids, keys);
        for (int i = 0; i < 3; i++) {
            nodes.add(newNode());
        }
    }

    private InstanceKey newKey() {
        return new InstanceKey(random.nextLong(), random.nextLong());
    }

    private Node newNode() {
        return farm.node(OwnerDescription.anonymous(), options -> options.withClaimGrace(Duration.ofMillis(20)));
    }

    /** The last steps, oldest first. */
    List<String> trace() {
        return List.copyOf(trace);
    }

    void step() {
        Node node = any(nodes);
        if (random.nextInt(4) == 0) {
            Fault fault = random.nextBoolean() ? Fault.FAIL_BEFORE : Fault.FAIL_AFTER;
            int at = 1 + random.nextInt(4);
            node.faults().inject(fault, at);
            note(fault + " at " + at);
        }
        unlessLost(node, this::act);
        node.faults().open();
        look();
        if (unknown != null) {
            repeat(node, unknown);
            look();
        }
    }

    private void look() {
        Node observer = any(nodes);
        while (!unlessLost(observer, expectation::look)) {
            observer = any(nodes);
        }
    }

    /** Beats fail too; an owner that failed to beat for too long knows that it is lost, and its host starts again. */
    private boolean unlessLost(Node node, Consumer<Node> action) {
        try {
            action.accept(node);
            return true;
        } catch (OwnerLostException lost) {
            note("lost " + node.owner());
            replace(node);
            return false;
        }
    }

    /** Whatever happened, every key is of use in the end. */
    void end() {
        Node survivor = newNode();
        nodes.forEach(Node::crash);
        farm.passLease();
        expectation.checkThatNothingIsStuck(survivor);
    }

    private void act(Node node) {
        switch (random.nextInt(11)) {
            case 0 -> load(node, node.handle(any(ids)), LoadInstance.of(LoadMode.hold()));
            case 1 -> load(node, node.handle(), LoadInstanceByKey.of(any(keys), LoadMode.hold()));
            case 2 -> load(node, node.handle(), LoadInstanceByKey.of(any(keys), creating(any(ids))));
            case 3, 4 -> saveHeld(node);
            case 5, 6 -> save(node, node.handle(any(ids)), AfterSave.RELEASE);
            case 7 -> closeHandle(node);
            case 8 -> end(node, any(ids));
            case 9 -> crash(node);
            default -> advance(Duration.ofSeconds(random.nextInt(40)));
        }
    }

    private void advance(Duration by) {
        note("advance " + by);
        farm.advance(by);
    }

    private static LoadMode creating(InstanceId id) {
        return new LoadMode.HoldOrCreate(id, Map.of());
    }

    private void load(Node node, InstanceHandle handle, PersistenceCommand<LoadOutcome> command) {
        note("load " + handle + " " + command);
        expectation.load(() -> node.run(handle, command));
        keep(node, handle);
    }

    private void keep(Node node, InstanceHandle handle) {
        if (handle.isValid() && handle.token().isPresent()) {
            handles.computeIfAbsent(node, first -> new ArrayList<>()).add(handle);
        }
    }

    private void saveHeld(Node node) {
        List<InstanceHandle> own = handlesOf(node);
        if (!own.isEmpty()) {
            save(node, any(own), random.nextBoolean() ? AfterSave.KEEP : AfterSave.RELEASE);
        }
    }

    private List<InstanceHandle> handlesOf(Node node) {
        return handles.getOrDefault(node, List.of());
    }

    private void save(Node node, InstanceHandle handle, AfterSave after) {
        InstanceId id = handle.instance().orElseThrow();
        int number = ++numbers;
        InstanceChanges<InstanceValue> changes =
                Sample.numbered(number).keys(keyChanges()).build();
        SaveInstance save = new SaveInstance(newCommand(), changes, expected(id), after);
        note("save " + number + " " + handle + " " + changes.keys() + " " + save.expected() + " " + after);
        Expectation.Right right = new Expectation.Right(handle.token().orElse(null), save.expected());
        if (expectation.save(id, number, right, () -> node.run(handle, save))) {
            unknown = new Unknown(id, number, save);
        }
    }

    private CommandId newCommand() {
        return new CommandId(random.nextLong(), random.nextLong());
    }

    /** Often a revision that was seen, now or at the time of another save: only the present one may do. */
    private Expected expected(InstanceId id) {
        Optional<Revision> present = expectation.revision(id);
        Optional<Revision> earlier = Optional.ofNullable(revisions.get(id));
        present.filter(revision -> random.nextBoolean()).ifPresent(revision -> revisions.put(id, revision));
        return switch (random.nextInt(4)) {
            case 0 -> present.map(Expected::revision).orElse(Expected.any());
            case 1 -> earlier.map(Expected::revision).orElse(Expected.any());
            default -> Expected.any();
        };
    }

    private void repeat(Node node, Unknown save) {
        unknown = null;
        if (nodes.contains(node)) {
            note("repeat " + save.number());
            InstanceHandle handle = node.handle(save.id());
            unlessLost(
                    node,
                    same -> expectation.repeat(save.id(), save.number(), same, () -> same.run(handle, save.command())));
            keep(node, handle);
        }
    }

    private KeyChanges<InstanceValue> keyChanges() {
        InstanceKey key = any(keys);
        return switch (random.nextInt(4)) {
            case 0 -> KeyChanges.associating(key);
            case 1 -> KeyChanges.releasing(key);
            case 2 -> Sample.associating(keys.get(1), keys.get(2));
            default -> KeyChanges.none();
        };
    }

    private void end(Node node, InstanceId id) {
        if (random.nextBoolean()) {
            note("complete " + id);
            expectation.write(
                    id,
                    Expectation.GONE,
                    () -> node.run(id, CompleteInstance.now()).saved().isPresent());
        } else {
            note("delete " + id);
            expectation.write(id, Expectation.GONE, () -> {
                node.run(id, DeleteInstance.now());
                return true;
            });
        }
    }

    private void closeHandle(Node node) {
        List<InstanceHandle> own = handlesOf(node);
        if (!own.isEmpty()) {
            InstanceHandle handle = own.remove(random.nextInt(own.size()));
            note("close " + handle);
            handle.close();
        }
    }

    private void crash(Node node) {
        note("crash " + node.owner());
        replace(node);
    }

    private void replace(Node node) {
        node.crash();
        node.store().close();
        nodes.remove(node);
        nodes.add(newNode());
        handles.remove(node);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void note(String what) {
        trace.addLast(what);
        if (trace.size() > TRACE) {
            trace.removeFirst();
        }
    }
}
