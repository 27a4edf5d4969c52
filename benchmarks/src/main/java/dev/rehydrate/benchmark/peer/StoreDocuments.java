// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The store. What a caller has seen is a revision, which a save names; or a hold, which a load takes and a save gives back. Loads
 * hand over the checked and decoded payload. A load by key is by the home key, which any business key may be.
 */
public final class StoreDocuments implements Documents {

    private static final String STATE = "state";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final InstanceStore store;
    private final OwnerId owner;
    private final LoadMode mode;
    private final boolean holds;

    private StoreDocuments(InstanceStore store, OwnerId owner, LoadMode mode, boolean holds) {
        this.store = store;
        this.owner = owner;
        this.mode = mode;
        this.holds = holds;
    }

    /**
     * Loads take no hold.
     *
     * @param store the store
     * @param mode how loads are answered
     * @return the instances
     */
    public static StoreDocuments of(InstanceStore store, LoadMode mode) {
        return new StoreDocuments(store, ownerOf(store), mode, false);
    }

    /**
     * Loads take a hold, and saves give it back.
     *
     * @param store the store
     * @return the instances
     */
    public static StoreDocuments held(InstanceStore store) {
        return new StoreDocuments(store, ownerOf(store), LoadMode.hold(), true);
    }

    private static OwnerId ownerOf(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
    }

    /** {@return the store} */
    public InstanceStore store() {
        return store;
    }

    @Override
    public Document create(UUID id, byte[] state) {
        InstanceId instance = InstanceId.of(id);
        InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                .replaceData(Map.of(STATE, InstanceValue.of(state)))
                .keys(KeyChanges.associating(homeKeyOf(instance)))
                .build();
        Revision revision = execute(instance, CreateInstance.of(first, AfterSave.RELEASE))
                .receiptOrThrow()
                .revision();
        return new Document(id, revision, state);
    }

    @Override
    public Document load(UUID id) {
        InstanceHandle handle = store.createHandle(owner, InstanceId.of(id));
        return document(id, handle, store.execute(handle, LoadInstance.of(mode), PATIENCE));
    }

    @Override
    public Document loadByKey(UUID id) {
        InstanceHandle handle = store.createHandle(owner);
        LoadInstanceByKey load = LoadInstanceByKey.of(homeKeyOf(InstanceId.of(id)), mode);
        return document(id, handle, store.execute(handle, load, PATIENCE));
    }

    private Document document(UUID id, InstanceHandle handle, LoadOutcome found) {
        var snapshot = found.snapshotOrThrow();
        byte[] state = snapshot.data().find(STATE, byte[].class).orElseThrow();
        if (holds) {
            return new Document(id, handle, state);
        }
        handle.close();
        return new Document(id, snapshot.revision(), state);
    }

    /** By the hold, if the last load took one, and otherwise by the revision. */
    @Override
    public Document save(Document seen, byte[] state) {
        return save(seen, InstanceChanges.data(Map.of(STATE, state)), state, AfterSave.RELEASE);
    }

    private Document save(Document seen, InstanceChanges<InstanceValue> changes, byte[] state, AfterSave after) {
        if (seen.version() instanceof InstanceHandle hold) {
            Revision revision = store.execute(hold, SaveInstance.of(changes, after), PATIENCE)
                    .receiptOrThrow()
                    .revision();
            return new Document(seen.id(), after == AfterSave.KEEP ? hold : revision, state);
        }
        SaveInstance save = SaveInstance.ifUnchanged(changes, (Revision) seen.version());
        return new Document(
                seen.id(),
                execute(InstanceId.of(seen.id()), save).receiptOrThrow().revision(),
                state);
    }

    @Override
    public void complete(Document seen) {
        if (seen.version() instanceof InstanceHandle hold) {
            store.execute(hold, CompleteInstance.now(), PATIENCE).receiptOrThrow();
        } else {
            execute(InstanceId.of(seen.id()), CompleteInstance.ifUnchanged((Revision) seen.version()))
                    .receiptOrThrow();
        }
    }

    /**
     * Saves the whole state by a hold, and keeps the hold.
     *
     * @param seen what was seen
     * @param state the new payload
     * @return the same hold
     */
    public Document saveAndKeep(Document seen, byte[] state) {
        return save(seen, InstanceChanges.data(Map.of(STATE, state)), state, AfterSave.KEEP);
    }

    /**
     * Saves a small value beside the state, without sending the state.
     *
     * @param seen what was seen
     * @param note the value
     * @return what is stored now
     */
    public Document saveNote(Document seen, byte[] note) {
        InstanceChanges<InstanceValue> delta = InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of("note", InstanceValue.of(note))))
                .build();
        return save(seen, delta, seen.state(), AfterSave.RELEASE);
    }

    /**
     * Begins a save of the whole state by a hold, which is kept.
     *
     * @param held what is held
     * @param state the new payload
     * @return done when it is acknowledged
     */
    public CompletableFuture<?> saveAsync(Document held, byte[] state) {
        SaveInstance save = SaveInstance.of(InstanceChanges.data(Map.of(STATE, state)), AfterSave.KEEP);
        return store.executeAsync((InstanceHandle) held.version(), save, PATIENCE)
                .thenApply(SaveOutcome::receiptOrThrow)
                .toCompletableFuture();
    }

    /**
     * Gives back a hold.
     *
     * @param held what was loaded
     */
    public void release(Document held) {
        store.execute((InstanceHandle) held.version(), ReleaseInstance.now(), PATIENCE);
    }

    /**
     * Carries out a command with a handle of its own.
     *
     * @param id on which instance
     * @param command the command
     * @return its answer
     * @param <R> of the answer
     */
    public <R> R execute(InstanceId id, PersistenceCommand<R> command) {
        return store.execute(store.createHandle(owner, id), command, PATIENCE);
    }

    private static InstanceKey homeKeyOf(InstanceId id) {
        return new InstanceKey(id.high(), id.low());
    }
}
