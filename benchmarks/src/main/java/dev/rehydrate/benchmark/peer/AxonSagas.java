// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.axonframework.common.jdbc.ConnectionWrapperFactory;
import org.axonframework.modelling.saga.AssociationValue;
import org.axonframework.modelling.saga.AssociationValuesImpl;
import org.axonframework.modelling.saga.repository.SagaStore;
import org.axonframework.modelling.saga.repository.jdbc.JdbcSagaStore;
import org.axonframework.modelling.saga.repository.jdbc.PostgresSagaSqlSchema;
import org.jspecify.annotations.Nullable;

/**
 * Sagas of Axon Framework 4 in PostgreSQL by its {@link JdbcSagaStore}, which knows no version: as in Axon, a saga is loaded in
 * the transaction that updates it, here with its row locked, and the version is compared after that.
 */
public final class AxonSagas implements Documents {

    private static final String KEY = "key";

    /** A thread is in one transaction at a time, whichever instance of this class began it. */
    private static final ThreadLocal<@Nullable Connection> CURRENT = new ThreadLocal<>();

    private final DataSource database;
    private final JdbcSagaStore sagas;

    /**
     * Makes the tables, with an index of the associations that Axon's own script lacks on PostgreSQL.
     *
     * @param database a pool with a connection for each caller
     */
    public AxonSagas(DataSource database) {
        this.database = database;
        PostgresSagaSqlSchema schema = new PostgresSagaSqlSchema();
        schema.setExclusiveLoad(true);
        sagas = JdbcSagaStore.builder()
                .connectionProvider(this::connection)
                .sqlSchema(schema)
                .serializer(new SagaBytes())
                .build();
        inTransaction(() -> {
            try {
                sagas.createSchema();
            } catch (SQLException failed) {
                throw new IllegalStateException("Axon's tables cannot be made", failed);
            }
            return KEY;
        });
        new Sql(database)
                .define(
                        "create index on AssociationValueEntry (associationKey, associationValue)",
                        "create index on AssociationValueEntry (sagaId)");
    }

    /** A saga: the version, and the state. */
    @SuppressWarnings("ArrayRecordComponent")
    record Saga(long version, byte[] state) {

        byte[] toBytes() {
            return ByteBuffer.allocate(Long.BYTES + state.length)
                    .putLong(version)
                    .put(state)
                    .array();
        }

        static Saga of(byte[] bytes) {
            return new Saga(ByteBuffer.wrap(bytes).getLong(), Arrays.copyOfRange(bytes, Long.BYTES, bytes.length));
        }
    }

    @Override
    public Document create(UUID id, byte[] state) {
        return inTransaction(() -> {
            sagas.insertSaga(Saga.class, id.toString(), new Saga(0, state), Set.of(association(id)));
            return new Document(id, 0L, state);
        });
    }

    @Override
    public Document load(UUID id) {
        return inTransaction(() -> loaded(id));
    }

    @Override
    public Document loadByKey(UUID id) {
        return inTransaction(() -> loaded(UUID.fromString(
                sagas.findSagas(Saga.class, association(id)).iterator().next())));
    }

    @Override
    public Document save(Document seen, byte[] state) {
        return inTransaction(() -> {
            requireUnchanged(seen);
            Saga next = new Saga((Long) seen.version() + 1, state);
            var associations = new AssociationValuesImpl(Set.of(association(seen.id())));
            sagas.updateSaga(Saga.class, seen.id().toString(), next, associations);
            return new Document(seen.id(), next.version(), state);
        });
    }

    @Override
    public void complete(Document seen) {
        var unused = inTransaction(() -> {
            requireUnchanged(seen);
            sagas.deleteSaga(Saga.class, seen.id().toString(), Set.of(association(seen.id())));
            return seen;
        });
    }

    private void requireUnchanged(Document seen) {
        Documents.require(loaded(seen.id()).version().equals(seen.version()), seen.id());
    }

    private Document loaded(UUID id) {
        SagaStore.Entry<Saga> found = Objects.requireNonNull(sagas.loadSaga(Saga.class, id.toString()));
        return new Document(id, found.saga().version(), found.saga().state());
    }

    private static AssociationValue association(UUID id) {
        return new AssociationValue(KEY, Document.keyOf(id).toString());
    }

    /** Axon closes what it was given after each statement; the transaction goes on. */
    private Connection connection() {
        return ConnectionWrapperFactory.wrap(
                Objects.requireNonNull(CURRENT.get()), new ConnectionWrapperFactory.NoOpCloseHandler());
    }

    private <R> R inTransaction(Supplier<R> work) {
        @Nullable Object[] answer = new Object[1];
        new Sql(database).inTransaction(connection -> {
            CURRENT.set(connection);
            try {
                answer[0] = work.get();
            } finally {
                CURRENT.remove();
            }
        });
        @SuppressWarnings("unchecked")
        R result = (R) Objects.requireNonNull(answer[0]);
        return result;
    }
}
