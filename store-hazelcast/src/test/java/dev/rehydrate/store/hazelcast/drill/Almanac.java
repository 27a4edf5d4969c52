// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Instances for which the time matters, of one round of a drill: every node knows them by the same ids, and looks whether they
 * are as the time that has really passed says.
 */
final class Almanac {

    static final int EACH = 6;
    /** Less than a clock is wrong by, and more than a drill lasts. */
    private static final Duration LONG = Duration.ofMinutes(30);
    /** Passes while a clock is wrong. */
    private static final Duration BRIEF = Duration.ofSeconds(2);

    private final InstanceStore store;
    private final int round;
    private final InstanceHandle ownerHandle;
    private final OwnerId owner;
    private final List<String> complaints = new ArrayList<>();

    Almanac(InstanceStore store, int round) {
        this.store = store;
        this.round = round;
        this.ownerHandle = store.createHandle();
        this.owner = store.execute(
                ownerHandle, new CreateOwner(OwnerDescription.ofType("almanac " + round)), Writer.PATIENCE);
    }

    /** Obeys, and answers in one line. */
    String answer(List<String> words) {
        return switch (words.get(0)) {
            case "sow" -> {
                sow();
                yield "done";
            }
            case "sow-brief" -> {
                sowBrief(words.get(1));
                yield "done";
            }
            case "harvest" -> String.valueOf(harvest());
            case "left" -> String.valueOf(left(words.get(1)));
            case "inspect" -> inspect();
            default -> throw new IllegalArgumentException("what is " + words + "?");
        };
    }

    /** Makes what is to be as it is until the end: lives long, is due later, was completed. */
    private void sow() {
        each("lives", id -> create(id, changes(id).idleTtl(LONG)));
        each("later", id -> create(id, changes(id).dueAfter(LONG)));
        for (CompletionAction action : CompletionAction.values()) {
            each(action.name(), id -> {
                create(id, changes(id));
                complete(id, action);
            });
        }
    }

    /** Makes what changes soon: is idle for too long, and becomes due. */
    private void sowBrief(String phase) {
        each("brief " + phase, id -> create(id, changes(id).idleTtl(BRIEF)));
        each("soon " + phase, id -> create(id, changes(id).dueAfter(BRIEF)));
    }

    /** Takes what is due, as often as there is something; says how many. */
    private int harvest() {
        int runs = 0;
        for (Optional<InstanceId> due = take(); due.isPresent(); due = take()) {
            runs++;
            InstanceId id = due.get();
            if (ids("later").contains(id)) {
                complaints.add("instance " + id + " runs half an hour early");
            }
            complete(id, CompletionAction.DELETE);
        }
        return runs;
    }

    private Optional<InstanceId> take() {
        LoadRunnable command = LoadRunnable.now();
        return run(() -> store.createHandle(owner), command).loaded().map(InstanceSnapshot::id);
    }

    /** {@return how many of the instances that should be gone by now are not} */
    private long left(String phase) {
        return ids("brief " + phase).stream()
                .filter(id -> !(load(id, LoadMode.authoritative()) instanceof LoadOutcome.NotFound)
                        || !(load(id, LoadMode.free()) instanceof LoadOutcome.NotFound))
                .count();
    }

    /** Looks at everything that was made to last; says what is wrong, or nothing. */
    private String inspect() {
        each("lives", this::expectAlive);
        each("later", this::expectAlive);
        each(CompletionAction.KEEP.name(), id -> {
            expect(LoadOutcome.Completed.class, id, load(id, LoadMode.hold()));
            complete(id, CompletionAction.KEEP);
        });
        each(CompletionAction.DELETE.name(), id -> {
            expect(LoadOutcome.NotFound.class, id, load(id, LoadMode.hold()));
            complete(id, CompletionAction.DELETE);
        });
        if (!ownerHandle.isValid()) {
            complaints.add("the lease of owner " + owner + " is lost");
        }
        return String.join("; ", complaints);
    }

    private void expectAlive(InstanceId id) {
        expect(LoadOutcome.Loaded.class, id, load(id, LoadMode.authoritative()));
        expect(LoadOutcome.Loaded.class, id, load(id, LoadMode.free()));
        expect(
                LoadOutcome.Loaded.class,
                id,
                run(() -> store.createHandle(owner), LoadInstanceByKey.of(key(id), LoadMode.authoritative())));
    }

    private void expect(Class<? extends LoadOutcome> what, InstanceId id, LoadOutcome found) {
        if (!what.isInstance(found)) {
            complaints.add("instance " + id + " is not " + what.getSimpleName() + " but " + found);
        }
    }

    private LoadOutcome load(InstanceId id, LoadMode mode) {
        return run(() -> store.createHandle(owner, id), LoadInstance.of(mode));
    }

    private void create(InstanceId id, InstanceChanges.Builder changes) {
        CommandId command = new CommandId(id.high(), id.low());
        run(() -> store.createHandle(owner, id), new CreateInstance(command, changes.build(), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    /** The same command each time, from whichever node: it was done once, and is remembered. */
    private void complete(InstanceId id, CompletionAction action) {
        CommandId command = new CommandId(id.high(), ~id.low());
        run(
                        () -> store.createHandle(owner, id),
                        new CompleteInstance(command, InstanceChanges.none(), Expected.any(), action))
                .receiptOrThrow();
    }

    /** An answer that does not come is asked for again, by the same command. */
    private <R> R run(Supplier<InstanceHandle> handles, PersistenceCommand<R> command) {
        return Patience.DEADLINE
                .attempt(() -> tried(handles, command), Optional::isEmpty)
                .orElseThrow(() -> new IllegalStateException("no answer to " + command));
    }

    private <R> Optional<R> tried(Supplier<InstanceHandle> handles, PersistenceCommand<R> command) {
        try (InstanceHandle handle = handles.get()) {
            return Optional.of(store.execute(handle, command, Writer.PATIENCE));
        } catch (InstanceStoreException trouble) {
            return Optional.empty();
        }
    }

    private static InstanceChanges.Builder changes(InstanceId id) {
        return InstanceChanges.builder()
                .replaceData(Map.of("round", InstanceValue.of(id.toString())))
                .keys(KeyChanges.associating(key(id)));
    }

    private static InstanceKey key(InstanceId id) {
        return new InstanceKey(id.high(), id.low());
    }

    private void each(String kind, Consumer<InstanceId> action) {
        ids(kind).forEach(action);
    }

    private List<InstanceId> ids(String kind) {
        return IntStream.range(0, EACH)
                .mapToObj(number -> "almanac " + round + " " + kind + " " + number)
                .map(name -> InstanceId.of(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))))
                .toList();
    }
}
