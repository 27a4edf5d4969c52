// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.KeyNotAssociatedException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Listed;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Stamped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives commands for one owner, which is replaced when it is lost, and records what becomes of them. */
final class Writer {

    /** Longer than any stall that is allowed, so that a longer one is seen and not cut off. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    private final InstanceStore store;
    private final CommandSender sender;
    private final Recorder recorder;
    private final Set<Class<?>> told = ConcurrentHashMap.newKeySet();
    private final String prefix;
    private final Patience patience = Patience.asked();
    private final AtomicLong number = new AtomicLong();
    private InstanceHandle ownerHandle;
    private OwnerId owner;
    private int owners;

    Writer(InstanceStore store, Recorder recorder, String prefix) {
        this.store = store;
        this.sender = new CommandSender(store, PATIENCE, this::complain);
        this.recorder = recorder;
        this.prefix = prefix;
    }

    String newEntry() {
        return prefix + "-" + number.incrementAndGet();
    }

    Patience patience() {
        return patience;
    }

    /** Writes down what may not be. A command may meet a store that is closed, when its process was asked to end. */
    void complain(String what) {
        if (!what.contains(Lanes.CLOSED)) {
            recorder.add(new Odd(what));
        }
    }

    /** {@return how many owners it took up to now, one after the other} */
    synchronized int owners() {
        return owners;
    }

    /** Makes a handle on an instance for the owner of the moment. */
    InstanceHandle handle(InstanceId instance) {
        return store.createHandle(owner(), instance);
    }

    /** Makes a handle for loads by key. */
    InstanceHandle handle() {
        return store.createHandle(owner());
    }

    private synchronized OwnerId owner() {
        if (owner == null || !ownerHandle.isValid()) {
            // What was lost stays so if there can be no new one yet.
            InstanceHandle made = store.createHandle();
            OwnerId next = sender.execute(made, new CreateOwner(OwnerDescription.anonymous()));
            // A store that was asked to end has lost none: it gives none.
            if (owner != null && patience != Patience.NONE) {
                complain("an owner is lost");
            }
            owner = next;
            ownerHandle = made;
            owners++;
        }
        return owner;
    }

    /** Says that a command will be given. */
    void sent(String entry, InstanceId instance) {
        recorder.add(new Sent(entry, instance.toString(), System.nanoTime()));
    }

    /** What an attempt led to; the receipt is there if it was saved. */
    record Attempt(Answer answer, Optional<SaveReceipt> receipt) {

        /** {@return the state that was made} */
        Mark mark() {
            return receipt.map(saved -> Mark.of(saved.revision())).orElse(Mark.NONE);
        }
    }

    /** Tries to save once, on a handle of its own. */
    Attempt save(String entry, InstanceId instance, PersistenceCommand<SaveOutcome> command) {
        return onItsOwn(instance, handle -> save(entry, handle, command));
    }

    /** Tries to save once. */
    Attempt save(String entry, InstanceHandle handle, PersistenceCommand<SaveOutcome> command) {
        long sentAt = System.nanoTime();
        Attempt attempt = attempt(handle, command);
        recorder.add(answered(entry, sentAt, attempt));
        return attempt;
    }

    private static Answered answered(String entry, long sentAt, Attempt attempt) {
        long token = attempt.receipt().map(saved -> saved.token().value()).orElse(0L);
        return new Answered(entry, sentAt, System.nanoTime(), attempt.answer(), token, attempt.mark());
    }

    private Attempt attempt(InstanceHandle handle, PersistenceCommand<SaveOutcome> command) {
        return attempt(command, () -> {
            SaveOutcome outcome = sender.execute(handle, command);
            Answer answer = outcome.fold(
                    saved -> Answer.SAVED, other -> Answer.NO, held -> Answer.HELD, completed -> Answer.ENDED);
            return new Attempt(answer, outcome.saved());
        });
    }

    private Attempt attempt(PersistenceCommand<?> command, Supplier<Attempt> call) {
        try {
            return call.get();
        } catch (OutcomeUnknownException unknown) {
            return new Attempt(Answer.UNKNOWN, Optional.empty());
        } catch (StoreUnavailableException unavailable) {
            return new Attempt(Answer.UNAVAILABLE, Optional.empty());
        } catch (HandleConflictException another) {
            // Another lane of this owner holds it.
            return new Attempt(Answer.HELD, Optional.empty());
        } catch (KeyCollisionException | KeyNotAssociatedException collision) {
            return new Attempt(Answer.COLLISION, Optional.empty());
        } catch (InstanceStoreException lost) {
            return new Attempt(Answer.LOST, Optional.empty());
        } catch (RuntimeException failure) {
            complain(command.getClass().getSimpleName() + ": " + failure);
            return new Attempt(Answer.UNKNOWN, Optional.empty());
        }
    }

