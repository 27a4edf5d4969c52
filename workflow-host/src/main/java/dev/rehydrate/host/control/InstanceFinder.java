// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.FoundInstance;
import dev.rehydrate.host.FoundInstance.Status;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.host.lane.SeenRevision;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds instances without taking a hold. */
public record InstanceFinder(ControlAccess access) {

    public CompletableFuture<Optional<FoundInstance>> find(CorrelationKey key) {
        return access.withinStoreTimeout()
                .ask(null, LoadInstanceByKey.of(key.key(), LoadMode.peek()))
                .thenCompose(outcome -> {
                    if (outcome instanceof LoadOutcome.Completed completed) {
                        return find(completed.id());
                    }
                    outcome.loaded().ifPresent(snapshot -> requireSameText(key, snapshot));
                    return CompletableFuture.completedFuture(found(outcome));
                });
    }

    public CompletableFuture<Optional<FoundInstance>> find(InstanceId id) {
        return access.withinStoreTimeout()
                .ask(id, LoadInstance.of(LoadMode.peek()))
                .thenApply(InstanceFinder::found);
    }

    /** An instance that has keys only, and no state yet, does not count. */
    private static Optional<FoundInstance> found(LoadOutcome outcome) {
        return outcome.loaded()
                .filter(snapshot -> snapshot.state() != InstanceState.UNINITIALIZED)
                .map(InstanceFinder::found);
    }

    private static void requireSameText(CorrelationKey key, InstanceSnapshot snapshot) {
        InstanceKeyView stored = snapshot.keys().get(key.key());
        if (stored != null) {
            key.requireSameText(stored);
        }
    }

    private static FoundInstance found(InstanceSnapshot snapshot) {
        return new FoundInstance(
                snapshot.id(),
                statusOf(snapshot),
                SeenRevision.of(snapshot),
                snapshot.header().definition());
    }

    private static Status statusOf(InstanceSnapshot snapshot) {
        if (snapshot.state() == InstanceState.COMPLETED) {
            return Status.COMPLETED;
        }
        if (snapshot.header().suspension() == null) {
            return Status.ACTIVE;
        }
        return snapshot.metadata().names().contains(MetadataNames.FAILURE) ? Status.FAILED : Status.SUSPENDED;
    }
}
