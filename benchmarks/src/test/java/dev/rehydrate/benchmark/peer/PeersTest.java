// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.benchmark.server.PostgresServer;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is compared must do the same checked work. Redis is not here: this must run where it is not installed. */
class PeersTest {

    private static final byte[] FIRST = {1, 2, 3};
    private static final byte[] SECOND = {4, 5};

    @TempDir
    private static Path folder;

    private static PostgresServer postgres;
    private static HikariDataSource rows;
    private static HikariDataSource file;
    private static JdbcInstanceStore store;
    private static HazelcastInstance member;

    @BeforeAll
    static void start() {
        postgres = PostgresServer.start(folder.resolve("postgres"));
        rows = pool(postgres.url(), "postgres");
        file = pool("jdbc:h2:file:" + folder.resolve("h2"), "sa");
        store = JdbcInstanceStore.open(JdbcStoreOptions.of(postgres.url(), "postgres", ""));
        Config config = new Config().setClusterName("peers-" + UUID.randomUUID());
        config.getNetworkConfig().setPort(0).getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.setProperty("hazelcast.local.localAddress", "127.0.0.1")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.logging.type", "slf4j");
        StoredMap.configure(config, "stored", rows);
        member = Hazelcast.newHazelcastInstance(config);
    }

    private static HikariDataSource pool(String url, String user) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        return new HikariDataSource(config);
    }

    @AfterAll
    static void stop() {
        member.getLifecycleService().terminate();
        store.close();
        rows.close();
        file.close();
        postgres.close();
    }

    static Stream<Named<Documents>> aChangeOfWhatWasNotSeenIsRefused() {
        GuardedRow statement = GuardedRow.postgres(rows);
        return Stream.of(
                Named.of("replace", new TwoMaps(member, "replaced")),
                Named.of("transaction", new MapTransaction(member, "changed")),
                Named.of("mapstore", new TwoMaps(member, "stored")),
                Named.of("statement", statement),
                Named.of("read first", statement.readingFirst()),
                Named.of("head and value", new HeadAndValue(rows)),
                Named.of("h2", GuardedRow.h2(file)),
                Named.of("axon", new AxonSagas(rows)),
                Named.of("store", StoreDocuments.of(store, LoadMode.authoritative())));
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName("a peer keeps what was saved under its key, and refuses a change of what was not seen")
    void aChangeOfWhatWasNotSeenIsRefused(Documents documents) {
        UUID id = UUID.randomUUID();
        Document created = documents.create(id, FIRST);
        assertThat(documents.load(id).state()).isEqualTo(FIRST);
        assertThatThrownBy(() -> documents.create(id, FIRST)).isInstanceOf(RuntimeException.class);

        Document saved = documents.save(created, SECOND);
        assertThat(documents.loadByKey(id).state()).isEqualTo(SECOND);
        assertThatThrownBy(() -> documents.save(created, FIRST)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> documents.complete(created)).isInstanceOf(RuntimeException.class);
        assertThat(documents.load(id).state()).isEqualTo(SECOND);

        documents.complete(saved);
        assertThatThrownBy(() -> documents.loadByKey(id)).isInstanceOf(RuntimeException.class);
    }
}
