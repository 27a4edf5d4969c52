// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One named value on its way into a store, with what the store may do with it (contract §1.6). The value is encoded while
 * the command is being given, so later changes to a mutable object are not saved.
 */
public final class InstanceValue {

    /** What a store may do with a value. */
    public enum Option {
        /** The store may drop the value without harm. */
        OPTIONAL,
        /** Stored for observers and queries, never handed back by a load. */
        WRITE_ONLY,
        /**
         * Kept readable beside the data, so that {@code QueryInstances} can filter and sort by it. Only text, numbers,
         * booleans, instants and UUIDs can be promoted (contract §4.6).
         */
        PROMOTED
    }

    private final @Nullable Object value;
    private final Set<Option> options;
    private final @Nullable Class<?> readAs;

    private InstanceValue(@Nullable Object value, Set<Option> options, @Nullable Class<?> readAs) {
        this.value = value;
        this.options = options;
        this.readAs = readAs;
    }

    /**
     * A value that loads hand back.
     *
     * @param value any object that the store's codec can encode, or null
     * @return the value without options
     */
    public static InstanceValue of(@Nullable Object value) {
        return new InstanceValue(value, Set.of(), null);
    }

    /**
     * A value that will be read as a known type, such as the interface that several classes of states have in common. The
     * store refuses a class whose values cannot be read as that type.
     *
     * @param value any object that the store's codec can encode, or null
     * @param readAs the type that loads will ask for
     * @param <T> that type
     * @return the value without options
     */
    public static <T> InstanceValue of(@Nullable T value, Class<T> readAs) {
        return new InstanceValue(value, Set.of(), readAs);
    }

    /**
     * The same value with more options.
     *
     * @param first an option
     * @param more further options
     * @return a value with these options in addition
     */
    public InstanceValue with(Option first, Option... more) {
        EnumSet<Option> all = EnumSet.of(first, more);
        all.addAll(options);
        return new InstanceValue(value, Set.copyOf(all), readAs);
    }

    /** {@return the object itself, or null} */
    public @Nullable Object value() {
        return value;
    }

    /** {@return the type that loads will ask for, or null if it is the class of the value} */
    public @Nullable Class<?> readAs() {
        return readAs;
    }

    /** {@return the options, unmodifiable} */
    public Set<Option> options() {
        return options;
    }

    /**
     * Tells whether an option is set.
     *
     * @param option the option asked for
     * @return whether this value has it
     */
    public boolean has(Option option) {
        return options.contains(option);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InstanceValue that && Objects.equals(value, that.value) && options.equals(that.options);
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, options);
    }

    /** {@return type and options; never the content, which may be secret} */
    @Override
    public String toString() {
        return "InstanceValue[" + (value == null ? "null" : value.getClass().getName()) + " " + options + "]";
    }
}
