// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.util.Map;
import java.util.Set;

/**
 * How the state of a definition is kept as named values. Called on threads of the host, for one instance at a time.
 *
 * @param <S> the state, a plain class or record
 */
public interface StateMapping<S> {

    /**
     * Names what is to be kept.
     *
     * @param state the state; it is encoded before it is changed again
     * @return values by name; what is not named is not kept
     */
    Map<String, InstanceValue> toValues(S state);

    /**
     * Makes a state of what was kept.
     *
     * @param values the named values, without write-only ones
     * @return the state, an object that is used nowhere else
     */
    S fromValues(ValueBag values);

    /**
     * Names the types as which values are read. When a host starts, the store is asked whether it can store and read them.
     *
     * @return the types, of which those of the JDK may be left out; by default none, and nothing is asked
     */
    default Set<Class<?>> valueTypes() {
        return Set.of();
    }

    /**
     * Keeps each component of a record as a value with its name, so that a turn that changes one of them saves no more than
     * that. A component that is of a class of the application which is no record, or contains such an object, is saved each
     * time, because the host cannot detect whether it has changed. A component that is missing in what is stored, because
     * it was added later, becomes null or zero. JSON does not say what the elements of a list are: with a JSON codec, let
     * components be simple types, or records of their own.
     *
     * @param type the record; public, or in a package that is open to this module
     * @param <S> the state
     * @return the mapping
     * @throws IllegalArgumentException if the record is not accessible
     */
    static <S extends Record> StateMapping<S> ofRecord(Class<S> type) {
        return new RecordValues<>(type);
    }

    /**
     * Keeps the state as one value with the name {@code state}.
     *
     * @param type the class of the state; the store's codec must know it
     * @param <S> the state
     * @return the mapping
     */
    static <S> StateMapping<S> single(Class<S> type) {
        return new SingleValue<>(type);
    }
}
