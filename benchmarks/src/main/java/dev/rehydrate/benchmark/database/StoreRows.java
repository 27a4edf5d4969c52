// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.database;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Random;

/** Instances of a store, each with its home key and one value, changed by callers that name the revision they have seen. */
public final class StoreRows {

    private static final String STATE = "state";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LIFE_TURNS = 4;

    private final InstanceStore store;
    private final OwnerId owner;
    private final InstanceId[][] ids;
    private final Revision[][] revisions;
    private final int[] turns;
    private final byte[][] payloads;

    /**
     * Creates the instances, as many for each caller.
     *
     * @param store where
     * @param callers how many callers there are
     * @param rows how many instances there are in all
     * @param bytes the size of the value
     */
    public StoreRows(InstanceStore store, int callers, int rows, int bytes) {
        this.store = store;
        this.owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        this.ids = new InstanceId[callers][rows / callers];
        this.revisions = new Revision[callers][rows / callers];
        this.turns = new int[callers];
        this.payloads = new byte[callers][bytes];
        for (int caller = 0; caller < callers; caller++) {
            new Random(caller).nextBytes(payloads[caller]);
            for (int row = 0; row < ids[caller].length; row++) {
                ids[caller][row] = InstanceId.random();
                revisions[caller][row] = create(caller, ids[caller][row]);
            }
        }
    }

    /** {@return a save of one of the caller's instances by its revision} */
    public Subject save() {
        return caller -> {
            turns[caller] = (turns[caller] + 1) % ids[caller].length;
            int row = turns[caller];
            revisions[caller][row] = save(caller, ids[caller][row], revisions[caller][row]);
        };
    }

    /** {@return an instance that is created, loaded by key and saved in turns, and completed} */
    public Subject life() {
        return caller -> {
            InstanceId id = InstanceId.random();
            Revision last = create(caller, id);
            for (int turn = 0; turn < LIFE_TURNS; turn++) {
                last = save(caller, id, load(caller, id));
            }
            execute(id, CompleteInstance.ifUnchanged(last)).receiptOrThrow();
        };
    }

    private Revision load(int caller, InstanceId id) {
        try (InstanceHandle handle = store.createHandle(owner)) {
            var seen = store.execute(handle, LoadInstanceByKey.of(homeKey(id), LoadMode.authoritative()), PATIENCE)
                    .snapshotOrThrow();
            if (seen.data().find(STATE, byte[].class).orElseThrow().length != payloads[caller].length) {
                throw new IllegalStateException("instance " + id + " is not as it was saved");
            }
            return seen.revision();
        }
    }

    private Revision create(int caller, InstanceId id) {
        InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                .replaceData(Map.of(STATE, InstanceValue.of(payloads[caller])))
                .keys(KeyChanges.associating(homeKey(id)))
                .build();
        return execute(id, CreateInstance.of(first, AfterSave.RELEASE))
                .receiptOrThrow()
                .revision();
    }

    /** The value changes each time: the store does not write one that is as before. */
    private Revision save(int caller, InstanceId id, Revision seen) {
        byte[] changed = payloads[caller];
        ByteBuffer.wrap(changed).putInt(0, ByteBuffer.wrap(changed).getInt(0) + 1);
        var changes = InstanceChanges.data(Map.of(STATE, changed));
        return execute(id, SaveInstance.ifUnchanged(changes, seen))
                .receiptOrThrow()
                .revision();
    }

    private <R> R execute(InstanceId id, PersistenceCommand<R> command) {
        return store.execute(store.createHandle(owner, id), command, PATIENCE);
    }

    private static InstanceKey homeKey(InstanceId id) {
        return new InstanceKey(id.high(), id.low());
    }
}
