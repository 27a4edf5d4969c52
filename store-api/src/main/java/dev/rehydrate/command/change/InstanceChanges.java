// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything a save may change, in one piece: it happens as a whole or not at all (contract §2.4).
 *
 * @param data the data bag
 * @param metadata the metadata bag
 * @param keys the keys
 * @param due the time at which the instance wants to run
 * @param suspension whether it may run
 * @param definition what it was made from
 * @param idleTtl how long it may be idle
 * @param <V> what a value is: an {@link InstanceValue} in a command of a host, its encoded form in a slot
 */
public record InstanceChanges<V>(
        DataChange<V> data,
        ValueDelta<V> metadata,
        KeyChanges<V> keys,
        DueChange due,
        SuspensionChange suspension,
        DefinitionChange definition,
        IdleTtlChange idleTtl) {

    private static final InstanceChanges<?> NONE = builder().build();

    /** Checks that nothing is missing. */
    public InstanceChanges {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(due, "due");
        Objects.requireNonNull(suspension, "suspension");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(idleTtl, "idleTtl");
    }

    /**
     * Changes nothing.
     *
     * @param <V> what a value is
     * @return the changes
     */
    @SuppressWarnings("unchecked") // It has no value of any type.
    public static <V> InstanceChanges<V> none() {
        return (InstanceChanges<V>) NONE;
    }

    /**
     * The same changes but for those of the data.
     *
     * @param changed what happens to the data instead
     * @return a copy
     */
    public InstanceChanges<V> withData(DataChange<V> changed) {
        return new InstanceChanges<>(changed, metadata, keys, due, suspension, definition, idleTtl);
    }

    /**
     * The same changes but for those of the keys.
     *
     * @param changed what happens to the keys instead
     * @return a copy
     */
    public InstanceChanges<V> withKeys(KeyChanges<V> changed) {
        return new InstanceChanges<>(data, metadata, changed, due, suspension, definition, idleTtl);
    }

    /**
     * The same changes but for that of the suspension.
     *
     * @param changed what happens to the suspension instead
     * @return a copy
     */
    public InstanceChanges<V> withSuspension(SuspensionChange changed) {
        return new InstanceChanges<>(data, metadata, keys, due, changed, definition, idleTtl);
    }

    /**
     * Gives the values another form.
     *
     * @param form makes the other form of the values of a bag
     * @param <W> what a value is then
     * @return the same changes of values in that form
     */
    public <W> InstanceChanges<W> map(Function<? super Map<String, V>, Map<String, W>> form) {
        return new InstanceChanges<>(
                data.map(form), metadata.map(form), keys.map(form), due, suspension, definition, idleTtl);
    }

    /** {@return a builder that changes nothing yet} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Replaces the data bag and nothing else; the instance then waits for messages only.
     *
     * @param values plain objects by name; null objects are allowed
     * @return the changes
     * @throws IllegalArgumentException if a name is blank
     */
    public static InstanceChanges<InstanceValue> data(Map<String, ?> values) {
        if (values.size() == 1) {
            Map.Entry<String, ?> only = values.entrySet().iterator().next();
            return builder()
                    .replaceData(Map.of(only.getKey(), InstanceValue.of(only.getValue())))
                    .build();
        }
        Map<String, InstanceValue> wrapped = new HashMap<>();
        values.forEach((name, value) -> wrapped.put(name, InstanceValue.of(value)));
        return builder().replaceData(wrapped).build();
    }

    /** Collects changes. Not safe for use by many threads. */
    public static final class Builder {
        private DataChange<InstanceValue> data = new DataChange.Unchanged<>();
        private ValueDelta<InstanceValue> metadata = ValueDelta.none();
        private KeyChanges<InstanceValue> keys = KeyChanges.none();
        private @Nullable DueChange due;
        private SuspensionChange suspension = new SuspensionChange.Keep();
        private DefinitionChange definition = new DefinitionChange.Keep();
        private IdleTtlChange idleTtl = new IdleTtlChange.Keep();

        private Builder() {}

        /**
         * Replaces the whole data bag. Unless a due time is given too, the instance then has none.
         *
         * @param values values by name
         * @return this
         * @throws IllegalArgumentException if a name is blank
         */
        public Builder replaceData(Map<String, InstanceValue> values) {
            data = new DataChange.Replace<>(values);
            return this;
        }

        /**
         * Changes some values of the data bag. The due time stays unless one is given.
         *
         * @param delta what changes
         * @return this
         */
        public Builder changeData(ValueDelta<InstanceValue> delta) {
            data = new DataChange.Change<>(delta);
            return this;
        }

        /**
         * Changes metadata.
         *
         * @param delta what changes
         * @return this
         */
        public Builder metadata(ValueDelta<InstanceValue> delta) {
            metadata = delta;
            return this;
        }

        /**
         * Changes keys.
         *
         * @param changes what changes
         * @return this
         */
        public Builder keys(KeyChanges<InstanceValue> changes) {
            keys = changes;
            return this;
        }

        /**
         * Lets the instance run at a moment of the store's clock.
         *
         * @param when the moment
         * @return this
         */
        public Builder dueAt(Instant when) {
            due = new DueChange.At(when);
            return this;
        }

        /**
         * Lets the instance run some time after the save.
         *
         * @param delay zero for at once
         * @return this
         * @throws IllegalArgumentException if the delay is negative
         */
        public Builder dueAfter(Duration delay) {
            due = new DueChange.After(delay);
            return this;
        }

        /**
         * Lets the instance wait for messages only.
         *
         * @return this
         */
        public Builder neverDue() {
            due = new DueChange.Never();
            return this;
        }

        /**
         * Suspends the instance.
         *
         * @param reason what a person should know, not blank
         * @param failure the type of the exception that led to it, or null
         * @return this
         * @throws IllegalArgumentException if the reason is blank
         */
        public Builder suspend(String reason, @Nullable String failure) {
            requireReason("suspension", reason);
            suspension = new SuspensionChange.Suspend(reason, failure);
            return this;
        }

        /**
         * Suspends the instance because it has failed: it has come to an end unless it is resumed, and is purged after the
         * retention for failed instances if there is one.
         *
         * @param reason what a person should know, not blank
         * @param failure the type of the exception that led to it, or null
         * @return this
         * @throws IllegalArgumentException if the reason is blank
         */
        public Builder fail(String reason, @Nullable String failure) {
            requireReason("failure", reason);
            suspension = new SuspensionChange.Suspend(reason, failure, true);
            return this;
        }

        private static void requireReason(String of, String reason) {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("a " + of
                        + " needs a reason: a person who asks why the instance does not move finds nothing else");
            }
        }

        /**
         * Ends a suspension.
         *
         * @return this
         */
        public Builder resume() {
            suspension = new SuspensionChange.Resume();
            return this;
        }

        /**
         * Sets the definition identity.
         *
         * @param identity the definition, or null for none
         * @return this
         */
        public Builder definition(@Nullable DefinitionIdentity identity) {
            definition = new DefinitionChange.Set(identity);
            return this;
        }

        /**
         * Sets the idle time to live.
         *
         * @param ttl how long the instance may be idle, or null for ever
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder idleTtl(@Nullable Duration ttl) {
            idleTtl = new IdleTtlChange.Set(ttl);
            return this;
        }

        /** {@return the changes} */
        public InstanceChanges<InstanceValue> build() {
            DueChange change = due != null
                    ? due
                    : data instanceof DataChange.Replace ? new DueChange.Never() : new DueChange.Keep();
            return new InstanceChanges<>(data, metadata, keys, change, suspension, definition, idleTtl);
        }
    }
}
