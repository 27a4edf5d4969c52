// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.FencingToken;
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
import java.util.function.BiConsumer;
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

    /** A record with more keys, or values in one bag, {@linkplain #isWide is wide}. */
    public static final int MOST_PACKED = WideMap.LEAST;

    /** Copies the maps. */
    public InstanceRecord {
        Objects.requireNonNull(header, "header");
        keys = WideMap.copyOf(keys);
        data = WideMap.copyOf(data, value -> value.promoted() != null);
        metadata = WideMap.copyOf(metadata);
    }

    /** {@return the instance} */
    public InstanceId id() {
        return header.id();
    }

    /** {@return how far it has come} */
    public InstanceState state() {
        return header.state();
    }

    /**
     * Tells whether this has so many keys or values that a record which is made of it shares those that stay. To take such a record
     * apart, and to put it together again, costs what all of them cost.
     *
     * @return whether it has more than 256 keys, or values in one bag
     */
    public boolean isWide() {
        return keys instanceof WideMap || data instanceof WideMap || metadata instanceof WideMap;
    }

    /** {@return the promoted values of the data bag, by name} */
    public Map<String, PromotedValue> promoted() {
        Map<String, PromotedValue> promoted = new TreeMap<>();
        eachPromoted(promoted::put);
        return promoted;
    }

    /**
     * Names the promoted values of the data bag, in no order. Costs what they cost, however many other values there are.
     *
     * @param receiver is given their names and the promoted values
     */
    public void eachPromoted(BiConsumer<String, PromotedValue> receiver) {
        WideMap.marked(data).forEach((name, value) -> {
            if (value.promoted() != null) {
                receiver.accept(name, value.promoted());
            }
        });
    }

    /**
     * Tells whether another record has the same promoted values.
     *
     * @param other another record
     * @return whether {@link #promoted} is the same
     */
    public boolean promotesAs(InstanceRecord other) {
        int known = 0;
        for (Map.Entry<String, StoredValue> each : WideMap.marked(data).entrySet()) {
            PromotedValue promoted = each.getValue().promoted();
            if (promoted != null) {
                if (!promoted.equals(other.promotedAt(each.getKey()))) {
                    return false;
                }
                known++;
            }
        }
        return known == other.promotedCount();
    }

    private int promotedCount() {
        int count = 0;
        for (StoredValue value : WideMap.marked(data).values()) {
            count += value.promoted() == null ? 0 : 1;
        }
        return count;
    }

    /**
     * Looks for a promoted value.
     *
     * @param name the name of a value of the data bag
     * @return its promoted value, or null if there is none
     */
    public @Nullable PromotedValue promotedAt(String name) {
        StoredValue value = data.get(name);
        return value == null ? null : value.promoted();
    }

    /** This record under another fencing token, held by an owner or by none. */
    InstanceRecord withHold(FencingToken token, @Nullable OwnerId holder) {
        InstanceHeader other = new InstanceHeader(
                header.id(),
                header.revision(),
                token,
                header.state(),
                holder,
                header.hostType(),
                header.definition(),
                header.suspension(),
                header.dueAt(),
                header.createdAt(),
                header.updatedAt(),
                header.expiresAt());
        return new InstanceRecord(other, idleTtl, keys, data, metadata);
    }

    InstanceRecord withoutKeys(Set<InstanceKey> removed) {
        return removed.isEmpty()
                ? this
                : new InstanceRecord(header, idleTtl, WideMap.changed(keys, Map.of(), removed), data, metadata);
    }

    /** This record for a reader that selects values and keys; promoted values stay without bytes. Never to be stored. */
    InstanceRecord with(ValueSelection values) {
        Set<InstanceKey> wanted = values.keys();
        return new InstanceRecord(
                header,
                idleTtl,
                wanted == null ? keys : selected(keys, wanted),
                values.isAll() ? data : selectedData(values.names()),
                values.isAll() ? metadata : selected(metadata, values.names()));
    }

    private Map<String, StoredValue> selectedData(Set<String> names) {
        Map<String, StoredValue> some = new HashMap<>();
        WideMap.marked(data).forEach((name, value) -> {
            if (value.promoted() != null) {
                some.put(name, value.withoutBytes());
            }
        });
        some.putAll(selected(data, names));
        return some;
    }

    /** Costs what is selected, and not what there is. */
    private static <K, V> Map<K, V> selected(Map<K, V> all, Set<K> wanted) {
        Map<K, V> some = new HashMap<>();
        for (K each : wanted) {
            V value = all.get(each);
            if (value != null) {
                some.put(each, value);
            }
        }
        return some;
    }

    /**
     * What a query lists of this record: header, promoted values and selected values.
     *
     * @param values which values are selected
     * @return a record without keys, without idle time and without the bytes of values that are not selected; never to be stored
     */
    public InstanceRecord listed(ValueSelection values) {
        InstanceRecord some = values.isAll() ? this : with(values);
        return new InstanceRecord(some.header, null, Map.of(), some.data, some.metadata);
    }

    /** {@return when it wants to run without a message: its due time if it has data, no owner holds it and it may run} */
    public @Nullable Instant runnableAt() {
        return header.holder() == null && mayRun() ? header.dueAt() : null;
    }

    /**
     * Tells whether an owner that has not expired holds the instance.
     *
     * @param expiredOwners owners whose holds do not count any more
     * @return whether it is held by another owner than these
     */
    public boolean isHeldByOtherThan(Set<OwnerId> expiredOwners) {
        return header.holder() != null && !expiredOwners.contains(header.holder());
    }

    /**
     * Tells whether the idle time to live of the instance is over. Expiry never ends what lives: held by a live owner, due, or suspended.
     *
     * @param now the present
     * @param expiredOwners owners whose holds do not count any more
     * @return whether the instance has expired
     */
    public boolean isExpired(Instant now, Set<OwnerId> expiredOwners) {
        Instant expiresAt = header.expiresAt();
        return expiresAt != null
                && !expiresAt.isAfter(now)
                && header.dueAt() == null
                && header.suspension() == null
                && !isHeldByOtherThan(expiredOwners);
    }

    /**
     * Tells whether the instance wants to run and an owner can take it.
     *
     * @param now the present
     * @param expiredOwners owners whose holds do not count any more
     * @return whether it is due and not held, or is held by an expired owner, and is not suspended
     */
    public boolean isRunnable(Instant now, Set<OwnerId> expiredOwners) {
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
