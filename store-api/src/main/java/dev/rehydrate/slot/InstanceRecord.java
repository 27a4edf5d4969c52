// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The only truth about an instance. Immutable.
 *
 * @param header everything but keys and values
 * @param idleTtl how long it may be idle, or null for ever
 * @param keys the keys that belong to it
 * @param data the data bag
 * @param metadata the metadata bag
 */
public record InstanceRecord(
        InstanceHeader header,
        @Nullable Duration idleTtl,
        Map<InstanceKey, KeyEntry> keys,
        Map<String, StoredValue> data,
        Map<String, StoredValue> metadata) {

    /** Copies the maps. */
    public InstanceRecord {
        Objects.requireNonNull(header, "header");
        keys = Map.copyOf(keys);
        data = Map.copyOf(data);
        metadata = Map.copyOf(metadata);
    }

    /** {@return the instance} */
    public InstanceId id() {
        return header.id();
    }

    /** {@return how far it has come} */
    public InstanceState state() {
        return header.state();
    }

    /** {@return the promoted values of the data bag, by name} */
    public Map<String, PromotedValue> promoted() {
        Map<String, PromotedValue> promoted = new TreeMap<>();
        data.forEach((name, value) -> {
            if (value.promoted() != null) {
                promoted.put(name, value.promoted());
            }
        });
        return promoted;
    }

    /** This record for a reader that selects values; promoted values stay without bytes. Never to be stored. */
    InstanceRecord with(ValueSelection values) {
        Map<String, StoredValue> some = new HashMap<>();
        data.forEach((name, value) -> {
            if (values.includes(name)) {
                some.put(name, value);
            } else if (value.promoted() != null) {
                some.put(name, value.withoutBytes());
            }
        });
        Map<String, StoredValue> described = new HashMap<>(metadata);
        described.keySet().removeIf(name -> !values.includes(name));
        return new InstanceRecord(header, idleTtl, keys, some, described);
    }

    /**
     * What a query lists of this record: header, promoted values and selected values.
     *
     * @param values which values are selected
     * @return a record without keys and without the bytes of values that are not selected; never to be stored
     */
    public InstanceRecord listed(ValueSelection values) {
        InstanceRecord some = values.isAll() ? this : with(values);
        return new InstanceRecord(some.header, some.idleTtl, Map.of(), some.data, some.metadata);
    }

    /** {@return when it wants to run without a message: its due time if it has data, no owner holds it and it may run} */
    public @Nullable Instant runnableAt() {
        return header.holder() == null && mayRun() ? header.dueAt() : null;
    }

    boolean isHeldByOtherThan(Set<OwnerId> expiredOwners) {
        return header.holder() != null && !expiredOwners.contains(header.holder());
    }

    /** Expiry never ends what lives: held by a live owner, due, or suspended. */
    boolean isExpired(Instant now, Set<OwnerId> expiredOwners) {
        Instant expiresAt = header.expiresAt();
        return expiresAt != null
                && !expiresAt.isAfter(now)
                && header.dueAt() == null
                && header.suspension() == null
                && !isHeldByOtherThan(expiredOwners);
    }

    boolean isRunnable(Instant now, Set<OwnerId> expiredOwners) {
        OwnerId holder = header.holder();
        if (holder == null) {
            Instant due = runnableAt();
            return due != null && !due.isAfter(now);
        }
        // What an expired host held may have been in the middle of a turn: it wants to run whether or not it was due.
        return expiredOwners.contains(holder) && mayRun();
    }

    private boolean mayRun() {
        return state() == InstanceState.INITIALIZED && header.suspension() == null;
    }
}
