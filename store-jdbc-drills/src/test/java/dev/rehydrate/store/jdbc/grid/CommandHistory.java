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
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
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
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Random commands of one caller on a few instances and keys. */
final class CommandHistory {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int REPEATABLE = 4;
    private static final int TRACED = 60;
    private static final int SOME = 5;

    private final List<InstanceId> ids;
    private final List<InstanceKey> keys;
    private final Random random;
    private final RandomChanges changes;
    private final ManualTime time;
    private final Deque<String> trace = new ArrayDeque<>();
    private final List<InstanceHandle> held = new ArrayList<>();
    private final List<InstanceId> doubted = new ArrayList<>();
    private Map<InstanceId, List<Done>> done = new HashMap<>();
    private InstanceStore store;
    private OwnerId owner;
    private boolean searches = true;
    private boolean hasLostHold;
    private @Nullable CommandHistory certain;

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
        this.changes = new RandomChanges(random, keys);
        this.store = first;
        this.owner = newOwner(first);
        ids.subList(0, 2).forEach(id -> keys.add(new InstanceKey(id.high(), id.low())));
    }

    /** Leaves out commands that may find one instance or another, for the same commands are given to another store. */
    CommandHistory withoutSearches() {
        searches = false;
        return this;
    }

    /** Repeats commands until it is known what became of them, after each was given to a store whose answers are known. */
    CommandHistory settling(CommandHistory certain) {
        this.certain = certain;
        return withoutSearches();
    }

    List<InstanceId> ids() {
        return ids;
    }

    List<InstanceKey> keys() {
        return keys;
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

    /** An owner of which it is not known whether it was made has no handle: another one is made. */
    private static OwnerId newOwner(InstanceStore store) {
        CreateOwner command = new CreateOwner(OwnerDescription.ofType("documents"));
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsMatching(CommandHistory::isInDoubt)
                .until(() -> store.execute(store.createHandle(), command, TIMEOUT), made -> true);
    }

    private static boolean isInDoubt(Throwable failure) {
        return failure instanceof OutcomeUnknownException || failure instanceof StoreUnavailableException;
    }

    /**
     * Instances of which a handle that held them ended since this was asked for the last time, because it was not known what became of
     * its command; one for each time. The hold was given back, and where the command had not been done, its repeat has taken the hold
     * anew, under the next token.
     */
    List<InstanceId> doubted() {
        List<InstanceId> since = List.copyOf(doubted);
        doubted.clear();
        return since;
    }

    /** Gives back what is held of an instance, and waits until it is free. */
    void letGo(InstanceId id) {
        List<InstanceHandle> those = held.stream()
                .filter(handle -> handle.instance().orElseThrow().equals(id))
                .toList();
        held.removeAll(those);
        those.forEach(InstanceHandle::close);
        note("let go " + id);
        Awaitility.await("instance " + id + " is free")
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsMatching(CommandHistory::isInDoubt)
                .until(() -> {
                    // What could not be given back is tried again after a while.
                    time.advance(Duration.ofMillis(2));
                    return store.commands()
                            .execute(id, LoadInstance.of(LoadMode.authoritative()))
                            .loaded()
                            .filter(found -> found.header().holder() != null)
                            .isEmpty();
                });
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
            case 0, 1 -> run(id, new CreateInstance(newId(), changes.any(), changes.after()));
            case 2, 3, 4 -> run(id, new SaveInstance(newId(), changes.any(), Expected.any(), AfterSave.RELEASE));
            case 5 -> move();
            case 6 -> hold(id);
            case 7, 8 -> saveHeld();
            case 9 -> release();
            case 10 -> run(id, new SuspendInstance(newId(), "because", null));
            case 11 -> run(id, new ResumeInstance(newId()));
            case 12 ->
                run(
                        id,
                        new TouchInstance(
                                newId(), TouchInstance.withTtl(changes.ttl()).idleTtl()));
            case 13 ->
                run(
                        id,
                        new CompleteInstance(
                                newId(),
                                InstanceChanges.none(),
                                Expected.any(),
                                random.nextBoolean() ? CompletionAction.KEEP : CompletionAction.DELETE));
            case 14 -> run(id, random.nextInt(3) == 0 ? new DeleteInstance(newId()) : new ForceRelease(newId()));
            case 15 -> loadRunnable();
            default -> tolerating("hold or create by key", this::holdOrCreate);
        }
    }

    private void loadRunnable() {
        if (searches) {
            tolerating("load runnable", () -> answer(store.createHandle(owner), new LoadRunnable(newId())));
        }
    }

    private CommandId newId() {
        return CommandId.random();
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
            Asked<LoadOutcome> asked = ask(store.createHandle(owner, id), new LoadInstance(newId(), LoadMode.hold()));
            asked.answer().loaded().ifPresent(snapshot -> held.add(asked.handle()));
        });
    }

    private void holdOrCreate() {
        LoadMode mode = new LoadMode.HoldOrCreate(any(ids), Map.of());
        Asked<LoadOutcome> asked = ask(store.createHandle(owner), new LoadInstanceByKey(newId(), any(keys), mode));
        asked.answer().loaded().ifPresent(snapshot -> held.add(asked.handle()));
    }

    private void saveHeld() {
        if (!held.isEmpty()) {
            InstanceHandle handle = any(held);
            run(handle, new SaveInstance(newId(), changes.any(), Expected.any(), changes.after()));
        }
    }

    private void release() {
        if (!held.isEmpty()) {
            InstanceHandle handle = held.remove(random.nextInt(held.size()));
            tolerating("release " + handle, () -> ask(handle, new ReleaseInstance(newId())));
        }
    }

    private void run(InstanceId id, PersistenceCommand<?> command) {
        run(store.createHandle(owner, id), command);
    }

    private void run(InstanceHandle given, PersistenceCommand<?> command) {
        tolerating(command + " by " + given, () -> {
            InstanceId id = given.instance().orElseThrow();
            Asked<?> asked = ask(given, command);
            InstanceHandle handle = asked.handle();
            Object answer = asked.answer();
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
        hasLostHold = false;
        try {
            command.run();
        } catch (LeaseLostException lost) {
            hasLostHold = true;
            note("  -> " + lost);
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

    /** An answer, and the handle on which it was given in the end. */
    private record Asked<R>(R answer, InstanceHandle handle) {}

    private <R> Asked<R> ask(InstanceHandle handle, PersistenceCommand<R> command) {
        InstanceHandle by = handle;
        CommandHistory answers = certain;
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            boolean holds = by.token().isPresent();
            try {
                return new Asked<>(answer(by, command), by);
            } catch (OutcomeUnknownException | StoreUnavailableException inDoubt) {
                if (answers == null || System.nanoTime() - end > 0) {
                    throw inDoubt;
                }
                note("  in doubt: " + inDoubt + " " + by);
                if (by.isValid()) {
                    continue;
                }
                boolean settled = holds && isSettled(by, command, answers);
                by = another(by);
                if (settled) {
                    throw inDoubt;
                }
            }
        }
    }

    /**
     * The hold is given back. That settles a release, and a command under a hold that had been lost before: that one was not done, and
     * would be if it was repeated without that hold.
     */
    private boolean isSettled(InstanceHandle freed, PersistenceCommand<?> command, CommandHistory answers) {
        doubted.add(freed.instance().orElseThrow());
        return command instanceof ReleaseInstance || answers.hasLostHold;
    }

    /** In the same place: the next choices are those of a history in which nothing was in doubt. */
    private InstanceHandle another(InstanceHandle freed) {
        InstanceHandle next =
                freed.instance().map(id -> store.createHandle(owner, id)).orElseGet(() -> store.createHandle(owner));
        held.replaceAll(each -> each.equals(freed) ? next : each);
        return next;
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