    /**
     * What a load led to, and the handle it was made on.
     *
     * @param handle the handle, to be closed
     * @param result what it said
     * @param loaded there if the instance was handed out
     * @param sentAt when it was sent
     * @param at when it ended
     */
    record Loan(InstanceHandle handle, Result result, Optional<LoadOutcome.Loaded> loaded, long sentAt, long at)
            implements AutoCloseable {

        @Override
        public void close() {
            handle.close();
        }
    }

    /** Loads, each time on a new handle: one whose outcome is unknown is of no use any more. */
    Loan load(InstanceId instance, Supplier<InstanceHandle> handles, PersistenceCommand<LoadOutcome> load) {
        Loan loan = patience.attempt(() -> look(instance, handles, load), one -> one.result() == Result.TROUBLE);
        if (patience != Patience.NONE && loan.result() == Result.TROUBLE) {
            complain("a load of instance " + instance + " has failed for good");
        }
        return loan;
    }

    private Loan look(InstanceId instance, Supplier<InstanceHandle> handles, PersistenceCommand<LoadOutcome> load) {
        InstanceHandle handle = handles.get();
        long sentAt = System.nanoTime();
        Loan loan = seen(handle, load, sentAt);
        loan.loaded().map(LoadOutcome.Loaded::snapshot).ifPresent(this::stamp);
        long token = loan.loaded()
                .map(LoadOutcome.Loaded::snapshot)
                .filter(InstanceSnapshot::held)
                .map(found -> found.header().token().value())
                .orElse(0L);
        recorder.add(new Looked(instance.toString(), sentAt, loan.at(), loan.result(), token));
        if (loan.result() == Result.TROUBLE) {
            handle.close();
        }
        return loan;
    }

    private Loan seen(InstanceHandle handle, PersistenceCommand<LoadOutcome> load, long sentAt) {
        try {
            LoadOutcome outcome = sender.execute(handle, load);
            Result result = outcome.fold(
                    found -> Result.FOUND, none -> Result.NOT_FOUND, held -> Result.HELD, completed -> Result.ENDED);
            Optional<LoadOutcome.Loaded> loaded =
                    outcome instanceof LoadOutcome.Loaded found ? Optional.of(found) : Optional.empty();
            return new Loan(handle, result, loaded, sentAt, System.nanoTime());
        } catch (InstanceStoreException trouble) {
            return new Loan(handle, Result.TROUBLE, Optional.empty(), sentAt, System.nanoTime());
        } catch (RuntimeException failure) {
            complain(load.getClass().getSimpleName() + ": " + failure);
            return new Loan(handle, Result.TROUBLE, Optional.empty(), sentAt, System.nanoTime());
        }
    }

    /** Asks for a page of instances; empty if the store did not answer. */
    Optional<InstancePage> page(InstanceQuery query) {
        Optional<InstancePage> page = patience.attempt(() -> asked(query), Optional::isEmpty);
        if (patience != Patience.NONE && page.isEmpty()) {
            complain("a page has failed for good");
        }
        return page;
    }

    private Optional<InstancePage> asked(InstanceQuery query) {
        try (InstanceHandle handle = handle()) {
            return Optional.of(sender.execute(handle, QueryInstances.of(query)));
        } catch (InstanceStoreException trouble) {
            return Optional.empty();
        }
    }

    /** Writes down which instances were on the pages of a query. */
    void listed(String order, long sentAt, List<InstanceId> instances) {
        recorder.add(new Listed(
                order,
                sentAt,
                System.nanoTime(),
                instances.stream().map(InstanceId::toString).toList()));
    }

    /** Writes down what a state contained. */
    void stamp(InstanceSnapshot seen) {
        recorder.add(new Stamped(seen.id().toString(), seen.revision().toString(), Entries.digest(seen)));
    }

    /** Sends a command for the first time. */
    Attempt first(Change change, InstanceHandle handle) {
        recorder.add(new Intended(change, System.nanoTime()));
        return save(change.entry(), handle, change.command());
    }

