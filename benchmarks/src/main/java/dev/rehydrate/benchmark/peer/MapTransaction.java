// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.transaction.TransactionContext;
import com.hazelcast.transaction.TransactionalMap;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

/** The same two maps, changed in a transaction of two phases, so that a crash leaves both or none. */
public final class MapTransaction implements Documents {

    private final HazelcastInstance hazelcast;
    private final String instancesName;
    private final String keysName;
    private final IMap<UUID, byte[]> instances;
    private final IMap<UUID, UUID> keys;

    /**
     * Uses two maps.
     *
     * @param hazelcast a member or a client
     * @param name with what their names begin
     */
    public MapTransaction(HazelcastInstance hazelcast, String name) {
        this.hazelcast = hazelcast;
        instancesName = name + "-instances";
        keysName = name + "-keys";
        instances = hazelcast.getMap(instancesName);
        keys = hazelcast.getMap(keysName);
    }

    @Override
    public Document create(UUID id, byte[] state) {
        inTransaction(transaction -> {
            Documents.require(keysIn(transaction).putIfAbsent(Document.keyOf(id), id) == null, id);
            Documents.require(instancesIn(transaction).putIfAbsent(id, state) == null, id);
        });
        return new Document(id, state, state);
    }

    @Override
    public Document load(UUID id) {
        byte[] state = Objects.requireNonNull(instances.get(id));
        return new Document(id, state, state);
    }

    @Override
    public Document loadByKey(UUID id) {
        return load(Objects.requireNonNull(keys.get(Document.keyOf(id))));
    }

    @Override
    public Document save(Document seen, byte[] state) {
        inTransaction(transaction -> {
            TransactionalMap<UUID, byte[]> map = instancesIn(transaction);
            requireUnchanged(map, seen);
            map.set(seen.id(), state);
        });
        return new Document(seen.id(), state, state);
    }

    @Override
    public void complete(Document seen) {
        inTransaction(transaction -> {
            TransactionalMap<UUID, byte[]> map = instancesIn(transaction);
            requireUnchanged(map, seen);
            map.delete(seen.id());
            keysIn(transaction).delete(seen.key());
        });
    }

    private static void requireUnchanged(TransactionalMap<UUID, byte[]> map, Document seen) {
        Documents.require(Arrays.equals(map.getForUpdate(seen.id()), seen.state()), seen.id());
    }

    private TransactionalMap<UUID, byte[]> instancesIn(TransactionContext transaction) {
        return transaction.getMap(instancesName);
    }

    private TransactionalMap<UUID, UUID> keysIn(TransactionContext transaction) {
        return transaction.getMap(keysName);
    }

    private void inTransaction(Consumer<TransactionContext> work) {
        TransactionContext transaction = hazelcast.newTransactionContext();
        transaction.beginTransaction();
        try {
            work.accept(transaction);
            transaction.commitTransaction();
        } catch (RuntimeException failed) {
            transaction.rollbackTransaction();
            throw failed;
        }
    }
}
