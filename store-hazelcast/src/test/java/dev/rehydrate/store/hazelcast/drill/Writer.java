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

/** Gives commands for one owner, which is replaced when it is lost, and records what becomes of them. */
final class Writer {

    /** Longer than any stall that is allowed, so that a longer one is seen and not cut off. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final InstanceStore store;
    private final Recorder recorder;
    private final String prefix;
    private final AtomicLong number = new AtomicLong();
    private InstanceHandle ownerHandle;
    private OwnerId owner;

    Writer(InstanceStore store, Recorder recorder, String prefix) {
        this.store = store;
        this.recorder = recorder;
        this.prefix = prefix;
    }

    String newEntry() {
        return prefix + "-" + number.incrementAndGet();
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
            ownerHandle = store.createHandle();
            owner = store.execute(ownerHandle, new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
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
            recorder.add(new Odd(command.getClass().getSimpleName() + ": " + failure));
            return new Attempt(Answer.UNKNOWN, Optional.empty());
        }
    }

    /** Loads; empty if the instance was not handed out, for whatever reason. */
    Optional<LoadOutcome.Loaded> load(
            InstanceId instance, InstanceHandle handle, PersistenceCommand<LoadOutcome> load) {
        long sentAt = System.nanoTime();
        Result result = Result.TROUBLE;
        LoadOutcome.Loaded loaded = null;
        try {
            LoadOutcome outcome = store.execute(handle, load, PATIENCE);
            result = outcome.fold(
                    found -> Result.FOUND,
                    none -> Result.NOT_FOUND,
                    held -> Result.HELD,
                    completed -> Result.NOT_FOUND);
            loaded = outcome instanceof LoadOutcome.Loaded found ? found : null;
        } catch (InstanceStoreException trouble) {
            result = Result.TROUBLE;
        } catch (RuntimeException failure) {
            recorder.add(new Odd(load.getClass().getSimpleName() + ": " + failure));
        }
        long token = loaded != null && loaded.snapshot().held()
                ? loaded.snapshot().header().token().value()
                : 0;
        recorder.add(new Looked(instance.toString(), sentAt, System.nanoTime(), result, token));
        return Optional.ofNullable(loaded);
    }

    /** Creates an instance; to be called while all is well. */
    void create(InstanceId instance, CreateInstance command) {
        try (InstanceHandle handle = handle(instance)) {
            store.execute(handle, command, PATIENCE).orThrow();
        }
        recorder.add(new Event.Created(instance.toString(), System.nanoTime()));
    }
}
