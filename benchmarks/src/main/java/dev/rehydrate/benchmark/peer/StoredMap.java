// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import com.hazelcast.config.Config;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.map.MapStore;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * {@link TwoMaps} in front of PostgreSQL, which Hazelcast's {@code MapStore} writes through. The check is that of the map: the
 * database would take a state from a member that was cut off.
 */
public final class StoredMap {

    private StoredMap() {}

    /**
     * Configures the two maps.
     *
     * @param config of the member
     * @param name with what their names begin
     * @param database a pool of connections to PostgreSQL
     */
    public static void configure(Config config, String name, DataSource database) {
        Sql sql = new Sql(database);
        sql.define(
                "create table stored_instance (id uuid primary key, version bigint, state bytea not null)"
                        + " with (fillfactor = 50)",
                "create table stored_key (id uuid primary key, version bigint, state bytea not null)");
        config.addMapConfig(
                map(name + "-instances", new Rows<byte[]>(sql, "stored_instance", state -> state, state -> state)));
        config.addMapConfig(map(name + "-keys", new Rows<>(sql, "stored_key", StoredMap::bytesOf, StoredMap::idOf)));
    }

    private static MapConfig map(String name, MapStore<UUID, ?> store) {
        return new MapConfig(name)
                .setStatisticsEnabled(false)
                .setMapStoreConfig(new MapStoreConfig().setEnabled(true).setImplementation(store));
    }

    private static byte[] bytesOf(UUID id) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    private static UUID idOf(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    /** A table of a map; nothing is evicted, so that only a miss looks there. */
    private static final class Rows<V> implements MapStore<UUID, V> {

        private final Sql sql;
        private final String table;
        private final Function<V, byte[]> write;
        private final Function<byte[], V> read;

        Rows(Sql sql, String table, Function<V, byte[]> write, Function<byte[], V> read) {
            this.sql = sql;
            this.table = table;
            this.write = write;
            this.read = read;
        }

        @Override
        public void store(UUID key, V state) {
            String upsert = "insert into " + table + " (id, state) values (?, ?)"
                    + " on conflict (id) do update set state = excluded.state";
            sql.inAutocommit(connection -> Sql.changeOne(connection, key, upsert, key, write.apply(state)));
        }

        @Override
        public void storeAll(Map<UUID, V> entries) {
            entries.forEach(this::store);
        }

        @Override
        public void delete(UUID key) {
            sql.inAutocommit(
                    connection -> Sql.changeOne(connection, key, "delete from " + table + " where id = ?", key));
        }

        @Override
        public void deleteAll(Collection<UUID> keys) {
            keys.forEach(this::delete);
        }

        @Override
        public @Nullable V load(UUID key) {
            @Nullable Document[] found = new Document[1];
            String select = "select id, version, state from " + table + " where id = ?";
            sql.inAutocommit(connection -> found[0] = Sql.find(connection, select, key));
            Document row = found[0];
            return row == null ? null : read.apply(row.state());
        }

        @Override
        public Map<UUID, V> loadAll(Collection<UUID> keys) {
            return keys.stream().filter(key -> load(key) != null).collect(Collectors.toMap(key -> key, this::load));
        }

        @Override
        public @Nullable Iterable<UUID> loadAllKeys() {
            return Set.of();
        }
    }
}
