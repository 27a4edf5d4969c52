// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceStoreException;
import dev.rehydrate.command.LoadOutcome;
import dev.rehydrate.command.OutcomeUnknownException;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SaveOutcome;
import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.command.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Gives commands for one owner, which is replaced when it is lost, and records what becomes of them. */
final class Writer {

    /** Longer than any stall that is allowed, so that a longer one is seen and not cut off. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final InstanceStore store;
    private final Recorder recorder;
    private final String prefix;
    private final Patience patience = Patience.asked();
    private final AtomicLong number = new AtomicLong();
    private InstanceHandle ownerHandle;
    private OwnerId owner;
    private int owners;

    Writer(InstanceStore store, Recorder recorder, String prefix) {
        this.store = store;
        this.recorder = recorder;
        this.prefix = prefix;
    }

    String newEntry() {
        return prefix + "-" + number.incrementAndGet();
    }

    Patience patience() {
        return patience;
    }

    /** Writes down what may not be. */
    void complain(String what) {
        recorder.add(new Odd(what));
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
            if (owner != null && patience != Patience.NONE) {
                complain("an owner is lost");
            }
            ownerHandle = store.createHandle();
            owner = store.execute(ownerHandle, new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
            owners++;
        }
        return owner;
    }

    /** Says that a command will be given. */
    void sent(String entry, InstanceId instance) {
        recorder.add(new Sent(entry, instance.toString(), System.nanoTime()));
    }

    /** What an attempt led to; the receipt is there if it was saved. */
    record Attempt(Answer answer, Optional<SaveReceipt> receipt) {}

    /** Tries to save once, on a handle of its own. */
    Attempt save(String entry, InstanceId instance, SaveInstance command) {
        try (InstanceHandle handle = handle(instance)) {
            return save(entry, handle, command);
        } catch (InstanceStoreException noOwner) {
            return new Attempt(Answer.UNAVAILABLE, Optional.empty());
        }
    }

    /** Tries to save once. */
    Attempt save(String entry, InstanceHandle handle, SaveInstance command) {
        long sentAt = System.nanoTime();
        Attempt attempt = attempt(handle, command);
        Optional<SaveReceipt> receipt = attempt.receipt();
        recorder.add(new Answered(
                entry,
                sentAt,
                System.nanoTime(),
                attempt.answer(),
                receipt.map(saved -> saved.token().value()).orElse(0L),
                receipt.map(saved -> saved.revision().number()).orElse(0L)));
        return attempt;
    }

    private Attempt attempt(InstanceHandle handle, PersistenceCommand<SaveOutcome> command) {
        try {
            Optional<SaveReceipt> receipt =
                    store.execute(handle, command, PATIENCE).saved();
            return new Attempt(receipt.isPresent() ? Answer.SAVED : Answer.NO, receipt);
        } catch (OutcomeUnknownException unknown) {
            return new Attempt(Answer.UNKNOWN, Optional.empty());
        } catch (StoreUnavailableException unavailable) {
            return new Attempt(Answer.UNAVAILABLE, Optional.empty());
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
     */
    record Loan(InstanceHandle handle, Result result, Optional<LoadOutcome.Loaded> loaded) implements AutoCloseable {

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
        Loan loan = seen(handle, load);
        long token = loan.loaded()
                .map(LoadOutcome.Loaded::snapshot)
                .filter(InstanceSnapshot::held)
                .map(found -> found.header().token().value())
                .orElse(0L);
        recorder.add(new Looked(instance.toString(), sentAt, System.nanoTime(), loan.result(), token));
        if (loan.result() == Result.TROUBLE) {
            handle.close();
        }
        return loan;
    }

    private Loan seen(InstanceHandle handle, PersistenceCommand<LoadOutcome> load) {
        try {
            LoadOutcome outcome = store.execute(handle, load, PATIENCE);
            Result result = outcome.fold(
                    found -> Result.FOUND,
                    none -> Result.NOT_FOUND,
                    held -> Result.HELD,
                    completed -> Result.NOT_FOUND);
            return new Loan(
                    handle,
                    result,
                    outcome instanceof LoadOutcome.Loaded found ? Optional.of(found) : Optional.empty());
        } catch (InstanceStoreException trouble) {
            return new Loan(handle, Result.TROUBLE, Optional.empty());
        } catch (RuntimeException failure) {
            complain(load.getClass().getSimpleName() + ": " + failure);
            return new Loan(handle, Result.TROUBLE, Optional.empty());
        }
    }

    /** Creates an instance; to be called while all is well. */
    void create(InstanceId instance, CreateInstance command) {
        try (InstanceHandle handle = handle(instance)) {
            store.execute(handle, command, PATIENCE).orThrow();
        }
        recorder.add(new Event.Created(instance.toString(), System.nanoTime()));
    }
}
