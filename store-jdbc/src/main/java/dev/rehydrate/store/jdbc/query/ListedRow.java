// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.format.ListedSlot;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.jdbc.database.Rank;
import dev.rehydrate.store.jdbc.database.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An instance that a statement lists, with those of its values that follow it. */
final class ListedRow {

    private final Place place;
    private byte @Nullable [] head;
    private final Map<String, EncodedValue> values = new HashMap<>();

    ListedRow(Place place) {
        this.place = place;
    }

    /**
     * Where a listed instance stands, whether or not it can be read.
     *
     * @param address its address
     * @param rank the rank of the promoted value that is sorted by, or null if another order is asked for
     * @param moment the moment that is sorted by, or null if another order is asked for
     */
    record Place(
            UUID address, @Nullable Rank rank, @Nullable Long moment) {

        static Place of(Position position, boolean isMoment) {
            PromotedValue value = position.value();
            UUID address = new UUID(position.id().high(), position.id().low());
            if (value == null) {
                return new Place(address, null, null);
            }
            return isMoment
                    ? new Place(address, null, Times.micros((Instant) value.value()))
                    : new Place(address, Rank.of(value), null);
        }

        /** Tells whether it is among the instances that do not have what is sorted by. */
        boolean isAmongMissing() {
            return rank == null && moment == null;
        }
    }

    Place place() {
        return place;
    }

    void take(ResultSet found) throws SQLException {
        String name = found.getString(2);
        if (name != null) {
            values.put(name, EncodedValue.fromBytes(found.getBytes(3)));
        }
        byte[] bytes = found.getBytes(4);
        head = bytes == null ? head : bytes;
    }

    /** The instance with the selected values; null if it cannot be read. */
    @Nullable
    InstanceRecord record(ValueSelection selection) {
        try {
            InstanceRecord record =
                    ListedSlot.read(Objects.requireNonNull(head), values::get).instance();
            return record == null ? null : record.listed(selection);
        } catch (WireFormatException unusable) {
            return null;
        }
    }
}
