// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Random commands of one caller on a few instances and keys. */
final class CommandHistory {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int REPEATABLE = 4;
    private static final int TRACED = 60;
    private static final int SOME = 5;

    private final List<InstanceId> ids;
    private final List<InstanceKey> keys;
    private final Random random;
    private final ManualTime time;
    private final Deque<String> trace = new ArrayDeque<>();
    private final List<InstanceHandle> held = new ArrayList<>();
    private Map<InstanceId, List<Done>> done = new HashMap<>();
    private InstanceStore store;
    private OwnerId owner;
    private int numbers;

    /** A command that was carried out, with its answer. */
    record Done(PersistenceCommand<?> command, Object answer) {}

    CommandHistory(Random random, ManualTime time, InstanceStore first) {
        this.random = random;
        this.time = time;
        this.ids = Stream.generate(() -> new InstanceId(random.nextLong(), random.nextLong()))
                .limit(SOME)
                .toList();
        this.keys = new ArrayList<>(Stream.generate(() -> new InstanceKey(random.nextLong(), random.nextLong()))
                .limit(SOME)
                .toList());
        this.store = first;
        this.owner = newOwner(first);
        ids.subList(0, 2).forEach(id -> keys.add(new InstanceKey(id.high(), id.low())));
    }

    /** {@return what a store shows of all that this history is about} */
    Shown shownBy(InstanceStore any) {
        return Shown.by(any, ids, keys);
    }

    List<String> trace() {
        return List.copyOf(trace);
    }

    void note(String what) {
        trace.addLast(what);
        if (trace.size() > TRACED) {
            trace.removeFirst();
        }
    }

    /** Goes on with another store; handles of the one before have ended with it. */
    void use(InstanceStore next) {
        held.clear();
        store = next;
        owner = newOwner(next);
    }

    private static OwnerId newOwner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    Map<InstanceId, List<Done>> remembered() {
        Map<InstanceId, List<Done>> copy = new HashMap<>();
        done.forEach((id, list) -> copy.put(id, new ArrayList<>(list)));
        return copy;
    }

    void remember(Map<InstanceId, List<Done>> only) {
        done = new HashMap<>();
        only.forEach((id, list) -> done.put(id, new ArrayList<>(list)));
    }

    void step() {
        InstanceId id = any(ids);
        switch (random.nextInt(17)) {
            case 0, 1 -> run(id, new CreateInstance(newId(), changes(), after()));
            case 2, 3, 4 -> run(id, new SaveInstance(newId(), changes(), Expected.any(), AfterSave.RELEASE));
            case 5 -> move();
            case 6 -> hold(id);
            case 7, 8 -> saveHeld();
            case 9 -> release();
            case 10 -> run(id, new SuspendInstance(newId(), "because", null));
            case 11 -> run(id, new ResumeInstance(newId()));
            case 12 ->
                run(id, new TouchInstance(newId(), TouchInstance.withTtl(ttl()).idleTtl()));
            case 13 ->
                run(
                        id,
                        new CompleteInstance(
                                newId(),
                                InstanceChanges.none(),
                                Expected.any(),
                                random.nextBoolean() ? CompletionAction.KEEP : CompletionAction.DELETE));
            case 14 -> run(id, random.nextInt(3) == 0 ? new DeleteInstance(newId()) : new ForceRelease(newId()));
            case 15 -> tolerating("load runnable", () -> answer(store.createHandle(owner), new LoadRunnable(newId())));
            default -> tolerating("hold or create by key", this::holdOrCreate);
        }
    }

    private Duration ttl() {
        return Duration.ofMinutes(1L + random.nextInt(120));
    }

    private CommandId newId() {
        return CommandId.random();
    }

    private AfterSave after() {
        return random.nextInt(3) == 0 ? AfterSave.KEEP : AfterSave.RELEASE;
    }

    private InstanceChanges<InstanceValue> changes() {
        InstanceChanges.Builder changes = InstanceChanges.builder();
        Map<String, InstanceValue> values = Map.of("v" + random.nextInt(4), InstanceValue.of("n" + ++numbers));
        if (random.nextBoolean()) {
            changes.replaceData(values);
        } else {
            changes.changeData(ValueDelta.putting(values));
        }
        if (random.nextInt(6) == 0) {
            changes.dueAfter(ttl());
        }
        if (random.nextInt(6) == 0) {
            changes.idleTtl(ttl());
        }
        return changes.keys(keyChanges()).build();
    }

