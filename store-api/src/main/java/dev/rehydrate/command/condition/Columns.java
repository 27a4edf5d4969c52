// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import java.time.Instant;

/** What a query can compare: attributes of the header, and promoted values. Made to be imported statically. */
public final class Columns {

    /** How far an instance has come. */
    public static final Column<InstanceState> STATE =
            new Column<>(Attribute.STATE, state -> PromotedValue.of(state.name()));

    /** Whether it is suspended. */
    public static final Column<Boolean> SUSPENDED = new Column<>(Attribute.SUSPENDED, PromotedValue::of);

    /** The name of its definition, in whatever version. */
    public static final Column<String> DEFINITION = new Column<>(Attribute.DEFINITION, PromotedValue::of);

    /** The kind of host it belongs to. */
    public static final Column<String> HOST_TYPE = new Column<>(Attribute.HOST_TYPE, PromotedValue::of);

    /** The owner that holds it, which may have expired. */
    public static final Column<OwnerId> HOLDER =
            new Column<>(Attribute.HOLDER, owner -> PromotedValue.of(Attribute.uuid(owner)));

    /** When this life of it began, to the microsecond. */
    public static final OrderedColumn<Instant> CREATED = new OrderedColumn<>(Attribute.CREATED, PromotedValue::of);

    /** When its content last changed, to the microsecond. */
    public static final OrderedColumn<Instant> UPDATED = new OrderedColumn<>(Attribute.UPDATED, PromotedValue::of);

    /** When it wants to run without a message, to the microsecond; also while an owner holds it or it is suspended. */
    public static final OrderedColumn<Instant> DUE = new OrderedColumn<>(Attribute.DUE, PromotedValue::of);

    private Columns() {}

    /**
     * A promoted value. All numbers are of one kind; values of different kinds are never equal, and none is less than the other.
     *
     * @param name its name, not blank
     * @return the column, to be compared with booleans, numbers, texts, instants, offset date-times and UUIDs
     * @throws IllegalArgumentException if the name is blank
     */
    public static OrderedColumn<Object> promoted(String name) {
        return new OrderedColumn<>(new Subject.Promoted(name), PromotedValue::of);
    }
}
