// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.KeyChanges;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One command that changes an instance with several keys, its state before, and its state after. */
final class Trial {

    /** What the command does. */
    enum Kind {
        /** Creates an instance with its home key and two further ones. */
        CREATE,
        /** Writes it, associates two keys and releases one. */
        SAVE,
        /** Ends it; nothing stays. */
        COMPLETE
    }

    /**
     * What a look at the instance shows.
     *
     * @param number its data; zero if it is not there
     * @param keys its keys
     */
    record State(int number, Set<InstanceKey> keys) {
        private static final State ABSENT = new State(0, Set.of());

        private static State of(InstanceSnapshot snapshot) {
            return new State(Sample.numberOf(snapshot), snapshot.keys().keySet());
        }
    }

    private final Kind kind;
    private final InstanceId id = InstanceId.random();
    private final InstanceKey home = new InstanceKey(id.high(), id.low());
    private final InstanceKey stays = InstanceKey.random();
    private final InstanceKey goes = InstanceKey.random();
    private final InstanceKey comes = InstanceKey.random();
    private final InstanceKey comesToo = InstanceKey.random();
    private final PersistenceCommand<SaveOutcome> command;

    Trial(Kind kind) {
        this.kind = kind;
        this.command = switch (kind) {
            case CREATE -> CreateInstance.of(Sample.withKeys(1, home, stays, goes), AfterSave.RELEASE);
            case SAVE -> SaveInstance.of(changes(), AfterSave.RELEASE);
            case COMPLETE -> CompleteInstance.now();
        };
    }

    private InstanceChanges changes() {
        KeyChanges keys =
                new KeyChanges(Map.of(comes, Map.of(), comesToo, Map.of()), Set.of(goes), Set.of(goes), Map.of());
        return Sample.numbered(2).keys(keys).build();
    }

    InstanceId id() {
        return id;
    }

    /** The command; the same one, with the same id, each time. */
    PersistenceCommand<SaveOutcome> command() {
        return command;
    }

    void prepare(Node node) {
        if (kind != Kind.CREATE) {
            node.create(id, Sample.withKeys(1, home, stays, goes));
        }
    }

    State before() {
        return kind == Kind.CREATE ? State.ABSENT : new State(1, Set.of(home, stays, goes));
    }

    State after() {
        return switch (kind) {
            case CREATE -> new State(1, Set.of(home, stays, goes));
            case SAVE -> new State(2, Set.of(home, stays, comes, comesToo));
            case COMPLETE -> State.ABSENT;
        };
    }

    State seenBy(Node node) {
        return node.load(id, LoadMode.peek()).loaded().map(State::of).orElse(State.ABSENT);
    }

    /** Fails if something is there that is neither all of the command nor nothing of it. */
    State requireWhole(Node observer) {
        State seen = seenBy(observer);
        assertThat(seen).as("whole, not torn").isIn(before(), after());
        for (InstanceKey key : seen.keys()) {
            assertThat(observer.load(key, LoadMode.authoritative()).orThrow().id())
                    .as("what key %s leads to", key)
                    .isEqualTo(id);
        }
        return seen;
    }

    /** The keys of the command that the instance does not have. */
    Set<InstanceKey> freeKeys(State seen) {
        Set<InstanceKey> free =
                Stream.of(home, stays, goes, comes, comesToo).collect(Collectors.toCollection(HashSet::new));
        free.removeAll(seen.keys());
        return free;
    }

    @Override
    public String toString() {
        return kind.toString();
    }
}
