// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.DefinitionChange;
import dev.rehydrate.command.DueChange;
import dev.rehydrate.command.IdleTtlChange;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.SuspensionChange;
import dev.rehydrate.instance.InstanceKey;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * {@link InstanceChanges} with encoded values: what travels to a slot.
 *
 * @param data the data bag
 * @param metadata the metadata bag
 * @param keys the keys
 * @param due the time at which the instance wants to run
 * @param suspension whether it may run
 * @param definition what it was made from
 * @param idleTtl how long it may be idle
 */
public record StoredChanges(
        Data data,
        StoredDelta metadata,
        Keys keys,
        DueChange due,
        SuspensionChange suspension,
        DefinitionChange definition,
        IdleTtlChange idleTtl) {

    /** Changes nothing. */
    public static final StoredChanges NONE = new StoredChanges(
            new Data(Data.Kind.UNCHANGED, StoredDelta.NONE),
            StoredDelta.NONE,
            Keys.NONE,
            new DueChange.Keep(),
            new SuspensionChange.Keep(),
            new DefinitionChange.Keep(),
            new IdleTtlChange.Keep());

    /** Checks that nothing is missing. */
    public StoredChanges {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(due, "due");
        Objects.requireNonNull(suspension, "suspension");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(idleTtl, "idleTtl");
    }

    /** {@return how many bytes the encoded values have} */
    public long payloadBytes() {
        return data.delta().payloadBytes() + metadata.payloadBytes() + keys.payloadBytes();
    }

    StoredChanges withSuspension(SuspensionChange changed) {
        return new StoredChanges(data, metadata, keys, due, changed, definition, idleTtl);
    }

    /**
     * A change of the data bag.
     *
     * @param kind what happens to values that are not named
     * @param delta the values
     */
    public record Data(Kind kind, StoredDelta delta) {

        /** What happens to the bag. */
        public enum Kind {
            /** Nothing. */
            UNCHANGED,
            /** Values that are not named are removed. */
            REPLACED,
            /** Values that are not named stay. */
            CHANGED
        }

        /** Checks that nothing is missing. */
        public Data {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(delta, "delta");
        }
    }

    /**
     * A change of keys.
     *
     * @param associate keys to associate, with metadata
     * @param complete keys to complete
     * @param release keys to release
     * @param metadata changes of key metadata
     */
    public record Keys(
            Map<InstanceKey, Map<String, StoredValue>> associate,
            Set<InstanceKey> complete,
            Set<InstanceKey> release,
            Map<InstanceKey, StoredDelta> metadata) {

        /** Changes nothing. */
        public static final Keys NONE = new Keys(Map.of(), Set.of(), Set.of(), Map.of());

        /** Copies all. */
        public Keys {
            associate = Map.copyOf(associate);
            complete = Set.copyOf(complete);
            release = Set.copyOf(release);
            metadata = Map.copyOf(metadata);
        }

        /** {@return how many bytes the values of all keys have together} */
        public long payloadBytes() {
            if (associate.isEmpty() && metadata.isEmpty()) {
                return 0;
            }
            long size = 0;
            for (Map<String, StoredValue> associated : associate.values()) {
                size += StoredDelta.sizeOf(associated);
            }
            for (StoredDelta delta : metadata.values()) {
                size += delta.payloadBytes();
            }
            return size;
        }

        /**
         * Associates keys and nothing else.
         *
         * @param keys keys with metadata
         * @return the change
         */
        public static Keys associating(Map<InstanceKey, Map<String, StoredValue>> keys) {
            return new Keys(keys, Set.of(), Set.of(), Map.of());
        }
    }
}
