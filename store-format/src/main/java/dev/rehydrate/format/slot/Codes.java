// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.operation.CommitInstance;
import java.util.function.ToIntFunction;

/**
 * What stands for an enum constant, for ever: never its ordinal, which changes when the constants are sorted. A new
 * constant does not compile until it has a code; a code is never used twice.
 */
public final class Codes {

    private static final InstanceState[] STATES = InstanceState.values();
    private static final KeyState[] KEY_STATES = KeyState.values();

    private Codes() {}

    public static int of(InstanceState state) {
        return switch (state) {
            case UNINITIALIZED -> 1;
            case INITIALIZED -> 2;
            case COMPLETED -> 3;
        };
    }

    public static int of(KeyState state) {
        return switch (state) {
            case ASSOCIATED -> 1;
            case COMPLETED -> 2;
        };
    }

    public static int of(CompletionAction action) {
        return switch (action) {
            case DELETE -> 1;
            case KEEP -> 2;
        };
    }

    public static int of(DefinitionFilter.Match match) {
        return switch (match) {
            case ANY -> 1;
            case EXACT -> 2;
            case ANY_REVISION -> 3;
        };
    }

    public static int of(CommitInstance.After after) {
        return switch (after) {
            case HELD -> 1;
            case RELEASED -> 2;
            case COMPLETED -> 3;
            case DELETED -> 4;
        };
    }

    public static int of(PromotedValue.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> 1;
            case NUMBER -> 2;
            case TEXT -> 3;
            case INSTANT -> 4;
            case UUID -> 5;
        };
    }

    public static int of(Attribute attribute) {
        return switch (attribute) {
            case STATE -> 1;
            case SUSPENDED -> 2;
            case DEFINITION -> 3;
            case HOST_TYPE -> 4;
            case HOLDER -> 5;
            case CREATED -> 6;
            case UPDATED -> 7;
            case DUE -> 8;
        };
    }

    public static int of(DecisionEvent remark) {
        return switch (remark) {
            case REPEATED -> 1;
            case RECLAIMED -> 2;
            case EXPIRED -> 3;
        };
    }

    /** The state of an instance with a code. */
    public static InstanceState state(int code) throws DamagedException {
        return constant(STATES, Codes::of, code);
    }

    /** The state of a key with a code. */
    static KeyState keyState(int code) throws DamagedException {
        return constant(KEY_STATES, Codes::of, code);
    }

    /** A bit, because a value has several options. */
    public static int bit(InstanceValue.Option option) {
        return switch (option) {
            case OPTIONAL -> 1;
            case WRITE_ONLY -> 2;
            case PROMOTED -> 4;
        };
    }

    /** The constant with a code. */
    public static <E extends Enum<E>> E constant(E[] constants, ToIntFunction<E> codes, int code)
            throws DamagedException {
        for (E constant : constants) {
            if (codes.applyAsInt(constant) == code) {
                return constant;
            }
        }
        throw new DamagedException("no constant has the code " + code);
    }
}
