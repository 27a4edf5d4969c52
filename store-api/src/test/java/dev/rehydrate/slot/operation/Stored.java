// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance as it lies in its slot: life 100, sixth change, fourth hold, with data, held by no owner unless said so.
 */
public final class Stored {

    static final long LIFE = 100;
    static final long TOKEN = 4;
    static final Revision SEEN = new Revision(LIFE, 6);

    private InstanceId id = Given.ID;
    private InstanceState state = InstanceState.INITIALIZED;
    private @Nullable OwnerId holder;
    private @Nullable String hostType = Given.HOST;
    private @Nullable DefinitionIdentity definition;
    private @Nullable Suspension suspension;
    private @Nullable Instant dueAt;
    private Instant updatedAt = Given.NOW.minusSeconds(60);
    private @Nullable Duration idleTtl;
    private final Map<InstanceKey, KeyEntry> keys = new HashMap<>();
    private Map<String, StoredValue> data = Given.bag("text", "old", "title", "kept");
    private Map<String, StoredValue> metadata = Given.bag("author", "ann");
    private long claimEpoch;

    private Stored() {}

    public static Stored initialized() {
        return new Stored();
    }

    public static Stored uninitialized() {
        Stored stored = new Stored();
        stored.state = InstanceState.UNINITIALIZED;
        stored.data = Map.of();
        return stored;
    }

    public static Stored completed() {
        Stored stored = new Stored();
        stored.state = InstanceState.COMPLETED;
        return stored;
    }

    public Stored at(InstanceId address) {
        id = address;
        return this;
    }

    public Stored heldBy(OwnerId owner) {
        holder = owner;
        return this;
    }

    public Stored ofHostType(@Nullable String type) {
        hostType = type;
        return this;
    }

    public Stored madeFrom(DefinitionIdentity identity) {
        definition = identity;
        return this;
    }

    public Stored suspended() {
        suspension = new Suspension("under review", null, Given.NOW.minusSeconds(60));
        return this;
    }

    public Stored failed() {
        suspension = new Suspension("out of stock", null, Given.NOW.minusSeconds(60), true);
        return this;
    }

    public Stored dueAt(Instant when) {
        dueAt = when;
        return this;
    }

    public Stored idleFor(Duration ttl) {
        idleTtl = ttl;
        return this;
    }

    public Stored with(InstanceKey key, KeyState keyState) {
        keys.put(key, new KeyEntry(keyState, Given.bag("text", "key")));
        return this;
    }

    public Stored with(Map<String, StoredValue> values) {
        data = values;
        return this;
    }

    public Stored underEpoch(long epoch) {
        claimEpoch = epoch;
        return this;
    }

    Hold hold() {
        return Given.hold(LIFE, TOKEN);
    }

    SaveReceipt receipt() {
        return new SaveReceipt(id, SEEN, new FencingToken(TOKEN), state);
    }

    public InstanceRecord record() {
        Instant expiresAt = idleTtl == null ? null : updatedAt.plus(Objects.requireNonNull(idleTtl));
        InstanceHeader header = new InstanceHeader(
                id,
                SEEN,
                new FencingToken(TOKEN),
                state,
                holder,
                hostType,
                definition,
                suspension,
                dueAt,
                Given.NOW.minusSeconds(600),
                updatedAt,
                expiresAt);
        return new InstanceRecord(header, idleTtl, keys, data, metadata);
    }

    public Slot slot() {
        return new Slot(record(), null, claimEpoch, CommandHistory.EMPTY, null, updatedAt, null);
    }
}
