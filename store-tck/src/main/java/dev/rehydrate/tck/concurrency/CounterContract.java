// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.farm.Stress;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Many hosts change one instance at the same time: no change is lost, none is done twice. */
public abstract class CounterContract {

    private static final int MOST_ATTEMPTS = 10_000;

    private final InstanceId id = InstanceId.random();

    @Stress
    void incrementsByETagAreNeverLost(Farm farm) {
        List<Node> nodes = nodes(farm, 8);
        nodes.get(0).create(id, Sample.number(0));
        int increments = Math.max(1, farm.scale().rounds() / 2);

        try (Crowd crowd = new Crowd(32)) {
            crowd.all(i -> {
                for (int n = 0; n < increments; n++) {
                    increment(nodes.get(i % nodes.size()));
                }
                return i;
            });
        }

        assertThat(Sample.numberOf(nodes.get(0).read(id))).isEqualTo(32 * increments);
    }

    private void increment(Node node) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            InstanceSnapshot seen = node.load(id, LoadMode.free()).snapshotOrThrow();
            SaveOutcome outcome =
                    node.run(id, SaveInstance.ifUnchanged(Sample.number(Sample.numberOf(seen) + 1), seen.revision()));
            if (outcome instanceof SaveOutcome.Saved) {
                return;
            }
            assertThat(outcome).isInstanceOf(SaveOutcome.Mismatch.class);
        }
        throw new AssertionError("never saved");
    }

    @Stress
    void incrementsUnderTheHoldAreNeverLost(Farm farm) {
        List<Node> nodes = nodes(farm, 4);
        nodes.get(0).create(id, Sample.number(0));
        int increments = Math.max(1, farm.scale().rounds() / 8);

        try (Crowd crowd = new Crowd(8)) {
            crowd.all(i -> {
                for (int n = 0; n < increments; n++) {
                    incrementHeld(farm, nodes.get(i % nodes.size()));
                }
                return i;
            });
        }

        assertThat(Sample.numberOf(nodes.get(0).read(id))).isEqualTo(8 * increments);
    }

    private void incrementHeld(Farm farm, Node node) {
        Held held = farm.eventually(() -> tryHold(node));
        int next = Sample.numberOf(held.snapshot()) + 1;
        node.run(held.handle(), SaveInstance.of(Sample.number(next), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    /**
     * An instance and the handle that holds it.
     *
     * @param handle the handle
     * @param snapshot the instance
     */
    private record Held(InstanceHandle handle, InstanceSnapshot snapshot) {}

    /** Two threads of one owner meet as a conflict of handles, those of different owners as a held instance. */
    private Optional<Held> tryHold(Node node) {
        InstanceHandle handle = node.handle(id);
        try {
            LoadOutcome outcome = node.run(handle, LoadInstance.of(LoadMode.hold()));
            assertThat(outcome).isInstanceOfAny(LoadOutcome.Loaded.class, LoadOutcome.Held.class);
            Optional<Held> held = outcome.loaded().map(snapshot -> new Held(handle, snapshot));
            if (held.isEmpty()) {
                handle.close();
            }
            return held;
        } catch (HandleConflictException other) {
            return Optional.empty();
        }
    }

    @Stress
    void aHoldThatManyTakeAndDropComesBack(Farm farm) {
        List<Node> nodes = nodes(farm, 4);
        nodes.get(0).create(id, Sample.number(0));

        List<CompletableFuture<LoadOutcome>> loads = new ArrayList<>();
        try (Crowd crowd = new Crowd(8)) {
            crowd.all(i -> takeAndDrop(nodes.get(i % 4), farm.scale().rounds())).forEach(loads::addAll);
        }

        loads.forEach(load -> requireAnswered(farm, load));
        farm.eventually(
                () -> assertThat(nodes.get(0).read(id).header().holder()).isNull());
    }

    private List<CompletableFuture<LoadOutcome>> takeAndDrop(Node node, int times) {
        List<CompletableFuture<LoadOutcome>> loads = new ArrayList<>();
        for (int n = 0; n < times; n++) {
            loads.add(node.loadAndFree(id));
        }
        return loads;
    }

    /**
     * The expected answers are the hold, a hold of another owner, and a conflict with a handle of the same owner that is not freed
     * yet. An unknown outcome is one only if the engine itself has reported an unknown effect.
     */
    private void requireAnswered(Farm farm, CompletableFuture<LoadOutcome> load) {
        try {
            assertThat(farm.await(load)).isInstanceOfAny(LoadOutcome.Loaded.class, LoadOutcome.Held.class);
        } catch (HandleConflictException notFreedYet) {
            assertThat(notFreedYet.instance()).contains(id);
        } catch (OutcomeUnknownException unknown) {
            assertThat(farm.isInDoubt()).isTrue();
        }
    }

    /** Who cannot know whether a save was done finds out from the data, in which each host notes how far it has come. */
    @Stress
    void incrementsAreCountedRightWhateverFails(Farm farm) {
        List<Node> nodes = nodes(farm, 8);
        nodes.get(0).create(id, Sample.number(0));
        int increments = Math.max(1, farm.scale().rounds() / 4);

        try (Crowd crowd = new Crowd(8)) {
            crowd.all(i -> {
                Random random = new Random(i);
                for (int n = 1; n <= increments; n++) {
                    incrementWithFaults(nodes.get(i), "host " + i, n, random);
                }
                return i;
            });
        }

        assertThat(Sample.numberOf(nodes.get(0).read(id))).isEqualTo(8 * increments);
    }

    private void incrementWithFaults(Node node, String host, int step, Random random) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            InstanceSnapshot seen = node.read(id);
            if (seen.data().find(host, Integer.class).orElse(0) == step) {
                return;
            }
            ValueDelta<InstanceValue> delta = ValueDelta.putting(
                    Map.of("number", InstanceValue.of(Sample.numberOf(seen) + 1), host, InstanceValue.of(step)));
            node.faults().inject(random.nextBoolean() ? Fault.FAIL_BEFORE : Fault.FAIL_AFTER, 1 + random.nextInt(2));
            tryToSave(node, InstanceChanges.builder().changeData(delta).build(), seen.revision());
            node.faults().open();
        }
        throw new AssertionError("never saved");
    }

    private void tryToSave(Node node, InstanceChanges<InstanceValue> changes, Revision seen) {
        try {
            SaveOutcome outcome = node.run(id, SaveInstance.ifUnchanged(changes, seen));
            assertThat(outcome).isInstanceOfAny(SaveOutcome.Saved.class, SaveOutcome.Mismatch.class);
        } catch (OutcomeUnknownException | StoreUnavailableException notAnswered) {
            assertThat(notAnswered.instance()).contains(id);
        }
    }

    @Stress
    void keysThatManyAddAtOnceAreAllThere(Farm farm) {
        List<Node> nodes = nodes(farm, 8);
        nodes.get(0).create(id, Sample.number(0));
        List<InstanceKey> keys = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            keys.add(InstanceKey.random());
        }

        try (Crowd crowd = new Crowd(8)) {
            crowd.all(i -> add(nodes.get(i), keys.get(i)));
        }

        assertThat(nodes.get(0).read(id).keys()).containsOnlyKeys(keys);
    }

    private boolean add(Node node, InstanceKey key) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            InstanceSnapshot seen = node.read(id);
            SaveOutcome outcome =
                    node.run(id, SaveInstance.ifUnchanged(Sample.withKeys(attempt, key), seen.revision()));
            if (outcome instanceof SaveOutcome.Saved) {
                return true;
            }
        }
        throw new AssertionError("never saved");
    }

    @Stress
    void oneCommandGivenByManyAtOnceIsDoneOnce(Farm farm) {
        List<Node> nodes = nodes(farm, 8);
        nodes.get(0).create(id, Sample.number(0));
        try (Crowd crowd = new Crowd(8)) {
            for (int round = 1; round <= Math.max(1, farm.scale().rounds() / 4); round++) {
                InstanceSnapshot seen = nodes.get(0).read(id);
                SaveInstance save = SaveInstance.ifUnchanged(Sample.number(round), seen.revision());

                Set<SaveOutcome> answers =
                        new HashSet<>(crowd.all(i -> nodes.get(i).run(id, save)));

                assertThat(answers).hasSize(1).allMatch(SaveOutcome.Saved.class::isInstance);
                assertThat(nodes.get(0).read(id).revision().number())
                        .isEqualTo(seen.revision().number() + 1);
            }
        }
    }

    @Stress
    void everyDueInstanceIsRunByExactlyOne(Farm farm) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            nodes.add(farm.node(OwnerDescription.ofType("documents")));
        }
        int due = farm.scale().rounds();
        for (int i = 0; i < due; i++) {
            nodes.get(0)
                    .create(
                            InstanceId.random(),
                            Sample.numbered(i).dueAfter(Duration.ZERO).build());
        }
        farm.advance(Farm.DETECTION);

        List<InstanceId> run = new ArrayList<>();
        try (Crowd crowd = new Crowd(8)) {
            crowd.all(i -> drain(nodes.get(i))).forEach(run::addAll);
        }
        // Who lost every race may have given up while something was left.
        run.addAll(drain(nodes.get(0)));

        assertThat(run).hasSize(due).doesNotHaveDuplicates();
    }

    private static List<InstanceId> drain(Node node) {
        List<InstanceId> run = new ArrayList<>();
        Optional<InstanceSnapshot> next = node.loadRunnable().loaded();
        while (next.isPresent()) {
            run.add(next.get().id());
            next = node.loadRunnable().loaded();
        }
        return run;
    }

    /** Shows that the counting tests can fail: a save without an expectation loses changes. */
    @Test
    void withoutARevisionAChangeIsLost(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        first.create(id, Sample.number(0));
        int seenByFirst = Sample.numberOf(first.read(id));
        int seenBySecond = Sample.numberOf(second.read(id));

        first.save(id, Sample.number(seenByFirst + 1)).receiptOrThrow();
        second.save(id, Sample.number(seenBySecond + 1)).receiptOrThrow();

        assertThat(Sample.numberOf(first.read(id))).isEqualTo(1);
    }

    private static List<Node> nodes(Farm farm, int count) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(farm.node());
        }
        return nodes;
    }
}
