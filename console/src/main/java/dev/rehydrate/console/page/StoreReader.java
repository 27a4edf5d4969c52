// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.console.diagnosis.Evidence;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.store.inspection.StoreInspection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads what the pages show. Takes no hold and changes nothing. */
public final class StoreReader {

    /** More keys of one instance are not looked up each. */
    private static final int MOST_KEYS = 50;

    private final InstanceStore store;
    private final @Nullable WorkflowHost host;

    /**
     * Reads a store.
     *
     * @param store the store
     * @param host a host on it, which knows definitions, or null
     */
    public StoreReader(InstanceStore store, @Nullable WorkflowHost host) {
        this.store = store;
        this.host = host;
    }

    Instant now() {
        return store.now();
    }

    /** One page of instances. */
    InstancePage list(InstanceQuery query) {
        return store.commands().execute(QueryInstances.of(query));
    }

    List<OwnerSighting> owners() {
        return await(store.inspection().owners());
    }

    KeySighting key(InstanceKey key) {
        return await(store.inspection().key(key));
    }

    /**
     * Reads everything about an instance.
     *
     * @param id the instance
     * @return what is known, or empty if there is no such instance
     */
    public Optional<Evidence> evidence(InstanceId id) {
        return peek(id).map(this::evidence);
    }

    private Evidence evidence(InstanceSnapshot snapshot) {
        List<KeySighting> keys = new ArrayList<>();
        snapshot.keys().keySet().stream().limit(MOST_KEYS).forEach(key -> keys.add(key(key)));
        return new Evidence(
                StoredInstance.of(snapshot),
                peek(StoredInstance.mailboxOf(snapshot.id()))
                        .map(StoredInstance::of)
                        .orElse(null),
                keys,
                owners(),
                operations(snapshot.header().definition()),
                now());
    }

    private @Nullable Set<String> operations(@Nullable DefinitionIdentity identity) {
        return host == null
                ? null
                : host.definitions().stream()
                        .filter(definition -> definition.accepts(identity))
                        .findFirst()
                        .map(definition -> definition.operations().keySet())
                        .orElse(null);
    }

    private Optional<InstanceSnapshot> peek(InstanceId id) {
        return store.commands().execute(id, LoadInstance.of(LoadMode.peek())).loaded();
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(StoreInspection.TIMEOUT.toSeconds() + 1, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(failed.getCause());
        } catch (TimeoutException late) {
            throw new IllegalStateException("the store does not answer", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a page was made", interrupted);
        }
    }
}
