// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.Tombstone;
import dev.rehydrate.slot.WideMap;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A record in the making, private to one decision. */
final class InstanceDraft {

    private static final int LIFE_BITS = 20;

    final InstanceId id;
    final Instant createdAt;
    Revision revision;
    FencingToken token;
    InstanceState state;

    @Nullable
    OwnerId holder;

    @Nullable
    String hostType;

    @Nullable
    DefinitionIdentity definition;

    @Nullable
    Suspension suspension;

    @Nullable
    Instant dueAt;

    @Nullable
    Duration idleTtl;

    Instant updatedAt;

    /** Counted from the last use: a save, or the begin or the end of a hold. Looking at an instance is no use of it. */
    private @Nullable Instant expiresAt;

    Map<String, StoredValue> data;
    Map<String, StoredValue> metadata;

    /** Most changes leave the keys alone, which then need not be copied. */
    private Map<InstanceKey, KeyEntry> keys;

    private Map<InstanceKey, KeyEntry> putKeys = Map.of();
    private Set<InstanceKey> removedKeys = Set.of();
    private Set<InstanceKey> droppedKeys = Set.of();

    private InstanceDraft(InstanceRecord record) {
        InstanceHeader header = record.header();
        id = header.id();
        createdAt = header.createdAt();
        revision = header.revision();
        token = header.token();
        state = header.state();
        holder = header.holder();
        hostType = header.hostType();
        definition = header.definition();
        suspension = header.suspension();
        dueAt = header.dueAt();
        idleTtl = record.idleTtl();
        updatedAt = header.updatedAt();
        expiresAt = header.expiresAt();
        keys = record.keys();
        data = record.data();
        metadata = record.metadata();
    }

    private InstanceDraft(InstanceId id, Revision first, Caller caller, Instant now) {
        this.id = id;
        createdAt = now;
        revision = first;
        token = FencingToken.FIRST;
        state = InstanceState.UNINITIALIZED;
        hostType = caller.hostType();
        idleTtl = caller.defaultIdleTtl();
        updatedAt = now;
        keys = Map.of();
        data = Map.of();
        metadata = Map.of();
        used(now);
    }

    static InstanceDraft of(InstanceRecord record) {
        return new InstanceDraft(record);
    }

    /** Begins a life that is later than every life this slot remembers, and differs from those it has forgotten. */
    static InstanceDraft begin(SlotAddress at, Slot slot, Caller caller, CommandId command, Instant now) {
        long byTime = (Math.max(0, now.toEpochMilli()) << LIFE_BITS) | (command.check() & ((1L << LIFE_BITS) - 1));
        Tombstone before = slot.tombstone();
        long life = before == null ? byTime : Math.max(byTime, before.revision().incarnation() + 1);
        return new InstanceDraft(at.instance(), new Revision(life, 1, command.check()), caller, now);
    }

    /** The keys as they are by now, to be looked at. What has changed is put into the map at once, which may be a large one. */
    Map<InstanceKey, KeyEntry> keys() {
        if (!putKeys.isEmpty() || !removedKeys.isEmpty()) {
            keys = WideMap.changed(keys, putKeys, removedKeys);
            putKeys = Map.of();
            removedKeys = Set.of();
        }
        return keys;
    }

    /** One key as it is by now, or null if the instance does not have it. */
    @Nullable
    KeyEntry key(InstanceKey key) {
        if (removedKeys.contains(key)) {
            return null;
        }
        KeyEntry put = putKeys.get(key);
        return put == null ? keys.get(key) : put;
    }

    void put(InstanceKey key, KeyEntry entry) {
        beginKeyChanges();
        removedKeys.remove(key);
        putKeys.put(key, entry);
    }

    /** Takes a key from the instance. */
    void remove(InstanceKey key) {
        beginKeyChanges();
        putKeys.remove(key);
        removedKeys.add(key);
        drop(Set.of(key));
    }

    private void beginKeyChanges() {
        if (putKeys.isEmpty() && removedKeys.isEmpty()) {
            putKeys = new HashMap<>();
            removedKeys = new HashSet<>();
        }
    }

    void completeAllKeys() {
        Map<InstanceKey, KeyEntry> completed = new HashMap<>();
        keys().forEach((key, entry) -> completed.put(key, entry.completed()));
        keys = completed;
    }

    /** Keys that the instance had and has not any more. */
    Set<InstanceKey> droppedKeys() {
        return droppedKeys;
    }

    void drop(Collection<InstanceKey> dropped) {
        if (droppedKeys.isEmpty()) {
            droppedKeys = new LinkedHashSet<>();
        }
        // Not copied: a save may drop very many keys, one after the other.
        droppedKeys.addAll(dropped);
    }

    SaveReceipt receipt() {
        return new SaveReceipt(id, revision, token, state);
    }

    /** Begins the idle time anew. */
    void used(Instant now) {
        expiresAt = idleTtl == null ? null : EndOfTime.orAfter(now, idleTtl);
    }

    InstanceRecord toRecord() {
        InstanceHeader header = new InstanceHeader(
                id,
                revision,
                token,
                state,
                holder,
                hostType,
                definition,
                suspension,
                dueAt,
                createdAt,
                updatedAt,
                expiresAt);
        return new InstanceRecord(header, idleTtl, keys(), data, metadata);
    }
}
