// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** One command that changes an instance or its keys, its state before, and its state after. */
final class Trial {

    /** What the command does. */
    enum Kind {
        /** Creates an instance with its home key. */
        CREATE,
        /** Creates it with its home key and a further one. */
        CREATE_WITH_ONE,
        /** Creates it with its home key and three further ones. */
        CREATE_WITH_THREE,
        /** Writes it and associates two keys. */
        ASSOCIATE,
        /** Writes it and releases two keys. */
        DISASSOCIATE,
        /** Writes it, associates two keys and releases one. */
        SAVE,
        /** Ends it; nothing stays. */
        COMPLETE,
        /** Ends it; it stays, with its keys. */
        COMPLETE_AND_KEEP,
        /** Removes it, as an administrator does. */
        DELETE,
        /** Takes it over from an expired host, and associates a key. */
        RECLAIM
    }

    /**
     * What a look at the instance shows.
     *
     * @param number its data; zero if it is not there
     * @param keys its keys
     * @param completed whether it has ended
     */
    record State(int number, Set<InstanceKey> keys, boolean completed) {
        private static final State ABSENT = new State(0, Set.of(), false);

        private static State of(InstanceSnapshot snapshot) {
            return new State(
                    Sample.numberOf(snapshot), snapshot.keys().keySet(), snapshot.state() == InstanceState.COMPLETED);
        }
    }

    private final Kind kind;
    private final InstanceId id = InstanceId.random();
    private final InstanceKey home = new InstanceKey(id.high(), id.low());
    private final InstanceKey stays = InstanceKey.random();
    private final InstanceKey goes = InstanceKey.random();
    private final InstanceKey goesToo = InstanceKey.random();
    private final InstanceKey comes = InstanceKey.random();
    private final InstanceKey comesToo = InstanceKey.random();
    private final PersistenceCommand<?> command;

    Trial(Kind kind) {
        this.kind = kind;
        this.command = switch (kind) {
            case CREATE, CREATE_WITH_ONE, CREATE_WITH_THREE -> create(after().keys());
            case ASSOCIATE -> save(Set.of(comes, comesToo), Set.of());
            case DISASSOCIATE -> save(Set.of(), Set.of(goes, goesToo));
            case SAVE -> save(Set.of(comes, comesToo), Set.of(goes));
            case COMPLETE -> CompleteInstance.now();
            case COMPLETE_AND_KEEP ->
                new CompleteInstance(CommandId.random(), InstanceChanges.none(), Expected.any(), CompletionAction.KEEP);
            case DELETE -> DeleteInstance.now();
            case RECLAIM -> LoadInstance.of(new LoadMode.Hold(Map.of(comes, Map.of())));
        };
    }

    private static CreateInstance create(Set<InstanceKey> keys) {
        return CreateInstance.of(Sample.withKeys(1, keys.toArray(InstanceKey[]::new)), AfterSave.RELEASE);
    }

    private static SaveInstance save(Set<InstanceKey> come, Set<InstanceKey> go) {
        KeyChanges<InstanceValue> coming = Sample.associating(come.toArray(InstanceKey[]::new));
        KeyChanges<InstanceValue> keys = new KeyChanges<>(coming.associate(), go, go, Map.of());
        InstanceChanges<InstanceValue> changes = Sample.numbered(2).keys(keys).build();
        return SaveInstance.of(changes, AfterSave.RELEASE);
    }

    InstanceId id() {
        return id;
    }

    /** Gives the command; the same one, with the same id, each time. */
    Object answerTo(Node node, InstanceHandle handle) {
        return node.run(handle, command);
    }

    /** Gives the command on a handle of its own. */
    Object answerTo(Node node) {
        return answerTo(node, node.handle(id));
    }

    /** Tells whether an answer says that the command was done. */
    static boolean isDone(Object answer) {
        return answer instanceof SaveOutcome.Saved
                || answer instanceof LoadOutcome.Loaded
                || answer == ControlOutcome.DONE;
    }

    void prepare(Farm farm, Node node) {
        InstanceChanges<InstanceValue> changes = Sample.withKeys(1, home, stays, goes, goesToo);
        if (kind == Kind.RECLAIM) {
            Node dead = farm.node();
            dead.createHeld(id, changes);
            dead.crash();
            farm.passLease();
        } else if (!before().equals(State.ABSENT)) {
            node.create(id, changes);
        }
    }

    State before() {
        return switch (kind) {
            case CREATE, CREATE_WITH_ONE, CREATE_WITH_THREE -> State.ABSENT;
            default -> there(1, home, stays, goes, goesToo);
        };
    }

    State after() {
        return switch (kind) {
            case CREATE -> there(1, home);
            case CREATE_WITH_ONE -> there(1, home, stays);
            case CREATE_WITH_THREE -> there(1, home, stays, goes, goesToo);
            case ASSOCIATE -> there(2, home, stays, goes, goesToo, comes, comesToo);
            case DISASSOCIATE -> there(2, home, stays);
            case SAVE -> there(2, home, stays, goesToo, comes, comesToo);
            case COMPLETE, DELETE -> State.ABSENT;
            case COMPLETE_AND_KEEP -> new State(1, before().keys(), true);
            case RECLAIM -> there(1, home, stays, goes, goesToo, comes);
        };
    }

    private static State there(int number, InstanceKey... keys) {
        return new State(number, Set.of(keys), false);
    }

    State seenBy(Node node) {
        return node.load(id, LoadMode.peek()).loaded().map(State::of).orElse(State.ABSENT);
    }

    /** Fails if something is there that is neither all of the command nor nothing of it. */
    State requireWhole(Node observer) {
        State seen = seenBy(observer);
        assertThat(seen).as("whole, not torn").isIn(before(), after());
        for (InstanceKey key : seen.keys()) {
            assertThat(observer.load(key, LoadMode.peek()).snapshotOrThrow().id())
                    .as("what key %s leads to", key)
                    .isEqualTo(id);
        }
        return seen;
    }

    /** The keys of the command that the instance does not have. */
    Set<InstanceKey> freeKeys(State seen) {
        Set<InstanceKey> free = new HashSet<>(Set.of(home, stays, goes, goesToo, comes, comesToo));
        free.removeAll(seen.keys());
        return free;
    }

    @Override
    public String toString() {
        return kind.toString();
    }
}
