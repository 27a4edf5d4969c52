// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks for instances without disturbing them. */
record Search(HostCore core) {

    CompletableFuture<Optional<FoundInstance>> find(CorrelationKey key) {
        return store().ask(null, LoadInstanceByKey.of(key.key(), LoadMode.peek()))
                .thenCompose(outcome -> {
                    if (outcome instanceof LoadOutcome.Completed completed) {
                        return find(completed.id());
                    }
                    outcome.loaded().ifPresent(snapshot -> requireSameText(key, snapshot));
                    return CompletableFuture.completedFuture(found(outcome));
                });
    }

    CompletableFuture<Optional<FoundInstance>> find(InstanceId id) {
        return store().ask(id, LoadInstance.of(LoadMode.peek())).thenApply(Search::found);
    }

    private ControlStore store() {
        return new ControlStore(
                core, Deadline.in(core.settings().time(), core.settings().storeTimeout()));
    }

    /** An id of which only keys are known is no instance yet. */
    private static Optional<FoundInstance> found(LoadOutcome outcome) {
        return outcome.loaded()
                .filter(snapshot -> snapshot.state() != InstanceState.UNINITIALIZED)
                .map(FoundInstance::of);
    }

    private static void requireSameText(CorrelationKey key, InstanceSnapshot snapshot) {
        InstanceKeyView stored = snapshot.keys().get(key.key());
        if (stored != null) {
            key.requireSameText(stored);
        }
    }
}
