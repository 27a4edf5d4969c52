// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.connection.Session;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of a group of writes, as parameters of the statements that write them. */
public final class GroupRows {

    private static final int LARGEST_EXPONENT = 500;
    private static final Instant FIRST_SHOWN = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST_SHOWN = Instant.parse("9999-12-31T00:00:00Z");

    private static final @Nullable Object[] NO_INSTANCE = {
        null, null, null, null, null, null, null, null, null, false, null, null, null, null, null, null, null
    };

    private final ParameterColumns updates =
            slots("").with("value_name", "text", String.class).with("value_bytes", "bytea", byte[].class);
    private final ParameterColumns inserts = slots("new_");
    private final ParameterColumns deletes =
            new ParameterColumns().with("old_address", "uuid", UUID.class).with("old_expected", "int8", Long.class);
    private final ParameterColumns values = new ParameterColumns()
            .with("further_address", "uuid", UUID.class)
            .with("further_name", "text", String.class)
            .with("further_bytes", "bytea", byte[].class);
    private final ParameterColumns gone =
            new ParameterColumns().with("gone_address", "uuid", UUID.class).with("gone_name", "text", String.class);
    private final ParameterColumns promoted = new ParameterColumns()
            .with("promoted_address", "uuid", UUID.class)
            .with("promoted_name", "text", String.class)
            .with("promoted_rank", "bytea", byte[].class)
            .with("promoted_tail", "bytea", byte[].class)
            .with("promoted_txt", "text", String.class)
            .with("promoted_num", "numeric", BigDecimal.class)
            .with("promoted_at", "int8", Long.class);
    private final ParameterColumns demoted = new ParameterColumns()
            .with("demoted_address", "uuid", UUID.class)
            .with("demoted_name", "text", String.class);
    /** Of which all values are removed, whatever their names are. */
    private final ParameterColumns discarded = new ParameterColumns().with("discarded_address", "uuid", UUID.class);

    private boolean changed;

    /**
     * Prepares the rows.
     *
     * @throws WireFormatException if a slot is too large to be stored
     */
    GroupRows(List<SlotWrite> writes) throws WireFormatException {
        for (SlotWrite write : writes) {
            add(write);
        }
    }

    private static ParameterColumns slots(String prefix) {
        return new ParameterColumns()
                .with(prefix + "address", "uuid", UUID.class)
                .with(prefix + "expected", "int8", Long.class)
                .with(prefix + "head", "bytea", byte[].class)
                .with(prefix + "idle_since", "int8", Long.class)
                .with(prefix + "claim_place", "int8", Long.class)
                .with(prefix + "claimed_at", "int8", Long.class)
                .with(prefix + "state", "int2", Short.class)
                .with(prefix + "host_type", "text", String.class)
                .with(prefix + "definition", "text", String.class)
                .with(prefix + "suspended", "bool", Boolean.class)
                .with(prefix + "holder", "uuid", UUID.class)
                .with(prefix + "due_at", "int8", Long.class)
                .with(prefix + "expires_at", "int8", Long.class)
                .with(prefix + "sweep_at", "int8", Long.class)
                .with(prefix + "ended_at", "int8", Long.class)
                .with(prefix + "created_at", "int8", Long.class)
                .with(prefix + "updated_at", "int8", Long.class);
    }

    /** Whether one row is updated, and at most one value that it has already. */
    boolean isOneSave() {
        return updates.size() == 1
                && inserts.size() + deletes.size() + values.size() + gone.size() + promoted.size() + demoted.size()
                        == 0;
    }

    /** The parts of the statement of a group of which there is something. */
    Set<String> parts() {
        Set<String> parts = new HashSet<>();
        if (changed) {
            parts.add("changed");
        }
        byPart().forEach((part, rows) -> {
            if (rows.size() > 0) {
                parts.add(part);
            }
        });
        return parts;
    }

    /** The parameters: of one save as they are, of all else as arrays. */
    Map<String, @Nullable Object> parameters() {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        if (isOneSave()) {
            updates.putSingleTo(parameters);
        } else {
            byPart().values().forEach(rows -> rows.putArraysTo(parameters));
        }
        return parameters;
    }

    private Map<String, ParameterColumns> byPart() {
        return Map.of(
                "updates", updates,
                "inserts", inserts,
                "deletes", deletes,
                "values", values,
                "gone", gone,
                "promoted", promoted,
                "demoted", demoted,
                "discarded", discarded);
    }