    private KeyChanges<InstanceValue> keyChanges() {
        InstanceKey key = any(keys);
        InstanceKey other = any(keys);
        return switch (random.nextInt(6)) {
            case 0 -> KeyChanges.releasing(key);
            case 1 -> KeyChanges.completing(key);
            case 2 ->
                key.equals(other)
                        ? KeyChanges.associating(key)
                        : KeyChanges.<InstanceValue>associating(key).and(KeyChanges.associating(other));
            case 3, 4 -> KeyChanges.associating(key);
            default -> KeyChanges.none();
        };
    }

    private void move() {
        InstanceKey key = any(keys);
        InstanceChanges<InstanceValue> gives =
                InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.releasing(key));
        InstanceChanges<InstanceValue> takes =
                InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.associating(key));
        run(any(ids), new SaveInstance(newId(), gives, Expected.present(), AfterSave.RELEASE));
        run(any(ids), new SaveInstance(newId(), takes, Expected.any(), AfterSave.RELEASE));
    }

    private void hold(InstanceId id) {
        tolerating("hold " + id, () -> {
            InstanceHandle handle = store.createHandle(owner, id);
            answer(handle, new LoadInstance(newId(), LoadMode.hold())).loaded().ifPresent(snapshot -> held.add(handle));
        });
    }

    private void holdOrCreate() {
        InstanceHandle handle = store.createHandle(owner);
        LoadMode mode = new LoadMode.HoldOrCreate(any(ids), Map.of());
        answer(handle, new LoadInstanceByKey(newId(), any(keys), mode))
                .loaded()
                .ifPresent(snapshot -> held.add(handle));
    }

    private void saveHeld() {
        if (!held.isEmpty()) {
            InstanceHandle handle = any(held);
            run(handle, new SaveInstance(newId(), changes(), Expected.any(), after()));
        }
    }

    private void release() {
        if (!held.isEmpty()) {
            InstanceHandle handle = held.remove(random.nextInt(held.size()));
            tolerating("release " + handle, () -> answer(handle, new ReleaseInstance(newId())));
        }
    }

    private void run(InstanceId id, PersistenceCommand<?> command) {
        run(store.createHandle(owner, id), command);
    }

    private void run(InstanceHandle handle, PersistenceCommand<?> command) {
        tolerating(command + " by " + handle, () -> {
            InstanceId id = handle.instance().orElseThrow();
            Object answer = answer(handle, command);
            note("  -> " + answer);
            boolean changed = answer instanceof SaveOutcome.Saved;
            if (changed) {
                List<Done> list = done.computeIfAbsent(id, first -> new ArrayList<>());
                boolean ends = command instanceof DeleteInstance
                        || (command instanceof CompleteInstance complete
                                && complete.action() == CompletionAction.DELETE);
                if (ends) {
                    list.clear();
                }
                list.add(new Done(command, answer));
                if (list.size() > REPEATABLE) {
                    list.remove(0);
                }
            }
            if (handle.token().isPresent() && !held.contains(handle)) {
                held.add(handle);
            }
        });
    }

    private void tolerating(String what, Runnable command) {
        note(what);
        try {
            command.run();
        } catch (InstanceStoreException refused) {
            note("  -> " + refused);
        }
    }

    /** Gives commands again that were carried out. {@return what is wrong with their answers} */
    List<String> repeat(Map<InstanceId, List<Done>> which) {
        List<String> wrong = new ArrayList<>();
        which.forEach((id, list) -> list.forEach(each -> {
            Object answer;
            note("REPEAT " + each.command().getClass().getSimpleName() + " " + each.answer());
            try {
                answer = answer(store.createHandle(owner, id), each.command());
            } catch (OutcomeUnknownException forgotten) {
                answer = each.answer();
            } catch (InstanceStoreException failure) {
                answer = failure.toString();
            }
            if (!answer.equals(each.answer())) {
                note("WRONG " + each.command());
                wrong.add("repeat of " + each.command() + " answered " + answer + " instead of " + each.answer());
            }
        }));
        return wrong;
    }

    private <R> R answer(InstanceHandle handle, PersistenceCommand<R> command) {
        return answer(store, handle, command);
    }

    /** Time passes while a command waits: for a claim to count as abandoned. */
    private <R> R answer(InstanceStore by, InstanceHandle handle, PersistenceCommand<R> command) {
        CompletableFuture<R> answer = by.executeAsync(handle, command, TIMEOUT);
        while (true) {
            try {
                return answer.get(20, TimeUnit.MILLISECONDS);
            } catch (TimeoutException waits) {
                time.advance(Duration.ofMillis(2));
            } catch (ExecutionException failed) {
                throw (RuntimeException) failed.getCause();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