    /** Sends a command for the first time, on a handle of its own. */
    Attempt first(Change change) {
        recorder.add(new Intended(change, System.nanoTime()));
        return save(change.entry(), change.id(), change.command());
    }

    /** Sends a command again, on a handle of its own, late or from another node than the first time. */
    Attempt again(Change change) {
        return again(change.entry(), change.id(), change.command());
    }

    /** Sends a command again, on a handle of its own, late or from another node than the first time. */
    Attempt again(String entry, InstanceId instance, PersistenceCommand<SaveOutcome> command) {
        long sentAt = System.nanoTime();
        Attempt attempt = onItsOwn(instance, handle -> attempt(handle, command));
        recorder.add(new Repeated(answered(entry, sentAt, attempt)));
        return attempt;
    }

    /** Removes what a completion has kept: for the first time, or again. */
    Attempt remove(Change removal, boolean first) {
        if (first) {
            recorder.add(new Intended(removal, System.nanoTime()));
        }
        DeleteInstance command = new DeleteInstance(removal.commandId());
        long sentAt = System.nanoTime();
        Attempt attempt = onItsOwn(
                removal.id(),
                handle -> attempt(command, () -> {
                    ControlOutcome outcome = sender.execute(handle, command);
                    return new Attempt(outcome == ControlOutcome.DONE ? Answer.SAVED : Answer.NO, Optional.empty());
                }));
        Answered answered = answered(removal.entry(), sentAt, attempt);
        recorder.add(first ? answered : new Repeated(answered));
        return attempt;
    }

    private Attempt onItsOwn(InstanceId instance, Function<InstanceHandle, Attempt> call) {
        try (InstanceHandle handle = handle(instance)) {
            return call.apply(handle);
        } catch (InstanceStoreException noOwner) {
            tellOnce(noOwner);
            return new Attempt(Answer.UNAVAILABLE, Optional.empty());
        }
    }

    /** A node without an owner tries many times a second; the first failure of each kind is enough to know why. */
    private void tellOnce(InstanceStoreException noOwner) {
        if (told.add(noOwner.getClass())) {
            LOG.warn("no handle could be made", noOwner);
        }
    }

    /** Loads an instance that has lives, by its id; the load is to include every acknowledged change. */
    Loan watch(InstanceId instance, LoadMode mode) {
        Loan loan = load(instance, () -> handle(instance), LoadInstance.of(mode));
        tell(loan, instance.toString(), "");
        return loan;
    }

    /** Loads an instance that has lives, by a further key. */
    Loan watch(InstanceKey key) {
        InstanceId home = InstanceId.atHomeOf(key);
        Loan loan = load(home, this::handle, LoadInstanceByKey.of(key, LoadMode.authoritative()));
        tell(loan, "", key.toString());
        return loan;
    }

    private void tell(Loan loan, String instance, String key) {
        loan.loaded().map(LoadOutcome.Loaded::snapshot).ifPresent(found -> {
            Look look = new Look(found.id().toString(), key, loan.sentAt(), loan.at());
            recorder.add(new Seen(look, Mark.of(found), Entries.of(found.data()), Entries.keys(found)));
        });
        if (loan.result() == Result.NOT_FOUND || loan.result() == Result.ENDED) {
            recorder.add(new Missed(new Look(instance, key, loan.sentAt(), loan.at())));
        }
    }

    /** Writes down that an instance that was due was given out, and under which token. */
    void taken(InstanceSnapshot due, long sentAt) {
        stamp(due);
        long token = due.header().token().value();
        recorder.add(new Looked(due.id().toString(), sentAt, System.nanoTime(), Result.FOUND, token));
    }

    /** Creates an instance. Where the machine is slow a backup may not answer in time: the same command settles that. */
    void create(InstanceId instance, CreateInstance command) {
        create(instance, this::handle, command);
    }

    /** Creates an instance on handles of another owner. */
    void create(InstanceId instance, Function<InstanceId, InstanceHandle> handles, CreateInstance command) {
        Patience.DEADLINE.settle(() -> {
            try (InstanceHandle handle = handles.apply(instance)) {
                return sender.execute(handle, command).receiptOrThrow();
            }
        });
        recorder.add(new Event.Created(instance.toString(), System.nanoTime()));
    }
}
