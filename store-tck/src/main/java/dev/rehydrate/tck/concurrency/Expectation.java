// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an honest store may show and may acknowledge. Each save writes a number of its own; for each instance the last
 * acknowledged one is possible, and those of commands that said that they do not know. A save is acknowledged only if the
 * look before it shows the hold and the revision it relies on: between a look and the next command no owner gets a hold.
 */
final class Expectation {

    /** The number of an instance that is not there, or has no data. */
    static final int GONE = 0;

    private final List<InstanceKey> keys;
    private final Map<InstanceId, Set<Integer>> possible = new LinkedHashMap<>();
    private final Map<InstanceId, InstanceSnapshot> seen = new HashMap<>();

    Expectation(List<InstanceId> ids, List<InstanceKey> keys) {
        this.keys = keys;
        ids.forEach(id -> possible.put(id, Set.of(GONE)));
    }

    /** The revision at the last look, if the instance was there. */
    Optional<Revision> revision(InstanceId id) {
        return Optional.ofNullable(seen.get(id)).map(InstanceSnapshot::revision);
    }

    /**
     * What a save relies on.
     *
     * @param token of the hold its handle has, or null
     * @param expected what its caller expects to find
     */
    record Right(@Nullable FencingToken token, Expected expected) {}

    /** A save; tells whether it is not known if it was done. */
    boolean save(InstanceId id, int number, Right right, Supplier<SaveOutcome> command) {
        return write(id, number, () -> {
            boolean saved = command.get().saved().isPresent();
            if (saved) {
                requireRight(id, right);
            }
            return saved;
        });
    }

    private void requireRight(InstanceId id, Right right) {
        if (right.token() != null) {
            assertThat(Optional.ofNullable(seen.get(id))
                            .map(before -> before.header().token()))
                    .as("the hold of %s, saved by a holder", id)
                    .contains(right.token());
        }
        if (right.expected() instanceof Expected.At at) {
            assertThat(revision(id))
                    .as("the revision of %s, saved if unchanged", id)
                    .contains(at.revision());
        }
    }

    /** A command that writes a number, and says whether that is acknowledged; tells whether it is not known. */
    boolean write(InstanceId id, int number, BooleanSupplier command) {
        try {
            if (command.getAsBoolean()) {
                possible.put(id, Set.of(number));
            }
            return false;
        } catch (OwnerLostException lost) {
            throw lost;
        } catch (InstanceStoreException failure) {
            boolean unknown = failure.effect() == Effect.UNKNOWN;
            if (unknown) {
                Set<Integer> either = new HashSet<>(possible.getOrDefault(id, Set.of(GONE)));
                either.add(number);
                possible.put(id, either);
            }
            return unknown;
        }
    }

    /** The same save again, without a fault: if the look has shown it done, it is acknowledged and changes nothing. */
    void repeat(InstanceId id, int number, Node node, Supplier<SaveOutcome> command) {
        InstanceSnapshot before = seen.get(id);
        if (before == null || numberOf(Optional.of(before)) != number) {
            write(id, number, () -> command.get().saved().isPresent());
            return;
        }
        assertThat(command.get().saved()).as("%s, saved and saved again", id).isPresent();
        assertThat(node.load(id, LoadMode.peek()).loaded().map(InstanceSnapshot::revision))
                .as("the revision of %s after a repeated save", id)
                .contains(before.revision());
    }

    /** A load, which whatever it answers writes nothing; that it did not is what the next look shows. */
    void load(Supplier<LoadOutcome> command) {
        Optional<InstanceSnapshot> loaded;
        try {
            loaded = command.get().loaded();
        } catch (OwnerLostException lost) {
            throw lost;
        } catch (InstanceStoreException failed) {
            return;
        }
        loaded.ifPresent(snapshot -> requirePossible(snapshot.id(), numberOf(loaded)));
    }

    private void requirePossible(InstanceId id, int number) {
        assertThat(number).as("what %s shows", id).isIn(possible.getOrDefault(id, Set.of(GONE)));
    }

    /** Looks at everything; fails if the node sees something that cannot be. */
    void look(Node node) {
        possible.replaceAll((id, numbers) -> {
            Optional<InstanceSnapshot> shown = node.load(id, LoadMode.peek()).loaded();
            int number = numberOf(shown);
            requirePossible(id, number);
            shown.ifPresent(snapshot -> requireWayFromKeys(node, snapshot));
            shown.ifPresentOrElse(snapshot -> seen.put(id, snapshot), () -> seen.remove(id));
            return Set.of(number);
        });
    }

    private void requireWayFromKeys(Node node, InstanceSnapshot snapshot) {
        for (InstanceKey key : keys) {
            LoadOutcome byKey = node.load(key, LoadMode.peek());
            boolean leadsHere = byKey.loaded()
                    .filter(found -> found.id().equals(snapshot.id()))
                    .isPresent();
            assertThat(leadsHere)
                    .as("whether %s leads to %s", key, snapshot.id())
                    .isEqualTo(snapshot.keys().containsKey(key));
        }
        assertThat(snapshot.keys().values()).allMatch(view -> view.state() == KeyState.ASSOCIATED);
    }

    /** Fails if an instance cannot be taken, or a key is neither of use nor free, after all hosts have died. */
    void checkThatNothingIsStuck(Node survivor) {
        look(survivor);
        for (InstanceId id : possible.keySet()) {
            assertThat(survivor.load(id, LoadMode.hold())).isNotInstanceOf(LoadOutcome.Held.class);
        }
        for (InstanceKey key : keys) {
            if (survivor.load(key, LoadMode.peek()).loaded().isEmpty()) {
                survivor.create(InstanceId.random(), Sample.withKeys(1, key));
            }
        }
    }

    private static int numberOf(Optional<InstanceSnapshot> snapshot) {
        return snapshot.filter(seen -> !seen.data().names().isEmpty())
                .map(Sample::numberOf)
                .orElse(GONE);
    }
}
