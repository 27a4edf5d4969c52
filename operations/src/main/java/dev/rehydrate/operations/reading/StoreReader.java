// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.PublishedOperations;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.operations.diagnosis.Evidence;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.store.inspection.StoreInspection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what operators are shown. Takes no hold and changes nothing. Safe for use by many threads. */
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

    /** {@return the time of the store} */
    public Instant now() {
        return store.now();
    }

    /**
     * Lists instances.
     *
     * @param query which, in which order, how many
     * @return one page
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store does not answer
     */
    public InstancePage list(InstanceQuery query) {
        return store.commands().execute(QueryInstances.of(query));
    }

    /**
     * Lists the owners of the farm.
     *
     * @return the owners, also those that have expired and of which something is left
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store does not answer
     */
    public List<OwnerSighting> owners() {
        return await(store.inspection().owners());
    }

    /**
     * Looks at a key from both sides.
     *
     * @param key the key
     * @return the instance that lists it, and the one that its claim names
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store does not answer
     */
    public KeySighting key(InstanceKey key) {
        return await(store.inspection().key(key));
    }

    /**
     * Reads everything about an instance.
     *
     * @param id the instance
     * @return what is known, or empty if there is no such instance
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store does not answer
     */
    public Optional<Evidence> evidence(InstanceId id) {
        return peek(id).map(this::evidence);
    }

    private Evidence evidence(InstanceSnapshot snapshot) {
        List<String> damaged = new ArrayList<>();
        List<KeySighting> keys = new ArrayList<>();
        snapshot.keys().keySet().stream()
                .limit(MOST_KEYS)
                .forEach(key ->
                        unlessDamaged("the key " + key, damaged, () -> key(key)).ifPresent(keys::add));
        InstanceId mailbox = StoredInstance.mailboxOf(snapshot.id());
        List<OwnerSighting> owners = owners();
        return new Evidence(
                StoredInstance.of(snapshot),
                unlessDamaged("its mailbox " + mailbox, damaged, () -> stored(mailbox))
                        .flatMap(found -> found)
                        .orElse(null),
                keys,
                owners,
                operations(snapshot.header(), owners),
                await(store.inspection().changes(snapshot.id())),
                damaged,
                now());
    }

    /** What is damaged beside an instance must not hide the instance from those who look why it does not move. */
    private static <T> Optional<T> unlessDamaged(String what, List<String> damaged, Supplier<T> look) {
        try {
            return Optional.of(look.get());
        } catch (CorruptRecordException unreadable) {
            damaged.add("What is stored of " + what + " cannot be read: " + unreadable.getMessage() + ".");
            return Optional.empty();
        }
    }

    /** What the live owners of its host type say; or else the host that is here. */
    private @Nullable Set<String> operations(InstanceHeader header, List<OwnerSighting> owners) {
        DefinitionIdentity identity = header.definition();
        if (identity == null) {
            return null;
        }
        Set<String> published = new HashSet<>();
        owners.stream()
                .filter(owner -> !owner.expired()
                        && Objects.equals(owner.description().hostType(), header.hostType())
                        && owner.description().definitions().accepts(identity))
                .forEach(owner -> published.addAll(PublishedOperations.of(owner.description(), identity.name())));
        return published.isEmpty() ? operationsHere(identity) : published;
    }

    private @Nullable Set<String> operationsHere(DefinitionIdentity identity) {
        return host == null
                ? null
                : host.definitions().stream()
                        .filter(definition -> definition.accepts(identity))
                        .findFirst()
                        .map(definition -> definition.operations().keySet())
                        .orElse(null);
    }

    /**
     * Reads an instance.
     *
     * @param id the instance
     * @return all that is stored, or empty if there is no such instance
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store does not answer
     */
    public Optional<StoredInstance> stored(InstanceId id) {
        return peek(id).map(StoredInstance::of);
    }

    private Optional<InstanceSnapshot> peek(InstanceId id) {
        return store.commands().execute(id, LoadInstance.of(LoadMode.peek())).loaded();
    }

    private static <T> T await(CompletableFuture<T> answer) {
        return Answers.await(answer, StoreInspection.TIMEOUT.plusSeconds(1));
    }
}
