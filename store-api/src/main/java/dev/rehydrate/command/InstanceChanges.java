// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
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
 */
public record InstanceChanges(
        DataChange data,
        ValueDelta metadata,
        KeyChanges keys,
        DueChange due,
        SuspensionChange suspension,
        DefinitionChange definition,
        IdleTtlChange idleTtl) {

    /** Changes nothing. */
    public static final InstanceChanges NONE = builder().build();

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
    public static InstanceChanges data(Map<String, ?> values) {
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
        private DataChange data = new DataChange.Unchanged();
        private ValueDelta metadata = ValueDelta.NONE;
        private KeyChanges keys = KeyChanges.NONE;
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
            data = new DataChange.Replace(values);
            return this;
        }

        /**
         * Changes some values of the data bag. The due time stays unless one is given.
         *
         * @param delta what changes
         * @return this
         */
        public Builder changeData(ValueDelta delta) {
            data = new DataChange.Change(delta);
            return this;
        }

        /**
         * Changes metadata.
         *
         * @param delta what changes
         * @return this
         */
        public Builder metadata(ValueDelta delta) {
            metadata = delta;
            return this;
        }

        /**
         * Changes keys.
         *
         * @param changes what changes
         * @return this
         */
        public Builder keys(KeyChanges changes) {
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
         * @param reason what a person should know
         * @param failure the type of the exception that led to it, or null
         * @return this
         */
        public Builder suspend(String reason, @Nullable String failure) {
            suspension = new SuspensionChange.Suspend(reason, failure);
            return this;
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
        public InstanceChanges build() {
            DueChange change = due != null
                    ? due
                    : data instanceof DataChange.Replace ? new DueChange.Never() : new DueChange.Keep();
            return new InstanceChanges(data, metadata, keys, change, suspension, definition, idleTtl);
        }
    }
}
