// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.PromotedValue.Kind;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of the header that can be compared. Moments are compared in whole microseconds, rounded down, as databases keep
 * them.
 */
public enum Attribute implements Subject {
    /** How far the instance has come, by the name of the constant of {@link InstanceState}. */
    STATE(Kind.TEXT, false),
    /** Whether it is suspended. */
    SUSPENDED(Kind.BOOLEAN, false),
    /** The name of its definition, in whatever version. */
    DEFINITION(Kind.TEXT, false),
    /** The kind of host it belongs to. */
    HOST_TYPE(Kind.TEXT, false),
    /** The owner that holds it, which may have expired, as a UUID of the same 128 bits. */
    HOLDER(Kind.UUID, false),
    /** When this life began. */
    CREATED(Kind.INSTANT, true),
    /** When its content last changed. */
    UPDATED(Kind.INSTANT, true),
    /** When it wants to run without a message, also while an owner holds it or it is suspended. */
    DUE(Kind.INSTANT, true);

    private static final long NANOS_OF_MICRO = 1000;

    private final Kind kind;
    private final boolean ordered;

    Attribute(Kind kind, boolean ordered) {
        this.kind = kind;
        this.ordered = ordered;
    }

    /** {@return the kind of its values} */
    public Kind kind() {
        return kind;
    }

    /** {@return whether every instance has it} */
    public boolean isAlwaysThere() {
        return switch (this) {
            case STATE, SUSPENDED, CREATED, UPDATED -> true;
            case DEFINITION, HOST_TYPE, HOLDER, DUE -> false;
        };
    }

    @Override
    public boolean isOrdered() {
        return ordered;
    }

    @Override
    public @Nullable PromotedValue in(InstanceHeader header, Map<String, PromotedValue> promoted) {
        return switch (this) {
            case STATE -> PromotedValue.of(header.state().name());
            case SUSPENDED -> PromotedValue.of(header.suspension() != null);
            case DEFINITION ->
                header.definition() == null ? null : text(header.definition().name());
            case HOST_TYPE -> header.hostType() == null ? null : text(header.hostType());
            case HOLDER -> header.holder() == null ? null : PromotedValue.of(uuid(header.holder()));
            case CREATED -> PromotedValue.of(micros(header.createdAt()));
            case UPDATED -> PromotedValue.of(micros(header.updatedAt()));
            case DUE -> header.dueAt() == null ? null : PromotedValue.of(micros(header.dueAt()));
        };
    }

    @Override
    public PromotedValue comparable(PromotedValue value) {
        if (value.kind() != kind) {
            throw new IllegalArgumentException(this + " is compared with values of the kind " + kind + ", not with the "
                    + value.kind() + " " + value);
        }
        if (this == STATE) {
            requireState(value.toString());
        }
        return kind == Kind.INSTANT ? PromotedValue.of(micros((Instant) value.value())) : value;
    }

    private static void requireState(String name) {
        for (InstanceState state : InstanceState.values()) {
            if (state.name().equals(name)) {
                return;
            }
        }
        throw new IllegalArgumentException("there is no state " + name + ": compare with a constant of InstanceState");
    }

    /** What is too long to be compared with is there, and equal to no value of a condition. */
    private static PromotedValue text(String text) {
        return text.length() > PromotedValue.MAX_TEXT ? PromotedValue.of(true) : PromotedValue.of(text);
    }

    static UUID uuid(OwnerId owner) {
        return new UUID(owner.high(), owner.low());
    }

    private static Instant micros(Instant moment) {
        return Instant.ofEpochSecond(moment.getEpochSecond(), moment.getNano() / NANOS_OF_MICRO * NANOS_OF_MICRO);
    }
}