    private void add(SlotWrite write) throws WireFormatException {
        UUID at = Session.uuid(write.at());
        Slot before = write.before();
        if (before == null) {
            deletes.row(at, write.expected());
            discarded.row(at);
            return;
        }
        SplitSlot.Delta delta = SplitSlot.Delta.between(before, write.next());
        Map<String, EncodedValue> put = new HashMap<>(delta.put());
        if (write.next().isBlank()) {
            deletes.row(at, write.expected());
        } else if (write.expected() == StoredSlot.ABSENT) {
            inserts.row(slot(at, write));
        } else {
            @Nullable Object[] row = Arrays.copyOf(slot(at, write), updates.width());
            Iterator<String> first = delta.changed().iterator();
            if (first.hasNext()) {
                String name = first.next();
                row[row.length - 2] = name;
                row[row.length - 1] = Objects.requireNonNull(put.remove(name)).toBytes();
                changed = true;
            }
            updates.row(row);
        }
        put.forEach((name, value) -> values.row(at, name, value.toBytes()));
        delta.removed().forEach(name -> gone.row(at, name));
        addPromoted(at, promoted(before), promoted(write.next()));
    }

    private static @Nullable Object[] slot(UUID at, SlotWrite write) throws WireFormatException {
        Slot next = write.next();
        InstanceRecord record = next.instance();
        KeyClaim claim = next.claim();
        long changedAt = Times.micros(next.changedAt());
        @Nullable Object[] row = record == null ? NO_INSTANCE.clone() : ofInstance(record);
        row[0] = at;
        row[1] = write.expected();
        row[2] = SplitSlot.head(next);
        if (claim != null) {
            row[4] = claimPlace(claim.instance().low());
            row[5] = changedAt;
        } else if (record == null) {
            row[3] = changedAt;
        }
        return row;
    }

    /** A row in which the columns before the state are still missing. */
    private static @Nullable Object[] ofInstance(InstanceRecord record) {
        InstanceHeader header = record.header();
        OwnerId holder = header.holder();
        DefinitionIdentity definition = header.definition();
        Instant expiry = header.dueAt() == null && header.suspension() == null ? header.expiresAt() : null;
        return new @Nullable Object[] {
            null,
            null,
            null,
            null,
            null,
            null,
            code(header.state()),
            storable(header.hostType()),
            definition == null ? null : storable(definition.name()),
            header.suspension() != null,
            holder == null ? null : new UUID(holder.high(), holder.low()),
            Times.microsOrNull(header.dueAt()),
            Times.microsOrNull(expiry),
            expiry == null ? null : Times.early(expiry, header.updatedAt()),
            Times.microsOrNull(ended(header)),
            Times.micros(header.createdAt()),
            Times.micros(header.updatedAt())
        };
    }

    /** What is completed or has failed is purged by its retention, counted from here. */
    private static @Nullable Instant ended(InstanceHeader header) {
        if (header.state() == InstanceState.COMPLETED) {
            return header.updatedAt();
        }
        Suspension suspension = header.suspension();
        return suspension != null && suspension.failed() ? suspension.since() : null;
    }

    private void addPromoted(UUID at, Map<String, PromotedValue> before, Map<String, PromotedValue> next) {
        next.forEach((name, value) -> {
            if (!value.equals(before.get(name))) {
                Rank rank = Rank.of(value);
                promoted.row(
                        at,
                        SplitSlot.storable(name),
                        rank.rank(),
                        rank.tail(),
                        SplitSlot.storable(value.toString()),
                        number(value.value()),
                        moment(value.value()));
            }
        });
        before.keySet().forEach(name -> {
            if (!next.containsKey(name)) {
                demoted.row(at, SplitSlot.storable(name));
            }
        });
    }

    private static Map<String, PromotedValue> promoted(Slot slot) {
        return slot.instance() == null ? Map.of() : slot.instance().promoted();
    }

    /** For readers of the table; the order is in the rank. */
    private static @Nullable BigDecimal number(Object value) {
        return value instanceof BigDecimal number
                        && Math.abs(number.scale()) < LARGEST_EXPONENT
                        && number.precision() < LARGEST_EXPONENT
                ? number
                : null;
    }

    private static @Nullable Long moment(Object value) {
        return value instanceof Instant at && at.isAfter(FIRST_SHOWN) && at.isBefore(LAST_SHOWN)
                ? Times.micros(at)
                : null;
    }

    private static @Nullable String storable(@Nullable String text) {
        return text == null ? null : SplitSlot.storable(text);
    }

    /** As in the tables. */
    public static short code(InstanceState state) {
        return (short)
                switch (state) {
                    case UNINITIALIZED -> 0;
                    case INITIALIZED -> 1;
                    case COMPLETED -> 2;
                };
    }

    /** Where a claim stands so that those of one residue class by a power of two stand together. */
    static long claimPlace(long low) {
        return Long.reverse(low) ^ Long.MIN_VALUE;
    }
}
