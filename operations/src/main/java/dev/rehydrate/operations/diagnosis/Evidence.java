// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a diagnosis looks at, read at about one moment.
 *
 * @param instance the instance
 * @param mailbox the mailbox of the instance, or null if there is none
 * @param keys the keys of the instance, each looked at from its own slot
 * @param owners the owners of the farm
 * @param operations the operations of the definition of the instance by name, or null if it is not known here
 * @param changes the last changes of the instance, the oldest first; empty if none were recorded
 * @param damaged what could not be looked at because it is damaged, a sentence for each
 * @param now the time of the store
 */
public record Evidence(
        StoredInstance instance,
        @Nullable StoredInstance mailbox,
        List<KeySighting> keys,
        List<OwnerSighting> owners,
        @Nullable Set<String> operations,
        List<RecordedChange> changes,
        List<String> damaged,
        Instant now) {

    /** Copies the collections. */
    public Evidence {
        Objects.requireNonNull(instance, "instance");
        Objects.requireNonNull(now, "now");
        keys = List.copyOf(keys);
        owners = List.copyOf(owners);
        changes = List.copyOf(changes);
        damaged = List.copyOf(damaged);
        operations = operations == null ? null : Set.copyOf(operations);
    }

    /**
     * Finds an owner.
     *
     * @param id the owner
     * @return what the store has seen of it, or empty if it has no record, so that it has expired
     */
    public Optional<OwnerSighting> owner(OwnerId id) {
        return owners.stream().filter(owner -> owner.id().equals(id)).findFirst();
    }
}
