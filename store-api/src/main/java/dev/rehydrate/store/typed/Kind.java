// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.typed;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.typed.InstanceAccessException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How objects of one type are kept as instances, and what is said when that does not work.
 *
 * @param name the name of their definition
 * @param type the type of the objects
 */
record Kind<T>(String name, Class<T> type) {

    private static final String STATE = "state";
    private static final String VERSION = "1";

    /**
     * A kind that a store can keep.
     *
     * @throws IllegalArgumentException if the name is blank, or the store cannot keep objects of the type
     */
    static <T> Kind<T> of(String name, Class<T> type, ValueEncoding encoding) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a kind of instances needs a name");
        }
        try {
            encoding.requireStorable(type);
        } catch (ValueCodingException refused) {
            throw new IllegalArgumentException(
                    "this store cannot keep objects of " + type.getName() + ": " + refused.getMessage(), refused);
        }
        return new Kind<>(name, type);
    }

    /** The changes that replace the state and nothing else. */
    InstanceChanges<InstanceValue> changes(InstanceKey key, T state) {
        return state(key, state).build();
    }

    /** The changes that make an instance which is found by the key. */
    InstanceChanges<InstanceValue> beginning(InstanceKey key, T state) {
        return state(key, state)
                .definition(DefinitionIdentity.of(name, VERSION))
                .keys(KeyChanges.associating(key))
                .build();
    }

    private InstanceChanges.Builder state(InstanceKey key, @Nullable T state) {
        if (state == null) {
            throw new NullPointerException("the next state of the instance of '" + name
                    + "' is null, nothing was changed: give a state, or end the instance with complete; key=" + key);
        }
        return InstanceChanges.builder().changeData(ValueDelta.putting(Map.of(STATE, InstanceValue.of(state, type))));
    }

    T stateOf(InstanceSnapshot snapshot, InstanceKey key) {
        requireSame(snapshot, key);
        return snapshot.data()
                .find(STATE, type)
                .orElseThrow(() -> new InstanceAccessException.OfOtherKind(
                        "the instance of this key has no value '" + STATE
                                + "', so other code has written it; nothing was changed",
                        key));
    }

    void requireSame(InstanceSnapshot snapshot, InstanceKey key) {
        DefinitionIdentity definition = snapshot.header().definition();
        if (definition != null && !definition.name().equals(name)) {
            throw new InstanceAccessException.OfOtherKind(
                    "the key belongs to an instance of '" + definition.name() + "' and not of '" + name
                            + "', nothing was changed: use another scope for the keys of each kind",
                    key);
        }
    }

    InstanceAccessException notFound(InstanceKey key) {
        return new InstanceAccessException.NotFound(
                "no instance of '" + name + "' has this key, nothing was changed: create it first", key);
    }

    InstanceAccessException ended(InstanceKey key) {
        return new InstanceAccessException.NotFound(
                "the instance of '" + name + "' with this key has ended, nothing was changed: use another key", key);
    }

    InstanceAccessException exists(InstanceKey key, @Nullable Throwable cause) {
        return new InstanceAccessException.AlreadyExists(
                "an instance with this key exists already, nothing was changed: update it instead of creating '" + name
                        + "'",
                key,
                cause);
    }

    InstanceAccessException locked(InstanceKey key, Duration waited, @Nullable Holder holder) {
        String by = holder == null ? "in this store" : "by owner " + holder.owner() + " " + holder.published();
        return new InstanceAccessException.Locked(
                "the instance of '" + name + "' was locked " + by + " for all of " + waited
                        + ", nothing was changed: try again later",
                key,
                holder);
    }

    InstanceAccessException contended(InstanceKey key, Duration waited, int attempts) {
        return new InstanceAccessException.Contended(
                "other writers changed the instance of '" + name + "' first in each of " + attempts + " attempts in "
                        + waited + ", nothing was changed: try again later, or lock the instance",
                key);
    }

    InstanceAccessException lockLost(InstanceKey key, @Nullable Throwable cause) {
        return new InstanceAccessException.LockLost(
                "the lock of the instance of '" + name
                        + "' has ended before, and other callers may have changed the instance; this call changed"
                        + " nothing: lock it again and begin with its present state",
                key,
                cause);
    }

    InstanceAccessException unavailable(InstanceKey key, String what, Throwable cause) {
        return new InstanceAccessException.Unavailable(
                what + ", nothing was changed in the instance of '" + name + "': try again later", key, cause);
    }

    InstanceAccessException unknown(InstanceKey key, String what, Throwable cause) {
        return new InstanceAccessException.OutcomeUnknown(
                what + ", so the change of the instance of '" + name
                        + "' may have taken effect, or may do so later: read the instance before anything else",
                key,
                cause);
    }
}
